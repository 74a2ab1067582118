// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry

extension ReaderCheck {
    /// Well-known binary of both dialects.
    static let wellKnownBinary = ReaderCheck(name: "wkb", mostBytes: 4_096) { bytes throws(BrokenPromise) in
        let geometry = try attempt { () throws(GeometryError) in
            try WellKnownBinary.geometry(from: bytes)
        }
        guard let geometry else { return }
        for dialect in [WellKnownBinary.WritingOptions.Dialect.iso, .extended] {
            let options = WellKnownBinary.WritingOptions(dialect: dialect)
            let written = WellKnownBinary.bytes(of: geometry, options: options)
            let again = try mustSucceed("reading the binary that was written") { () throws(GeometryError) in
                try WellKnownBinary.geometry(from: written)
            }
            try mustEqual(geometry, again)
        }
        try mustBeText(geometry)
    }

    /// Well-known text.
    static let wellKnownText = ReaderCheck(name: "wkt", mostBytes: 4_096) { bytes throws(BrokenPromise) in
        let geometry = try attempt { () throws(GeometryError) in
            try WellKnownText.geometry(from: String(decoding: bytes, as: UTF8.self))
        }
        guard let geometry else { return }
        try mustBeText(geometry)
    }

    private static func mustBeText(_ geometry: any Geometry) throws(BrokenPromise) {
        let text = WellKnownText.text(of: geometry, includesSRID: true)
        let again = try mustSucceed("reading the text that was written") { () throws(GeometryError) in
            try WellKnownText.geometry(from: text)
        }
        try mustEqual(geometry, again)
        if !(geometry is Polygon) {
            try promise(WellKnownText.text(of: again, includesSRID: true) == text, "a text is read back as it was")
        }
    }

    /// Rings that lie badly may change places and directions, and those without area are left out.
    private static func mustEqual(_ shape: any Geometry, _ other: any Geometry) throws(BrokenPromise) {
        let (before, after) = (shape.flatParts, other.flatParts)
        try promise(shape.geometryType == other.geometryType, "a shape keeps its type")
        try promise(shape.hasZ == other.hasZ && shape.hasM == other.hasM, "a shape keeps z and m")
        guard let area = shape as? Polygon else {
            return try promise(
                before.starts == after.starts && before.coordinates.count == after.coordinates.count,
                "a shape keeps its vertices")
        }
        let rings = area.shells().flatMap { [$0.outer] + $0.holes }.map { before.range(of: $0).count }
        try promise(rings.sorted() == after.ranges.map(\.count).sorted(), "an area keeps its rings")
    }
}
