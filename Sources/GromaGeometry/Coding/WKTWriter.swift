// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Appends well-known text to a string.
struct WKTWriter {
    var text = ""
    let alwaysMulti: Bool

    init(alwaysMulti: Bool) { self.alwaysMulti = alwaysMulti }

    mutating func write(_ geometry: any Geometry) {
        let letters = geometry.hasZ ? (geometry.hasM ? " ZM" : " Z") : (geometry.hasM ? " M" : "")
        switch geometry {
        case let point as Point:
            text += "POINT" + letters
            if point.isEmpty { return text += " EMPTY" }
            text += " ("
            put(CoordinateSequence(points: [point]), 0)
            text += ")"
        case let multipoint as Multipoint:
            text += "MULTIPOINT" + letters
            putList(0..<multipoint.coordinates.count) { writer, index in
                writer.text += "("
                writer.put(multipoint.coordinates, index)
                writer.text += ")"
            }
        case let polyline as Polyline: write(polyline, letters)
        case let polygon as Polygon: write(polygon, letters)
        case let envelope as Envelope: write(Polygon(envelope), "")
        default: preconditionFailure("Geometry has five kinds; \(type(of: geometry)) is none of them")
        }
    }

    private mutating func write(_ polyline: Polyline, _ letters: String) {
        let parts = polyline.parts
        if parts.count <= 1, !alwaysMulti {
            text += "LINESTRING" + letters
            putPath(parts.coordinates, 0..<parts.coordinates.count)
        } else {
            text += "MULTILINESTRING" + letters
            putList(parts.starts.indices) { $0.putPath(parts.coordinates, parts.range(of: $1), isNested: true) }
        }
    }

    private mutating func write(_ polygon: Polygon, _ letters: String) {
        let shells = polygon.shells()
        if shells.count <= 1, !alwaysMulti {
            text += "POLYGON" + letters
            if let shell = shells.first { putRings(shell, polygon.parts) } else { text += " EMPTY" }
        } else {
            text += "MULTIPOLYGON" + letters
            putList(shells) {
                $0.putRings($1, polygon.parts, isNested: true)
            }
        }
    }

    private mutating func putRings(_ shell: Polygon.Shell, _ parts: CoordinateParts, isNested: Bool = false) {
        putList([shell.outer] + shell.holes, isNested: isNested) { writer, ring in
            let range = parts.range(of: ring)
            let isOuter = ring == shell.outer
            var order = Array(range)
            if !parts.coordinates.isClosed(range) { order.append(range.lowerBound) }
            if (parts.coordinates.signedArea(of: range) < 0) == isOuter { order.reverse() }
            writer.putList(order, isNested: true) { $0.put(parts.coordinates, $1) }
        }
    }

    private mutating func putPath(_ coordinates: CoordinateSequence, _ range: Range<Int>, isNested: Bool = false) {
        putList(range, isNested: isNested) { $0.put(coordinates, $1) }
    }

    private mutating func putList<Members: Collection>(
        _ members: Members, isNested: Bool = false, _ put: (inout WKTWriter, Members.Element) -> Void
    ) {
        if !isNested { text += " " }
        if members.isEmpty { return text += "EMPTY" }
        text += "("
        var isFirst = true
        for member in members {
            if !isFirst { text += ", " }
            isFirst = false
            put(&self, member)
        }
        text += ")"
    }

    private mutating func put(_ coordinates: CoordinateSequence, _ index: Int) {
        put(coordinates.xy[2 * index])
        text += " "
        put(coordinates.xy[2 * index + 1])
        for more in [coordinates.z?[index], coordinates.m?[index]] {
            guard let more else { continue }
            text += " "
            put(more)
        }
    }

    private mutating func put(_ number: Double) {
        // Swift spells out the bits that a NaN may carry.
        let digits = number.isNaN ? "nan" : "\(number)"
        text += digits.hasSuffix(".0") ? digits.dropLast(2) : digits[...]
    }
}
