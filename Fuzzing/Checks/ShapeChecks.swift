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
            try promise(
                WellKnownBinary.bytes(of: again, options: options) == written, "a shape is read back as it was")
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
        try promise(WellKnownText.text(of: again, includesSRID: true) == text, "a shape is read back as it was")
    }
}
