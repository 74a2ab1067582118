// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs
public import GromaGeometry

extension Geometry {
    /// The geometry as an Esri JSON object, with `spatialReference` where it is known.
    public var esriJSON: JSONValue { JSONValue(geometry: self) }
}

extension JSONValue {
    /// A geometry as an Esri JSON object; `includesSpatialReference` false leaves the reference out, as features have it.
    public init(geometry: any Geometry, includesSpatialReference: Bool = true) {
        if let envelope = geometry as? Envelope {
            self = envelope.json
            if !includesSpatialReference, case .object(var object) = self {
                object["spatialReference"] = nil
                self = .object(object)
            }
            return
        }
        var column = GeometryColumn(type: geometry.geometryType)
        // A shape always fits into a column of its own type.
        try? column.append(geometry)
        var writer = JSONWriter()
        EsriGeometryWriter(column).write(0, to: &writer)
        guard case .object(var object)? = try? JSONValue(parsing: writer.finish()) else {
            preconditionFailure("a geometry is written as an object")
        }
        if includesSpatialReference { object["spatialReference"] = geometry.spatialReference?.json }
        self = .object(object)
    }

    /// Reads this value as an Esri JSON geometry object; nil for `null`.
    ///
    /// `spatialReference` is what the geometry is in when it does not say so itself.
    /// - Throws: `FeatureError` for anything that is no geometry.
    public func geometry(spatialReference: SpatialReference? = nil) throws(FeatureError) -> (any Geometry)? {
        if isNull { return nil }
        guard let object else { throw FeatureError(.malformed, "A geometry must be a JSON object.") }
        guard JSONValue.geometryKeys.contains(where: { object[$0] != nil }) else {
            throw FeatureError(
                .malformed, "The object has none of the members of a geometry: x, points, paths, rings, xmin.")
        }
        if object["points"] == nil, object["paths"] == nil, object["rings"] == nil {
            // An empty point has neither; half of one is a mistake, which must not wipe what was there.
            let numbers = ["x", "y"].filter { object[$0]?.double?.isFinite == true }
            guard numbers.count != 1 else {
                throw FeatureError(
                    .malformed, "A point needs a number for both x and y; this one has \(numbers[0]) alone.")
            }
        }
        if let reference = object["spatialReference"], !reference.isNull, reference.object == nil {
            throw FeatureError(.malformed, "A spatialReference must be a JSON object such as {\"wkid\": 4326}.")
        }
        return try JSONValue.geometry(parsing: serialized(), spatialReference: spatialReference)
    }

    /// Reads the text of an Esri JSON geometry object.
    ///
    /// - Throws: `FeatureError`; its cause tells line and column.
    public static func geometry(
        parsing bytes: [UInt8], spatialReference: SpatialReference? = nil
    ) throws(FeatureError) -> any Geometry {
        var options = JSONReader.Options()
        options.acceptsNonFinite = true
        do throws(CodecError) {
            let geometry = try JSONReader.read(bytes, options: options) {
                reader throws(CodecError) -> (any Geometry)? in
                var document = EsriFeatureSetReader()
                try document.readGeometry(&reader)
                let reference = document.shapeReference ?? spatialReference
                return document.shapes.finish(hasZ: false, hasM: false)?.geometry(at: 0, in: reference)
            }
            if let geometry { return geometry }
        } catch {
            throw FeatureError(reading: "Esri JSON", error)
        }
        throw FeatureError(
            .malformed, "The object has none of the members of a geometry: x, points, paths, rings, xmin.")
    }

    private static let geometryKeys = [
        "x", "y", "points", "paths", "rings", "curvePaths", "curveRings", "xmin", "ymin", "xmax", "ymax",
    ]
}

extension FeatureRecord {
    /// Reads an Esri JSON feature, `{"attributes": {…}, "geometry": {…}}`.
    ///
    /// Attributes of known `fields` are named and typed as the field is, in any case of their names; others are typed by their
    /// value. `spatialReference` is what the shape is in when it does not say so itself.
    /// - Throws: `FeatureError` for a value that its field cannot hold, and for what is no feature.
    public init(
        json: JSONValue, fields: [Field] = [], spatialReference: SpatialReference? = nil
    ) throws(FeatureError) {
        guard let object = json.object else { throw FeatureError(.malformed, "A feature must be a JSON object.") }
        self.init()
        for (key, value) in object["attributes"]?.object?.members ?? [] {
            let field = fields.first { $0.name == key } ?? fields.first { $0.name.lowercased() == key.lowercased() }
            if let field {
                do {
                    attributes[field.name] = try AttributeValue(json: value, type: field.type)
                } catch {
                    throw FeatureError(error.code, "\(field.name): \(error.message)", cause: error.cause)
                }
            } else {
                attributes[key] = AttributeValue(json: value)
            }
        }
        geometry = try object["geometry"]?.geometry(spatialReference: spatialReference)
    }

    /// The feature as Esri JSON; attributes in the order of their names, the shape with its reference.
    public var json: JSONValue {
        var values = JSONObject()
        for (name, value) in attributes.sorted(by: { $0.key < $1.key }) { values[name] = value.json }
        var object: JSONObject = ["attributes": .object(values)]
        object["geometry"] = geometry.map { JSONValue(geometry: $0) }
        return .object(object)
    }
}
