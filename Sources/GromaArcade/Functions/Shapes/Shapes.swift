// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry

/// What shape functions have in common: taking shapes from values, references, units.
enum Shapes {
    /// The shape of a value or of a feature; nil for null.
    static func shape(_ value: Value, _ name: String, _ run: Run) throws -> (any Geometry)? {
        switch value {
        case .null: return nil
        case .geometry(let box): return try matched(box.shape, run)
        case .feature(let feature): return try shape(try feature.geometry(run), name, run)
        default: throw ArcadeError(.wrongType, "\(name) needs a shape or a feature, not \(value.shown).")
        }
    }

    static func point(_ value: Value, _ name: String, _ run: Run) throws -> Point? {
        guard let shape = try shape(value, name, run) else { return nil }
        guard let point = shape as? Point else {
            throw ArcadeError(.wrongType, "\(name) needs a point, not \(value.shown).")
        }
        return point
    }

    /// The shape in the evaluation's reference; another reference is refused, never projected silently.
    static func matched(_ shape: any Geometry, _ run: Run) throws -> any Geometry {
        guard let own = shape.spatialReference else {
            var copy = shape
            copy.spatialReference = run.environment.reference
            return copy
        }
        guard own == run.environment.reference else {
            throw ArcadeError(
                .wrongType,
                "A shape in the reference \(own.resolvedWKID.map(String.init) ?? "of its own") cannot be worked with in the reference \(run.environment.reference.resolvedWKID.map(String.init) ?? "of the map")."
            )
        }
        return shape
    }

    /// Null for nothing left.
    static func value(_ shape: any Geometry) -> Value { shape.isEmpty ? .null : .geometry(GeometryBox(shape)) }

    /// A shape of JSON text or of a dictionary. `kind` nil takes any.
    static func shape(fromJSON value: Value, as kind: GeometryType?, _ run: Run) throws -> Value {
        let json: JSONValue
        switch value {
        case .text(let text):
            try run.charge(text.utf8.count * 4)
            do { json = try JSONValue(parsing: text) } catch {
                throw ArcadeError(.wrongType, "The text is no JSON of a shape: \(error)")
            }
        case .dictionary(let box): json = try definition(box, run)
        case .null: return .null
        default: throw ArcadeError(.wrongType, "A shape is made of a dictionary or a JSON text, not of \(value.shown).")
        }
        let shape: any Geometry
        if json["xmin"] != nil, let envelope = Envelope(json: json) {
            shape = envelope
        } else {
            guard let read = try json.geometry() else { return .null }
            shape = read
        }
        if let kind, shape.geometryType != kind {
            throw ArcadeError(.wrongType, "The JSON holds another kind of shape.")
        }
        var result = shape
        if result.spatialReference == nil { result.spatialReference = run.environment.reference }
        return .geometry(GeometryBox(result, openRings: openRings(json)))
    }

    /// A dictionary as the JSON of a shape. As everywhere in dictionaries case does not matter in its keys, and points may stand where
    /// vertices do, as a shape's own members give them.
    private static func definition(_ box: DictionaryBox, _ run: Run) throws -> JSONValue {
        let spelled = [
            "spatialreference": "spatialReference", "hasz": "hasZ", "hasm": "hasM", "curverings": "curveRings",
            "curvepaths": "curvePaths",
        ]
        var object = JSONObject(), hasOnlyM = false
        for (key, value) in box.entries {
            let lowered = key.lowercased()
            let isVertices = ["rings", "paths", "points"].contains(lowered)
            object[spelled[lowered] ?? lowered] =
                isVertices ? try vertices(value, &hasOnlyM, run, depth: 0) : try JSONReading.json(value, run)
        }
        // A third number is z where nothing else is said.
        if hasOnlyM {
            object["hasZ"] = false
            object["hasM"] = true
        }
        return .object(object)
    }

    private static func vertices(
        _ value: Value, _ hasOnlyM: inout Bool, _ run: Run, depth: Int
    ) throws -> JSONValue {
        switch value {
        case .array(let list) where depth < 3:
            try run.steps(list.elements.count)
            return .array(try list.elements.map { try vertices($0, &hasOnlyM, run, depth: depth + 1) })
        case .geometry(let box):
            guard let point = box.shape as? Point else {
                throw ArcadeError(.wrongType, "A vertex is a point or a list of numbers, not \(value.shown).")
            }
            var numbers = [point.x, point.y]
            if let z = point.z { numbers.append(z) }
            if let m = point.m {
                numbers.append(m)
                if point.z == nil { hasOnlyM = true }
            }
            return .array(try numbers.map { try JSONReading.json(.number($0), run) })
        default: return try JSONReading.json(value, run)
        }
    }

    private static func openRings(_ json: JSONValue) -> Set<Int> {
        var open: Set<Int> = []
        for (index, ring) in (json["rings"]?.array ?? []).enumerated() {
            if let vertices = ring.array, vertices.count > 1, vertices[0] != vertices[vertices.count - 1] {
                open.insert(index)
            }
        }
        return open
    }

    static func haveSameVertices(_ a: any Geometry, _ b: any Geometry) -> Bool {
        guard a.geometryType == b.geometryType, a.spatialReference == b.spatialReference else { return false }
        return a.flatParts == b.flatParts
    }

    // MARK: Members

    /// The members that a loop over a shape walks through, by their names in JSON.
    static func memberNames(of box: GeometryBox) -> [String] {
        let own: [String] =
            switch box.shape.geometryType {
            case .point: ["x", "y", "z", "m"]
            case .multipoint: ["points"]
            case .polyline: ["paths"]
            case .polygon: ["rings"]
            case .envelope: ["xmin", "ymin", "xmax", "ymax", "zmin", "zmax", "mmin", "mmax"]
            }
        return ["type", "hasZ", "hasM"] + own + ["spatialReference"]
    }

