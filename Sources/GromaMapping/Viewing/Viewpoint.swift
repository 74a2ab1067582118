// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs
import GromaFeatures
public import GromaGeometry

/// What a view shall show: a place and a scale, or a shape that shall be seen whole.
public struct Viewpoint: Sendable {
    /// The point in the middle, or the shape to see whole.
    public var targetGeometry: any Geometry
    /// The scale's denominator; NaN where the shape decides.
    public var targetScale: Double
    /// Degrees by which north is turned clockwise from the view's upper edge.
    public var rotation: Double

    /// A place in the middle, at a scale's denominator.
    public init(center: Point, scale: Double, rotation: Double = 0) {
        targetGeometry = center
        targetScale = scale
        self.rotation = rotation
    }
    /// A geographic place in the middle (degrees, WGS 84), at a scale's denominator.
    public init(latitude: Double, longitude: Double, scale: Double, rotation: Double = 0) {
        self.init(center: Point(latitude: latitude, longitude: longitude), scale: scale, rotation: rotation)
    }
    /// A shape that shall be seen whole.
    public init(boundingGeometry: any Geometry, rotation: Double = 0) {
        targetGeometry = boundingGeometry
        targetScale = .nan
        self.rotation = rotation
    }
}

extension Viewpoint {
    /// Reads `{"targetGeometry":…,"scale":…,"rotation":…}` with a point or an envelope (web map specification, viewpoint).
    /// Nil where there is neither, or where it is empty.
    public init?(json: JSONObject) {
        guard let target = json["targetGeometry"]?.object else { return nil }
        let scale = json["scale"].flatMap(Double.init(documentValue:)) ?? .nan
        let rotation = json["rotation"].flatMap(Double.init(documentValue:)) ?? 0
        let reference = target["spatialReference"].flatMap(SpatialReference.init(json:))
        if let x = target["x"]?.double, let y = target["y"]?.double {
            self.init(center: Point(x: x, y: y, spatialReference: reference), scale: scale, rotation: rotation)
        } else if let envelope = Envelope(json: .object(target)), !envelope.isEmpty {
            self.init(boundingGeometry: envelope, rotation: rotation)
            targetScale = scale
        } else {
            return nil
        }
    }

    /// The viewpoint as web maps have it; any shape but a point is written as the box round it.
    public var json: JSONObject {
        var object = JSONObject(compacting: ["rotation": .double(rotation)])
        if targetScale.isFinite { object["scale"] = .double(targetScale) }
        if let point = targetGeometry as? Point {
            object["targetGeometry"] = .object(
                JSONObject(compacting: [
                    "x": .double(point.x), "y": .double(point.y), "spatialReference": point.spatialReference?.json,
                ]))
        } else {
            object["targetGeometry"] = targetGeometry.extent.json
        }
        return object
    }
}

extension Viewpoint: Equatable {
    public static func == (a: Viewpoint, b: Viewpoint) -> Bool {
        a.json == b.json
    }
}

extension Viewpoint {
    /// The same place in another reference; a target without reference is taken to be in it already.
    public func projected(into spatialReference: SpatialReference) throws(GeometryError) -> Viewpoint {
        var result = self
        guard targetGeometry.spatialReference != nil else {
            result.targetGeometry.spatialReference = spatialReference
            return result
        }
        func project(_ geometry: some Geometry) throws(GeometryError) -> any Geometry {
            try GeometryEngine.project(geometry, into: spatialReference)
        }
        result.targetGeometry = try project(targetGeometry)
        return result
    }
}
