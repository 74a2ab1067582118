// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
public import GromaFeatures
public import GromaGeometry

/// What a GPX file holds (GPX 1.1, 1.0 too): tracks of segments, routes, and waypoints.
public struct GPXDocument: Sendable {
    /// A track or a route.
    public struct Track: Sendable {
        /// As people see it; empty where the file gives none.
        public var name: String
        /// What was recorded without a break; a route has one.
        public var segments: [[Location]]

        /// Makes a track.
        public init(name: String = "", segments: [[Location]] = []) {
            self.name = name
            self.segments = segments
        }

        /// The way as a line in WGS 84 with a part a segment; z where every point has a height. Segments of less than two points are left out.
        public var polyline: Polyline {
            let lines = segments.filter { $0.count > 1 }
            let hasZ = lines.allSatisfy { $0.allSatisfy { $0.position.z != nil } }
            var parts = CoordinateParts(
                coordinates: CoordinateSequence(z: hasZ && !lines.isEmpty ? [] : nil))
            for line in lines {
                parts.beginPart()
                for location in line {
                    parts.append(x: location.position.x, y: location.position.y)
                    if hasZ { parts.coordinates.z?.append(location.position.z ?? 0) }
                }
            }
            return Polyline(parts: parts, spatialReference: .wgs84)
        }
    }
    /// What was recorded.
    public var tracks: [Track]
    /// What was planned.
    public var routes: [Track]
    /// Single places, with their names.
    public var waypoints: [(name: String, location: Location)]
    /// How many points of the file were left out because they are no places: a latitude or longitude is missing, no number, or not on earth.
    public private(set) var skippedPointCount = 0

    /// The largest document that is read, in points.
    static let mostPoints = 2_000_000

    /// Makes a document.
    public init(tracks: [Track] = [], routes: [Track] = [], waypoints: [(name: String, location: Location)] = []) {
        self.tracks = tracks
        self.routes = routes
        self.waypoints = waypoints
    }

    /// Reads a file's bytes. Points that are no places are left out and counted; times may be missing, and are then one second apart, or as
    /// far as the way between two points needs to be believed.
    ///
    /// Throws `LocationError`: `malformed` for anything but GPX, `tooLarge` beyond 32 MB, a million elements or two million points.
    public init(parsing bytes: [UInt8]) throws(LocationError) {
        let root: XMLTree
        do { root = try XMLTree(parsing: bytes) } catch {
            throw error.code == .tooLarge
                ? LocationError(.tooLarge, "The GPX file is too large to be read; split it.", cause: error)
                : LocationError(.malformed, "This is no GPX file.", cause: error)
        }
        guard root.name == "gpx" else {
            throw LocationError(.malformed, "This is no GPX file: its root element is \(root.name.prefix(40)).")
        }
        var count = 0, skipped = 0
        // A track's parts follow each other in time also where the file tells no times.
        var last: Location?
        func points(_ elements: [XMLTree]) throws(LocationError) -> [Location] {
            count += elements.count
            guard count <= Self.mostPoints else {
                throw LocationError(
                    .tooLarge, "A GPX file of more than \(Self.mostPoints) points is not read; split it.")
            }
            var result: [Location] = []
            for element in elements {
                guard let location = Self.location(element, after: last) else {
                    skipped += 1
                    continue
                }
                result.append(location)
                last = location
            }
            return result
        }
        tracks = []
        for track in root.all("trk") {
            var segments: [[Location]] = []
            for segment in track.all("trkseg") { segments.append(try points(segment.all("trkpt"))) }
            tracks.append(Track(name: track.text("name") ?? "", segments: segments))
        }
        last = nil
        routes = []
        for route in root.all("rte") {
            routes.append(Track(name: route.text("name") ?? "", segments: [try points(route.all("rtept"))]))
        }
        let places = root.all("wpt")
        waypoints = places.compactMap { element in
            Self.location(element, after: nil).map { (element.text("name") ?? "", $0) }
        }
        skippedPointCount = skipped + places.count - waypoints.count
    }

