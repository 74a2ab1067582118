// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaFeatures
public import GromaGeometry
public import GromaMapping

/// What a callout points at.
public enum CalloutAnchor {
    /// A place of any reference.
    case location(Point)
    /// A feature or graphic; the callout follows it where it moves.
    case geoElement(any GeoElement)
}

/// A bubble beside a place of the map.
@MainActor
public struct Callout {
    /// What it points at.
    public var anchor: CalloutAnchor
    /// What it says; nil where `customContent` stands for it.
    public var content: CalloutContent?
    /// A toolkit's own content in place of `content`.
    public var customContent: AnyObject?
    /// Points from the place to the leader's tip, for tall markers: x to the right, y down.
    public var leaderOffset: (x: Double, y: Double)
    /// One thing to do with what the callout points at, as a button: it gets the popup of the feature. Nil for none; without effect
    /// beside `customContent`, and for a callout at a place.
    public var accessory: PopupAction?

    /// Makes a callout.
    public init(
        at anchor: CalloutAnchor, content: CalloutContent, leaderOffset: (x: Double, y: Double) = (0, 0),
        accessory: PopupAction? = nil
    ) {
        self.anchor = anchor
        self.content = content
        self.accessory = accessory
        self.leaderOffset = leaderOffset
    }

    /// Makes a callout with a toolkit's own content.
    public init(at anchor: CalloutAnchor, customContent: AnyObject, leaderOffset: (x: Double, y: Double) = (0, 0)) {
        self.anchor = anchor
        self.customContent = customContent
        self.leaderOffset = leaderOffset
    }

    /// The place it points at now; nil for something that has none.
    public var location: Point? {
        switch anchor {
        case .location(let point): point
        case .geoElement(let element): element.geometry.flatMap(Self.place)
        }
    }

    /// A point that lies on a shape: of lines the middle of their way, of areas a place inside.
    private static func place(of geometry: any Geometry) -> Point? {
        switch geometry {
        case _ where geometry.isEmpty: nil
        case let point as Point: point
        case let line as Polyline: GeometryEngine.point(along: line, distance: GeometryEngine.length(of: line) / 2)
        case let area as Polygon: GeometryEngine.labelPoint(for: area)
        case let points as Multipoint:
            Point(x: points.coordinates.xy[0], y: points.coordinates.xy[1], spatialReference: points.spatialReference)
        default: geometry.extent.center
        }
    }
}