    /// A member by its name in lower case; nil when there is none.
    static func member(_ name: String, of box: GeometryBox, _ run: Run) throws -> Value? {
        let shape = box.shape
        func number(_ number: Double?) -> Value { number.flatMap { $0.isNaN ? nil : .number($0) } ?? .null }
        switch name {
        case "type": return .text(box.typeName)
        case "spatialreference":
            return try shape.spatialReference.map { try JSONReading.value(EsriShape.json($0), run) } ?? .null
        case "hasz": return .boolean(shape.hasZ)
        case "hasm": return .boolean(shape.hasM)
        default: break
        }
        switch shape {
        case let point as Point:
            switch name {
            case "x": return number(point.x)
            case "y": return number(point.y)
            case "z": return number(point.z)
            case "m": return number(point.m)
            default: return nil
            }
        case let box as Envelope:
            switch name {
            case "xmin": return number(box.xMin)
            case "ymin": return number(box.yMin)
            case "xmax": return number(box.xMax)
            case "ymax": return number(box.yMax)
            case "zmin": return number(box.zMin)
            case "zmax": return number(box.zMax)
            case "mmin": return number(box.mMin)
            case "mmax": return number(box.mMax)
            default: return nil
            }
        case let multipoint as Multipoint where name == "points":
            return try points(multipoint.coordinates, 0..<multipoint.coordinates.count, shape, run)
        case is Polyline where name == "paths", is Polygon where name == "rings":
            let parts = shape.flatParts
            return try run.array(
                try parts.ranges.enumerated().map { index, range in
                    try points(parts.coordinates, box.openRings.contains(index) ? range.dropLast() : range, shape, run)
                }, isFixed: true)
        default: return nil
        }
    }

    private static func points(
        _ coordinates: CoordinateSequence, _ range: Range<Int>, _ shape: any Geometry, _ run: Run
    ) throws -> Value {
        try run.steps(range.count)
        try run.charge(range.count * 80)
        return try run.array(
            range.map { .geometry(GeometryBox(coordinates.point(at: $0, in: shape.spatialReference))) }, isFixed: true)
    }

    // MARK: Units

    /// Metres a unit of length has, by name or id; nil for an unknown one.
    private static let metres: [String: Double] = [
        "meter": 1, "metre": 1, "m": 1, "foot": 0.3048, "feet": 0.3048, "ft": 0.3048, "us-foot": 1_200.0 / 3_937,
        "us-feet": 1_200.0 / 3_937, "kilometer": 1_000, "kilometre": 1_000, "km": 1_000, "mile": 1_609.344,
        "mi": 1_609.344,
        "nautical-mile": 1_852, "nauticalmile": 1_852, "nm": 1_852, "yard": 0.9144, "yd": 0.9144, "9001": 1,
        "9002": 0.3048, "9003": 1_200.0 / 3_937, "9036": 1_000, "9035": 1_609.347218694438, "9093": 1_609.344,
        "9030": 1_852, "9096": 0.9144, "109404": 1, "109405": 0.3048, "109414": 1_000, "109439": 1_609.344,
        "109442": 0.9144,
    ]
    private static let squareMetres: [String: Double] = [
        "acre": 4_046.8564224, "ac": 4_046.8564224, "hectare": 10_000, "ha": 10_000, "109401": 10_000,
        "109402": 4_046.8564224,
    ]

    private static func key(_ unit: Value, _ run: Run) throws -> String {
        if case .number(let number) = unit { return NumberText.plain(number) }
        var key = try Conversion.text(unit, run).lowercased()
        for prefix in ["square-", "square"] where key.hasPrefix(prefix) {
            key = String(key.dropFirst(prefix.count))
            break
        }
        if metres[key] == nil, squareMetres[key] == nil, key.hasSuffix("s") { key = String(key.dropLast()) }
        return key
    }

    /// Metres a unit; nil for none given or one that is unknown.
    static func metres(_ unit: Value?, _ run: Run) throws -> Double? {
        guard let unit, !unit.isEmpty else { return nil }
        return metres[try key(unit, run)]
    }

    /// Square metres a unit.
    static func squareMetres(_ unit: Value?, _ run: Run) throws -> Double? {
        guard let unit, !unit.isEmpty else { return nil }
        let key = try key(unit, run)
        return squareMetres[key] ?? metres[key].map { $0 * $0 }
    }

    /// Metres a unit of the evaluation's reference; 1 for degrees, in which a planar measure has no metres.
    static func metresAUnit(_ run: Run) throws -> Double {
        let frame = try ReferenceFrame(of: run.environment.reference)
        return frame.isGeographic ? 1 : frame.unitFactor
    }

    /// A distance in units of the reference.
    static func planar(_ distance: Value, _ unit: Value?, _ run: Run) throws -> Double {
        let number = Conversion.number(distance)
        guard number.isFinite else { throw ArcadeError(.wrongType, "A distance must be a finite number.") }
        guard let metres = try metres(unit, run) else { return number }
        return number * metres / (try metresAUnit(run))
    }

    /// Geodetic functions take web mercator and longitude and latitude only.
    static func checkGeodetic(_ name: String, _ run: Run) throws {
        let reference = run.environment.reference
        if reference.isWebMercator || reference.isWGS84 { return }
        guard try ReferenceFrame(of: reference).isGeographic else {
            throw ArcadeError(.wrongType, "\(name) needs web mercator or a geographic reference.")
        }
    }
}
