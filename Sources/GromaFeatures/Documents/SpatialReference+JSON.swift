// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs
public import GromaGeometry

extension SpatialReference {
    /// Reads `{"wkid":102100,"latestWkid":3857}`, `{"wkt":"…"}` or a bare id (Esri JSON, spatial reference object; `inSR`).
    /// Nil when the value names no reference. Storage keys such as `xyTolerance` are left out.
    public init?(json: JSONValue) {
        if let id = json.int ?? json.string.flatMap({ Int($0) }) {
            self.init(wkid: id)
            return
        }
        guard let object = json.object else { return nil }
        let id = object["wkid"]?.int ?? object["latestWkid"]?.int
        if let id {
            self.init(
                wkid: object["wkid"]?.int ?? id, latestWKID: object["latestWkid"]?.int,
                verticalWKID: object["vcsWkid"]?.int, latestVerticalWKID: object["latestVcsWkid"]?.int)
            wkt = object["wkt"]?.string
        } else if let text = object["wkt"]?.string ?? object["wkt2"]?.string, !text.isEmpty {
            self.init(wkt: text)
        } else {
            return nil
        }
    }

    /// The Esri JSON object.
    public var json: JSONValue {
        var object = JSONObject()
        object["wkid"] = wkid.map { .integer($0) }
        object["latestWkid"] = latestWKID.map { .integer($0) }
        object["vcsWkid"] = verticalWKID.map { .integer($0) }
        object["latestVcsWkid"] = latestVerticalWKID.map { .integer($0) }
        object["wkt"] = wkt.map { .string($0) }
        return .object(object)
    }
}

extension Envelope {
    /// Reads `{"xmin":…,"ymin":…,"xmax":…,"ymax":…}`; sides that are null, `"NaN"` or missing make an empty envelope.
    /// Nil when the value is no object.
    public init?(json: JSONValue) {
        guard let object = json.object else { return nil }
        func side(_ key: String) -> Double { object[key]?.double ?? .nan }
        let reference = object["spatialReference"].flatMap { SpatialReference(json: $0) }
        let sides = ["xmin", "ymin", "xmax", "ymax"].map(side)
        if sides.contains(where: \.isNaN) {
            self = .empty(in: reference)
        } else {
            self.init(
                xMin: sides[0], yMin: sides[1], xMax: sides[2], yMax: sides[3], spatialReference: reference)
        }
        zMin = object["zmin"]?.double
        zMax = object["zmax"]?.double
        mMin = object["mmin"]?.double
        mMax = object["mmax"]?.double
    }

    /// The Esri JSON object; an empty envelope's sides are `"NaN"`, as services write them.
    public var json: JSONValue {
        func side(_ value: Double) -> JSONValue { value.isFinite ? .double(value) : .string("NaN") }
        var object = JSONObject()
        object["xmin"] = side(xMin)
        object["ymin"] = side(yMin)
        object["xmax"] = side(xMax)
        object["ymax"] = side(yMax)
        object["zmin"] = zMin.map { .double($0) }
        object["zmax"] = zMax.map { .double($0) }
        object["mmin"] = mMin.map { .double($0) }
        object["mmax"] = mMax.map { .double($0) }
        object["spatialReference"] = spatialReference?.json
        return .object(object)
    }
}
