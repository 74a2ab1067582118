// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaGeometry
import GromaLocation
import GromaMapping
import Testing

@MainActor @Suite("The device is shown") struct DisplayTests {
    @Test(
        "with a course, its picture is turned by course and map; without one, the plain picture is upright",
        arguments: [AutoPanMode.off, .recenter])
    func turnsWithCourse(mode: AutoPanMode) async throws {
        let stage = Stage(host: TestHost(rotation: 20))
        stage.display.autoPanMode = mode
        try await stage.display.start()
        await stage.fix(x: 0, y: 0, speed: 10, course: 45)
        #expect(stage.symbolAngle == 65)
        #expect(stage.symbolWidth == LocationPicture(kind: .course).size * 0.75)
        let plain = Stage(host: TestHost(rotation: 20))
        try await plain.display.start()
        await plain.fix(x: 0, y: 0)
        #expect(plain.symbolAngle == 0)
        #expect(plain.symbolWidth == LocationPicture(kind: .plain).size * 0.75)
    }

    @Test("the compass mode has a picture of its own")
    func compassPicture() async throws {
        let stage = Stage()
        stage.display.autoPanMode = .compassNavigation
        try await stage.display.start()
        await stage.fix(x: 0, y: 0, speed: 10, course: 45)
        #expect(stage.symbolWidth == LocationPicture(kind: .heading).size * 0.75)
        #expect(stage.symbolAngle == 0)
    }

    @Test("a course at 0.4 m/s keeps the last one for five seconds, then the plain picture comes by itself")
    func slowCourse() async throws {
        let stage = Stage()
        try await stage.display.start()
        await stage.fix(x: 0, y: 0, speed: 10, course: 45, settles: false)
        let start = stage.time.now
        stage.display.advance()
        await stage.fix(x: 1, y: 0, speed: 0.4, course: 200, settles: false)
        stage.display.advance()
        #expect(stage.symbolAngle == 45)
        stage.time.advance(by: start + .milliseconds(4_900) - stage.time.now)
        stage.display.advance()
        #expect(stage.symbolAngle == 45)
        stage.time.advance(by: .milliseconds(200))
        stage.display.advance()
        #expect(stage.symbolAngle == 0 && stage.symbolWidth == LocationPicture(kind: .plain).size * 0.75)
    }

    @Test("an old location is shown as being looked for, and the next fix ends that")
    func staleness() async throws {
        let stage = Stage()
        try await stage.display.start()
        await stage.fix(x: 0, y: 0)
        #expect(!stage.display.isStale)
        let frames = stage.host.frameRequests
        await stage.time.sleepers(1)
        stage.time.advance(by: .seconds(10))
        await until { stage.display.isStale }
        #expect(stage.host.frameRequests > frames, "the view is told without a fix")
        stage.display.advance()
        #expect(stage.symbolWidth == LocationPicture(kind: .acquiring).size * 0.75)
        await stage.fix(x: 1, y: 0)
        #expect(!stage.display.isStale)
        #expect(stage.symbolWidth == LocationPicture(kind: .plain).size * 0.75)
    }

    @Test(
        "the circle has its radius on the ground within a pixel at any scale",
        arguments: [500.0, 5_000, 50_000, 500_000])
    func circle(scale: Double) throws {
        for (latitude, reference) in [
            (0.0, SpatialReference.webMercator), (47, .webMercator), (70, .wgs84), (47, SpatialReference(wkid: 32_632)),
        ] {
            let place = Point(latitude: latitude, longitude: 8.7)
            let center = try GeometryEngine.project(place, into: reference)
            let viewport = Viewport(width: 600, height: 400, center: center, scale: scale)
            let circle = try #require(AccuracyCircle.polygon(round: center, radius: 30, in: viewport))
            let xy = circle.parts.coordinates.xy
            // Middles of sides are where a polygon is furthest from its circle.
            for index in stride(from: 0, to: xy.count - 2, by: 2) {
                let middle = Point(
                    x: (xy[index] + xy[index + 2]) / 2, y: (xy[index + 1] + xy[index + 3]) / 2,
                    spatialReference: reference)
                let ground = try GeometryEngine.project(middle, into: .wgs84)
                let way = try GeometryEngine.geodeticDistance(from: place, to: ground)
                let wanted = try GeometryEngine.project(
                    GeometryEngine.geodeticMove(place, distance: 30, azimuth: way.azimuth1), into: reference)
                let a = viewport.screenPoint(of: middle), b = viewport.screenPoint(of: wanted)
                #expect(hypot(a.x - b.x, a.y - b.y) < 1)
            }
        }
    }

    @Test("unknown accuracy, 0 and nonsense draw no circle", arguments: [nil, 0.0, -5, .nan, .infinity])
    func noCircle(accuracy: Double?) async throws {
        let stage = Stage()
        try await stage.display.start()
        await stage.fix(x: 0, y: 0, accuracy: accuracy)
        #expect(stage.display.graphics.count == 1)
    }

