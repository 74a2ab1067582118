// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures
import GromaGeometry
import GromaLocation
import Testing

@Suite("Tracks") struct TrackTests {
    static func fix(_ number: Int, seconds: Double? = nil, accuracy: Double? = 4) -> Location {
        var position = Point(latitude: 47.5, longitude: 8.7 + Double(number) * 1e-4)
        position.z = 400 + Double(number)
        return Location(
            position: position, horizontalAccuracy: accuracy, speed: 7.5, course: 90,
            timestamp: Date(timeIntervalSince1970: 1_800_000_000 + (seconds ?? Double(number))))
    }
    func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "track-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    @Test("what is recorded is read back, whole after each point, with its details, as GPX and as features")
    func roundTrip() async throws {
        let url = try folder().appending(path: "a.gpx")
        let recorder = try TrackRecorder(
            fileURL: url, name: "Walk <1> & more", limits: TrackLimits(distance: 0, interval: .zero))
        for number in 0..<20 {
            if number == 10 { recorder.beginSegment() }
            #expect(try await recorder.append(Self.fix(number)))
            let document = try GPXDocument(parsing: [UInt8](try Data(contentsOf: url)))
            #expect(document.locations.count == number + 1)
        }
        let document = try await recorder.document()
        let track = try #require(document.tracks.first)
        #expect(track.name == "Walk <1> & more" && track.segments.map(\.count) == [10, 10])
        for (number, location) in document.locations.enumerated() {
            let wanted = Self.fix(number)
            #expect(location.position == wanted.position && location.timestamp == wanted.timestamp)
            #expect(location.speed == 7.5 && location.course == 90 && location.horizontalAccuracy == 4)
        }
        #expect(track.polyline.parts.count == 2 && track.polyline.hasZ)
        let points = document.pointFeatures(), lines = document.lineFeatures()
        #expect(
            points.count == 20 && points[10].attributes["SEGMENT"] == .integer(1)
                && points[3].attributes["SPEED"] == .double(7.5))
        guard case .double(let metres)? = lines.first?.attributes["METERS"] else {
            Issue.record("a line has a length")
            return
        }
        #expect(abs(metres - 18 * 7.53) < 1)
    }

    @Test("limits of distance and time decide, one or both, and bad fixes are left out")
    func limits() {
        let near = Self.fix(0), far = Self.fix(1, seconds: 3), late = Self.fix(0, seconds: 11),
            both = Self.fix(1, seconds: 11)
        for (rule, taken) in [(TrackLimits.Rule.either, [true, true, true]), (.both, [false, false, true])] {
            let limits = TrackLimits(distance: 5, interval: .seconds(10), rule: rule)
            #expect([far, late, both].map { limits.takes($0, after: near) } == taken)
            #expect(!limits.takes(Self.fix(0, seconds: 1), after: near) && limits.takes(near, after: nil))
        }
        let strict = TrackLimits(worstAccuracy: 10)
        #expect(
            !strict.takes(Self.fix(0, accuracy: 11), after: nil)
                && !strict.takes(Self.fix(0, accuracy: nil), after: nil))
        #expect(
            TrackLimits().breaks(before: Self.fix(1, seconds: 121), after: near)
                && !TrackLimits().breaks(before: far, after: near))
    }

    @Test("a process that is killed has everything it was told is written")
    func killed() async throws {
        let url = try folder().appending(path: "killed.gpx")
        let path = url.path(percentEncoded: false)
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let recorder = try TrackRecorder(
                fileURL: URL(filePath: path), limits: TrackLimits(distance: 0, interval: .zero))
            for number in 0..<50 { _ = try await recorder.append(TrackTests.fix(number)) }
            kill(getpid(), SIGKILL)
        }
        #expect(try GPXDocument(parsing: [UInt8](try Data(contentsOf: url))).locations.count == 50)
    }

    @Test("a file cut at any byte loses nothing but the point that was being written, and is gone on with")
    func torn() async throws {
        let folder = try folder()
        let url = folder.appending(path: "whole.gpx")
        let recorder = try TrackRecorder(fileURL: url, limits: TrackLimits(distance: 0, interval: .zero))
        for number in 0..<3 { _ = try await recorder.append(Self.fix(number)) }
        let whole = [UInt8](try Data(contentsOf: url))
        let firstPoint = try #require(String(decoding: whole, as: UTF8.self).range(of: "<trkpt"))
        let head = String(decoding: whole, as: UTF8.self)[..<firstPoint.lowerBound].utf8.count
        for end in stride(from: head, through: whole.count, by: 7) {
            let torn = folder.appending(path: "torn.gpx")
            try Data(whole[..<end]).write(to: torn)
            let before = String(decoding: whole[..<end], as: UTF8.self).components(separatedBy: "</trkpt>\n").count - 1
            let next = try TrackRecorder(fileURL: torn, limits: TrackLimits(distance: 0, interval: .zero))
            #expect(next.pointCount == before)
            _ = try await next.append(Self.fix(9, seconds: 100))
            let document = try await next.document()
            #expect(document.locations.count == before + 1 && document.tracks[0].segments.last?.count == 1)
        }
        try Data("<gpx creator=\"Other\"></gpx>".utf8).write(to: folder.appending(path: "other.gpx"))
        #expect(throws: LocationError.self) { try TrackRecorder(fileURL: folder.appending(path: "other.gpx")) }
    }

    @Test("a full disk is told, and the file stays as it was")
    func fullDisk() async throws {
        #expect(throws: LocationError.self) { try TrackRecorder(fileURL: URL(filePath: "/nonexistent/a.gpx")) }
        #expect(throws: LocationError.self) { try TrackRecorder(fileURL: URL(filePath: "/dev/full")) }
    }

    @Test("GPX of others: times missing, vendors' extensions, routes, waypoints; what is no place is left out")
    func foreignGPX() throws {
        let text = """
            <?xml version="1.0"?><gpx version="1.0" creator="x" xmlns:v="urn:v"><wpt lat="1" lon="2"><name>A</name></wpt>
            <rte><rtept lat="3" lon="4"/><rtept lat="99" lon="4"/></rte>
            <trk><name>T</name><trkseg><trkpt lat="5" lon="6"><ele>7</ele><extensions><v:more><v:speed>2.5</v:speed></v:more></extensions></trkpt>
            <trkpt lat="nan" lon="6"/><trkpt lon="6"/><trkpt lat="5.0001" lon="6"><time>2026-06-15T12:00:00+02:00</time></trkpt></trkseg></trk></gpx>
            """
        let document = try GPXDocument(parsing: Array(text.utf8))
        #expect(document.waypoints.map(\.name) == ["A"] && document.routes[0].segments[0].count == 1)
        #expect(
            document.locations.count == 2 && document.locations[0].speed == 2.5 && document.locations[0].position.z == 7
        )
        #expect(document.locations[1].timestamp == Date(timeIntervalSince1970: 1_781_517_600))
        for bad in ["", "<gpx>", "<kml/>", "{}", "<!DOCTYPE gpx [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><gpx>&x;"] {
            #expect(throws: LocationError.self) { try GPXDocument(parsing: Array(bad.utf8)) }
        }
    }

    @Test("parts of a track without times follow each other, none farther from the last than can be believed")
    func untimed() throws {
        let parts = [(47.0, 8.0), (47.5, 8.0), (46.0, 9.0)].map { latitude, longitude in
            let points = (0..<3).map { "<trkpt lat=\"\(latitude + Double($0) * 1e-4)\" lon=\"\(longitude)\"/>" }
            return "<trkseg>\(points.joined())</trkseg>"
        }
        let locations = try GPXDocument(parsing: Array("<gpx><trk>\(parts.joined())</trk></gpx>".utf8)).locations
        #expect(locations.count == 9)
        #expect(locations[1].timestamp.timeIntervalSince(locations[0].timestamp) == 1)
        var filter = PlausibilityFilter()
        #expect(locations.allSatisfy { filter.accepts($0) })
    }

    @MainActor @Test("a track is replayed at its pace, with speeds and courses from the way, and long gaps shortened")
    func replay() async throws {
        let url = try folder().appending(path: "r.gpx")
        let points = [(0, 0.0), (1, 10), (2, 20), (3, 3_600)].map { number, seconds in
            "<trkpt lat=\"47.5\" lon=\"\(8.7 + Double(number) * 1e-4)\"><time>\(ISOTime.text(Date(timeIntervalSince1970: 1_800_000_000 + seconds)))</time></trkpt>"
        }
        try Data("<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>".utf8).write(to: url)
        let time = ManualTime()
        let source = GPXLocationDataSource(fileURL: url, time: time.source)
        var fixes = source.locations.makeAsyncIterator()
        try await source.start()
        #expect(await fixes.next()?.speed == nil)
        for pause in [10.0, 10, 60] {
            await time.sleepers(1)
            time.advance(by: .seconds(pause))
            let fix = try #require(await fixes.next())
            if pause == 10 { #expect(abs((fix.speed ?? 0) - 0.753) < 0.01 && abs((fix.course ?? 0) - 90) < 0.1) }
        }
        await until { source.status == .stopped }
    }
}