    /// All points of tracks, or of routes where there are no tracks, in order.
    public var locations: [Location] {
        let recorded = tracks.flatMap(\.segments).flatMap(\.self)
        return recorded.isEmpty ? routes.flatMap(\.segments).flatMap(\.self) : recorded
    }

    private static func location(_ element: XMLTree, after last: Location?) -> Location? {
        guard let latitude = number(element.attributes["lat"]), let longitude = number(element.attributes["lon"]),
            abs(latitude) <= 90, abs(longitude) <= 180
        else { return nil }
        var position = Point(latitude: latitude, longitude: longitude)
        position.z = number(element.text("ele"))
        let extensions = element["extensions"].map(leaves) ?? [:]
        let dilution = number(element.text("hdop"))
        var time = element.text("time").flatMap(ISOTime.date)
        if time == nil, let last {
            let metres = PlausibilityFilter.distance(
                last.position.y, last.position.x, position.y, position.x)
            time = last.timestamp.addingTimeInterval(max(1, 2 * metres / PlausibilityFilter.fastest))
        }
        return Location(
            position: position,
            horizontalAccuracy: number(extensions["accuracy"]) ?? dilution.map { $0 * NMEAEpoch.usualRangeError },
            accuracyKind: extensions["accuracy"] == nil && dilution != nil ? .fixDilution : .reported,
            speed: number(element.text("speed")) ?? number(extensions["speed"]),
            course: number(element.text("course")) ?? number(extensions["course"]),
            timestamp: time ?? Date(timeIntervalSince1970: 0))
    }

    /// Texts by local name, however deep vendors nest them.
    private static func leaves(_ element: XMLTree) -> [String: String] {
        var found: [String: String] = [:]
        for child in element.children {
            if child.children.isEmpty {
                found[child.name] = child.text
            } else {
                found.merge(leaves(child)) { first, _ in first }
            }
        }
        return found
    }

    private static func number(_ text: String?) -> Double? {
        text.flatMap { $0.utf8.count <= 40 ? Double($0) : nil }.flatMap { $0.isFinite ? $0 : nil }
    }

    // MARK: As features

    /// A feature a point: its place, and what was measured there. Fields: TRACK, SEGMENT, RECORDED, SPEED, COURSE, ACCURACY.
    public func pointFeatures() -> [FeatureRecord] {
        var records: [FeatureRecord] = []
        for track in tracks {
            for (number, segment) in track.segments.enumerated() {
                for location in segment {
                    func value(_ number: Double?) -> AttributeValue { number.map { .double($0) } ?? .null }
                    records.append(
                        FeatureRecord(
                            attributes: [
                                "TRACK": .string(track.name), "SEGMENT": .integer(Int64(number)),
                                "RECORDED": .date(Int64((location.timestamp.timeIntervalSince1970 * 1_000).rounded())),
                                "SPEED": value(location.speed), "COURSE": value(location.course),
                                "ACCURACY": value(location.horizontalAccuracy),
                            ], geometry: location.position))
                }
            }
        }
        return records
    }

    /// A feature a track: its line, its name, begin, end, and length in metres on the ellipsoid. Fields: TRACK, BEGIN, END, METERS.
    public func lineFeatures() -> [FeatureRecord] {
        tracks.compactMap { track in
            let line = track.polyline
            guard !line.isEmpty, let first = track.segments.first(where: { !$0.isEmpty })?.first,
                let last = track.segments.last(where: { !$0.isEmpty })?.last
            else { return nil }
            func time(_ location: Location) -> AttributeValue {
                .date(Int64((location.timestamp.timeIntervalSince1970 * 1_000).rounded()))
            }
            return FeatureRecord(
                attributes: [
                    "TRACK": .string(track.name), "BEGIN": time(first), "END": time(last),
                    "METERS": (try? GeometryEngine.geodeticLength(of: line)).map { .double($0) } ?? .null,
                ], geometry: line)
        }
    }
}