    @Test(
        "the location is in WGS 84 whatever the map, the map's location in the map's reference",
        arguments: [
            SpatialReference.webMercator, .wgs84, SpatialReference(wkid: 32_632),
        ])
    func references(reference: SpatialReference) async throws {
        let host = TestHost(center: try GeometryEngine.project(Point(latitude: 47.5, longitude: 8.7), into: reference))
        let stage = Stage(host: host)
        try await stage.display.start()
        await stage.fix(Location(position: Point(latitude: 47.5, longitude: 8.7), timestamp: Stage.epoch))
        let location = try #require(stage.display.location?.position), place = try #require(stage.display.mapLocation)
        #expect(location.spatialReference?.isWGS84 == true && location.x == 8.7 && location.y == 47.5)
        #expect(place.spatialReference == reference)
        let screen = host.viewport.screenPoint(of: place)
        #expect(abs(screen.x - 300) < 1e-6 && abs(screen.y - 200) < 1e-6)
    }

    @Test("observers hear every fix, both at once, and nothing after the stop")
    func observers() async throws {
        let stage = Stage()
        try await stage.display.start()
        let locations = stage.display.locations, places = stage.display.mapLocations
        for step in 1...5 { await stage.fix(x: Double(step), y: 0, settles: false) }
        await stage.display.stop()
        stage.tell { $0.report(Location(position: Point(latitude: 1, longitude: 1))) }
        try await stage.display.start()
        stage.tell { $0.report(Location(position: Point(latitude: 0, longitude: 0.001), timestamp: Stage.epoch)) }
        await until { stage.display.location != nil }
        var heard: [Location] = [], heardPlaces: [Point] = []
        for await location in locations {
            heard.append(location)
            if heard.count == 6 { break }
        }
        for await place in places {
            heardPlaces.append(place)
            if heardPlaces.count == 6 { break }
        }
        #expect(heard.last?.position.x == 0.001, "what was said after the stop was heard")
        for (location, place) in zip(heard, heardPlaces) {
            #expect(abs(WebMercator.x(longitude: location.position.x) - place.x) < 1e-6)
        }
    }

    @Test("a start before the map is loaded takes effect when it is")
    func waitsForTheMap() async throws {
        let host = TestHost()
        host.isLoaded = false
        let stage = Stage(host: host)
        let start = Task { try await stage.display.start() }
        await Task.yield()
        #expect(stage.source.status == .stopped)
        host.load()
        try await start.value
        #expect(stage.source.status == .started)
        await stage.fix(x: 0, y: 0)
        #expect(stage.display.graphics.count == 2)
    }

    @Test("a stop takes symbol and circle away, keeps the mode, and ends the updates")
    func stops() async throws {
        let stage = Stage()
        try await stage.display.start()
        stage.display.autoPanMode = .recenter
        await stage.fix(x: 0, y: 0)
        #expect(stage.display.graphics.count == 2 && stage.display.hasFix)
        await stage.display.stop()
        #expect(stage.display.graphics.isEmpty && stage.display.location == nil && !stage.display.hasFix)
        #expect(stage.source.status == .stopped && stage.display.autoPanMode == .recenter)
        stage.display.advance()
        #expect(stage.display.graphics.isEmpty)
    }

    @Test("without permission the start fails, with the reason to be seen")
    func refused() async {
        let stage = Stage(fails: LocationError(.permissionDenied, "Location is switched off for this app."))
        await #expect(throws: LocationError.self) { try await stage.display.start() }
        #expect(stage.source.status == .failedToStart && stage.display.error?.code == .permissionDenied)
        #expect(!stage.display.hasFix && !stage.display.isStarted)
    }

    @Test("a fix is there from the first one on, gone after an error, back with the next good one")
    func fixAndError() async throws {
        let stage = Stage()
        try await stage.display.start()
        #expect(!stage.display.hasFix)
        await stage.fix(x: 0, y: 0)
        #expect(stage.display.hasFix)
        stage.tell { $0.report(LocationError(.connectionLost, "gone")) }
        await until { stage.display.error != nil }
        #expect(!stage.display.hasFix && stage.display.error?.code == .connectionLost)
        await stage.fix(x: 1, y: 0)
        #expect(stage.display.hasFix && stage.display.error == nil)
    }

    @Test("a hidden window rests, a shown one goes on in the same mode")
    func hiding() async throws {
        let stage = Stage()
        try await stage.display.start()
        stage.display.autoPanMode = .recenter
        await stage.fix(x: 0, y: 0)
        await stage.display.suspend()
        #expect(stage.source.status == .stopped && stage.display.isStarted && stage.display.graphics.count == 2)
        try await stage.display.resume()
        #expect(stage.source.status == .started && stage.display.autoPanMode == .recenter)
        await stage.fix(x: 3, y: 0)
        #expect(stage.display.location != nil)
    }