@Suite("The magnetic model") struct MagneticModelTests {
    /// Declinations that another program computes from the same coefficients, in degrees.
    @Test(
        "agrees with another program's answers",
        arguments: [
            (80.0, 0.0, 0.0, 2025.0, 1.2815), (0, 120, 0, 2025, -0.1583), (-80, 240, 0, 2025, 68.7754),
            (47.5, 8.7, 400, 2026.5, 3.6485),
            (40, -105, 1_600, 2027.25, 7.4829), (64, -21, 0, 2028, -10.1562), (-33.9, 151.2, 0, 2029.5, 12.8951),
            (52.7, 5.29, 0, 2026.9, 2.8914),
            (85, -150, 0, 2026, -24.3416),
        ])
    func declination(latitude: Double, longitude: Double, height: Double, year: Double, degrees: Double) throws {
        var point = Point(latitude: latitude, longitude: longitude)
        point.z = height
        let date = Date(timeIntervalSince1970: (year - 1_970) * 365.2425 * 86_400)
        let found = try #require(MagneticModel.declination(at: point, on: date))
        #expect(abs(found - degrees) < 0.01)
        let mercator = try? GeometryEngine.project(point, into: .webMercator)
        if let mercator, !mercator.isEmpty {
            #expect(try abs(#require(MagneticModel.declination(at: mercator, on: date)) - degrees) < 0.01)
        }
    }

    @Test("has no answer outside of its years and places")
    func limits() {
        let place = Point(latitude: 47, longitude: 8)
        #expect(MagneticModel.declination(at: place, on: Date(timeIntervalSince1970: 0)) == nil)
        #expect(
            MagneticModel.declination(at: .empty(in: .wgs84), on: Date(timeIntervalSince1970: 1_800_000_000)) == nil)
        #expect(
            MagneticModel.declination(
                at: Point(latitude: 90, longitude: 8), on: Date(timeIntervalSince1970: 1_800_000_000)) != nil)
    }
}
