// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// One or more paths. A path of fewer than two vertices draws nothing.
public struct Polyline: Geometry {
    /// The paths, as flat coordinates.
    public var parts: CoordinateParts {
        didSet { curves = nil }
    }
    public var spatialReference: SpatialReference?
    /// The paths as a document with curves states them; `parts` are their straight stand-ins. Nil without curves.
    package private(set) var curves: [CurvePath]?

    /// Makes the shape from flat paths in `spatialReference`; no paths make an empty one.
    public init(parts: CoordinateParts = CoordinateParts(), spatialReference: SpatialReference? = nil) {
        self.parts = parts
        self.spatialReference = spatialReference
    }

    /// Makes a shape with curves; `parts` are what the curves' `densified()` gives.
    package init(parts: CoordinateParts, curves: [CurvePath]?, spatialReference: SpatialReference?) {
        self.init(parts: parts, spatialReference: spatialReference)
        self.curves = curves
    }

    /// Makes the shape from one path of points. z and m are kept when every point has them.
    public init(points: [Point], spatialReference: SpatialReference? = nil) {
        self.init(
            parts: CoordinateParts(coordinates: CoordinateSequence(points: points), starts: points.isEmpty ? [] : [0]),
            spatialReference: spatialReference ?? points.first?.spatialReference)
    }

    public static var geometryType: GeometryType { .polyline }
    public var isEmpty: Bool { parts.coordinates.isEmpty }
    public var hasZ: Bool { parts.coordinates.z != nil }
    public var hasM: Bool { parts.coordinates.m != nil }
    public var extent: Envelope {
        curves?.extent(in: spatialReference) ?? parts.coordinates.extent(in: spatialReference)
    }
}