    @Test("a tap on the symbol asks the provider, one beside it does not, and without a provider there is nothing")
    func callout() async throws {
        let stage = Stage()
        stage.display.autoPanMode = .recenter
        try await stage.display.start()
        await stage.fix(x: 0, y: 0)
        let symbol = try #require(stage.symbol)
        #expect(stage.display.calloutContent(at: symbol) == nil)
        var asked = 0
        stage.display.calloutProvider = { location, _ in
            asked += 1
            return CalloutContent(title: "Here", detail: "\(location.position.x)")
        }
        #expect(stage.display.calloutContent(at: ScreenPoint(x: symbol.x + 60, y: symbol.y)) == nil && asked == 0)
        #expect(
            stage.display.calloutContent(at: ScreenPoint(x: symbol.x + 10, y: symbol.y))?.title == "Here" && asked == 1)
        #expect(stage.display.autoPanMode == .recenter, "a tap leaves the mode alone")
    }

    @Test("another source takes over at once")
    func changesSource() async throws {
        let stage = Stage()
        try await stage.display.start()
        await stage.fix(x: 0, y: 0)
        let line = Polyline(points: [Point(latitude: 1, longitude: 1), Point(latitude: 1, longitude: 2)])
        stage.display.dataSource = SimulatedLocationDataSource(polyline: line, time: stage.time.source)
        #expect(stage.display.location == nil && stage.display.graphics.isEmpty)
        await until { stage.display.location.map { abs($0.position.y - 1) < 1e-9 } ?? false }
        #expect(stage.source.status == .stopped)
    }

    // MARK: Pictures

    /// A folder of pictures of known sizes.
    func folder(_ files: [String: Int]) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "symbols-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, size) in files {
            let image = LocationPicture(kind: .plain).image(pixelRatio: Double(size) / 24)
            try image.pngData().write(to: folder.appending(path: name))
        }
        return folder
    }

    @Test("an app's picture of exactly the right name is taken, one of another case or that is none is not")
    func ownPictures() async throws {
        let right = try folder(["GpsDisplay.png": 48]), wrong = try folder(["gpsdisplay.png": 48])
        let broken = try folder([:])
        try Data("no picture".utf8).write(to: broken.appending(path: "GpsDisplay.png"))
        for (folder, width) in [(right, 48.0), (wrong, 24), (broken, 24)] {
            let stage = Stage()
            stage.display.symbolResources = SymbolResources(folders: [folder])
            try await stage.display.start()
            await stage.fix(x: 0, y: 0)
            #expect(stage.symbolWidth == width * 0.75)
        }
    }

    @Test("on a fine display the fine picture is taken if there is one, else the plain one enlarged")
    func finePictures() throws {
        let both = SymbolResources(folders: [try folder(["GpsDisplay.png": 48, "GpsDisplay@2x.png": 72])])
        let plain = SymbolResources(folders: [try folder(["GpsDisplay.png": 48])])
        for (resources, pixelRatio, width, pixels) in [(both, 2.0, 36.0, 72), (both, 1, 48, 48), (plain, 2, 48, 48)] {
            var pictures = SymbolPictures()
            let symbol = pictures.symbol(.plain, from: resources, pixelRatio: pixelRatio)
            #expect(symbol.width == width * 0.75)
            guard case .data(let bytes, _) = symbol.image else {
                Issue.record("no picture")
                continue
            }
            #expect(try ImageInfo(reading: bytes).width == pixels)
        }
    }

    @Test("an app's own symbols win over all pictures")
    func ownSymbols() async throws {
        let stage = Stage()
        stage.display.defaultSymbol = SimpleMarkerSymbol(style: .diamond, color: .red, size: 20)
        stage.display.showsAccuracy = false
        try await stage.display.start()
        await stage.fix(x: 0, y: 0)
        #expect(
            (stage.display.graphics.first?.symbol as? SimpleMarkerSymbol)?.style == .diamond
                && stage.display.graphics.count == 1)
        stage.display.showsLocation = false
        stage.settle()
        #expect(stage.display.graphics.isEmpty)
    }

    @Test("our pictures have their middle on the place and their point up", arguments: MarkerKind.allCases)
    func ourPictures(kind: MarkerKind) {
        for ratio in [1.0, 2, 3] {
            let image = LocationPicture(kind: kind).image(pixelRatio: ratio)
            #expect(image.width == image.height && image[image.width / 2, image.height / 2].alpha == 255)
            #expect(image[0, 0].alpha == 0)
            let isEven = (0..<image.height).allSatisfy { row in
                (0..<image.width / 2).allSatisfy { image[$0, row] == image[image.width - 1 - $0, row] }
            }
            #expect(isEven, "the same left and right")
        }
    }
}
