// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaGeometry

extension EsriFeatureSetReader {
    /// Reads a geometry object as the next row of `shapes`, z and m as the header says.
    mutating func readGeometry(_ reader: inout JSONReader) throws(CodecError) {
        if try reader.readNull() { return shapes.endRow(isNull: true) }
        let first = shapes.positions.count
        var hasZ = header.hasZ, hasM = header.hasM
        var point = NumbersOfPoint()
        var hasParts = false
        try reader.beginObject()
        while try reader.nextKey() {
            if reader.keyEquals("rings"), !hasParts {
                hasParts = true
                try readParts(.polygon, &reader)
            } else if reader.keyEquals("paths"), !hasParts {
                hasParts = true
                try readParts(.polyline, &reader)
            } else if reader.keyEquals("x") {
                point.x = try reader.readCoordinate()
            } else if reader.keyEquals("y") {
                point.y = try reader.readCoordinate()
            } else {
                try readFurtherMember(&reader, &hasZ, &hasM, &point, &hasParts)
            }
        }
        if hasM, !hasZ {
            shapes.thirdIsMeasure(from: first)
            if let curves = shapes.curves[shapes.count] {
                shapes.curves[shapes.count] = curves.map { $0.readingThirdAsMeasure() }
            }
        }
        if !hasParts { try endPointOrEnvelope(point, reader) }
        shapes.endRow(isNull: header.isMultipatch && shapes.positions.count == first)
    }

    /// The numbers of a point or an envelope; those not given stay nil.
    struct NumbersOfPoint {
        var x: Double?
        var y: Double?
        var z: Double?
        var m: Double?
        var sides: [Double?] = [nil, nil, nil, nil]
        var hasSides = false
    }

    private mutating func readFurtherMember(
        _ reader: inout JSONReader, _ hasZ: inout Bool, _ hasM: inout Bool, _ point: inout NumbersOfPoint,
        _ hasParts: inout Bool
    ) throws(CodecError) {
        switch reader.key {
        case "z": point.z = try reader.readCoordinate()
        case "m": point.m = try reader.readCoordinate()
        case "hasZ": hasZ = try reader.readValue().bool ?? hasZ
        case "hasM": hasM = try reader.readValue().bool ?? hasM
        case "points":
            hasParts = true
            try expectType(.multipoint, reader)
            try reader.readPositions(into: &shapes.positions)
            shapes.endPart()
        case "curvePaths":
            try readCurves(.polyline, &reader, &hasParts)
        case "curveRings":
            try readCurves(.polygon, &reader, &hasParts)
        case "xmin", "ymin", "xmax", "ymax":
            let side = ["xmin", "ymin", "xmax", "ymax"].firstIndex(of: reader.key) ?? 0
            point.hasSides = true
            point.sides[side] = try reader.readCoordinate()
        case "spatialReference":
            let reference = SpatialReference(json: try reader.readValue())
            if shapeReference == nil { shapeReference = reference }
        default: try reader.skipValue()
        }
    }

    /// Takes the type of the first shape where the document states none; refuses a shape of another type.
    private mutating func expectType(_ type: GeometryType, _ reader: JSONReader) throws(CodecError) {
        if shapes.type == nil { shapes.type = type }
        guard let expected = shapes.type, expected == type else {
            throw reader.error(
                .unsupported,
                "Shape \(shapes.count + 1) is of type \(type.rawValue), the others of \(shapes.type?.rawValue ?? "")")
        }
    }

    private mutating func readParts(_ type: GeometryType, _ reader: inout JSONReader) throws(CodecError) {
        try expectType(type, reader)
        try reader.beginArray()
        while try reader.nextElement() {
            try reader.readPositions(into: &shapes.positions)
            shapes.endPart()
        }
    }

    private mutating func readCurves(
        _ type: GeometryType, _ reader: inout JSONReader, _ hasParts: inout Bool
    ) throws(CodecError) {
        if hasParts { return try reader.skipValue() }
        hasParts = true
        try expectType(type, reader)
        guard shapes.closesRings else {
            throw reader.error(.unsupported, "Curves in a set with a transform are not read; ask for plain coordinates")
        }
        var paths: [CurvePath] = []
        try reader.beginArray()
        while try reader.nextElement() {
            let path = try EsriCurves.readPart(&reader, isRing: type == .polygon, into: &shapes.positions)
            if let path { paths.append(path) }
            shapes.endPart()
        }
        if paths.contains(where: \.hasCurves) { shapes.curves[shapes.count] = paths }
    }

    private mutating func endPointOrEnvelope(_ point: NumbersOfPoint, _ reader: JSONReader) throws(CodecError) {
        if point.hasSides {
            try expectType(.envelope, reader)
            let sides = point.sides.map { $0 ?? .nan }
            guard !sides.contains(where: \.isNaN) else { return }
            shapes.positions.append(x: min(sides[0], sides[2]), y: min(sides[1], sides[3]))
            shapes.positions.append(x: max(sides[0], sides[2]), y: max(sides[1], sides[3]))
            shapes.endPart()
        } else if let x = point.x, let y = point.y, !x.isNaN, !y.isNaN {
            try expectType(.point, reader)
            shapes.positions.append(x: x, y: y)
            let last = shapes.positions.count - 1
            if let z = point.z {
                shapes.positions.padThird()
                shapes.positions.third?[last] = z
            }
            if let m = point.m {
                shapes.positions.padFourth()
                shapes.positions.fourth?[last] = m
            }
            shapes.endPart()
        } else if point.x != nil || point.y != nil {
            try expectType(.point, reader)
        }
    }
}
