// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGeometry
import GromaLocation
import GromaMapping
import Testing

@MainActor @Suite("A map follows the device") struct FollowingTests {
    /// Metres a pixel at 1:10,000 in web mercator.
    let resolution = MapScale.resolution(scale: 10_000, in: .webMercator)

    @Test("off at first, and no fix moves the map")
    func offNeverMoves() async throws {
        let stage = Stage()
        #expect(stage.display.autoPanMode == .off)
        try await stage.display.start()
        for step in 0..<20 { await stage.fix(x: Double(step) * 90, y: 0) }
        #expect(stage.host.moves.isEmpty)
        #expect(stage.display.graphics.count == 2)
    }

    @Test("recenter: inside the central half nothing moves, outside the map comes, scale and rotation stay")
    func wandersThenRecentres() async throws {
        let stage = Stage(host: TestHost(scale: 20_000, rotation: 30))
        #expect(stage.display.wanderExtentFactor == 0.5)
        stage.display.initialZoomScale = 0
        try await stage.display.start()
        await stage.fix(x: 0, y: 0)
        stage.display.autoPanMode = .recenter
        stage.settle()
        stage.host.moves = []
        // 149 of 150 pixels to the right on the screen, which is turned by 30 degrees.
        let inside = stage.host.viewport.location(of: ScreenPoint(x: 300 + 149, y: 200))
        await stage.fix(x: inside.x, y: inside.y)
        #expect(stage.host.moves.isEmpty)
        let outside = stage.host.viewport.location(of: ScreenPoint(x: 300 + 151, y: 200))
        await stage.fix(x: outside.x, y: outside.y)
        #expect(!stage.host.moves.isEmpty)
        let symbol = try #require(stage.symbol)
        #expect(abs(symbol.x - 300) < 0.01 && abs(symbol.y - 200) < 0.01)
        #expect(stage.host.viewport.scale == 20_000 && stage.host.viewport.rotation == 30)
        // Up and down the half of the height decides.
        stage.host.moves = []
        let above = stage.host.viewport.location(of: ScreenPoint(x: 300, y: 200 - 99))
        await stage.fix(x: above.x, y: above.y)
        #expect(stage.host.moves.isEmpty)
        let further = stage.host.viewport.location(of: ScreenPoint(x: 300, y: 200 - 101))
        await stage.fix(x: further.x, y: further.y)
        #expect(!stage.host.moves.isEmpty)
    }

    @Test("a wander factor of 0 recentres at every fix, of 1 at the edge alone")
    func wanderEnds() async throws {
        let stage = Stage()
        stage.display.initialZoomScale = 0
        stage.display.wanderExtentFactor = 0
        try await stage.display.start()
        stage.display.autoPanMode = .recenter
        for step in 1...5 {
            stage.host.moves = []
            await stage.fix(x: Double(step) * 5, y: 0)
            #expect(!stage.host.moves.isEmpty)
            let symbol = try #require(stage.symbol)
            #expect(abs(symbol.x - 300) < 0.01)
        }
        stage.display.wanderExtentFactor = 1
        stage.host.moves = []
        let atEdge = stage.host.viewport.location(of: ScreenPoint(x: 599, y: 200))
        await stage.fix(x: atEdge.x, y: atEdge.y)
        #expect(stage.host.moves.isEmpty)
        let beyond = stage.host.viewport.location(of: ScreenPoint(x: 601, y: 200))
        await stage.fix(x: beyond.x, y: beyond.y)
        #expect(!stage.host.moves.isEmpty)
    }

    @Test("factors are brought into 0 to 1, and NaN changes nothing")
    func factorsAreBounded() {
        let display = Stage().display
        for (given, kept) in [(-1.0, 0.0), (2, 1), (0.25, 0.25), (.infinity, 1), (.nan, 1)] {
            display.wanderExtentFactor = given
            display.navigationPointHeightFactor = given
            display.compassNavigationPointHeightFactor = given
            #expect(display.wanderExtentFactor == kept)
            #expect(display.navigationPointHeightFactor == kept)
            #expect(display.compassNavigationPointHeightFactor == kept)
        }
    }

    @Test("what covers the view is left out of the wander extent and of the middle")
    func insetsCount() async throws {
        let stage = Stage()
        stage.host.insets = EdgeInsets(bottom: 200)
        stage.display.initialZoomScale = 0
        try await stage.display.start()
        stage.display.autoPanMode = .recenter
        await stage.fix(x: 0, y: 0)
        let symbol = try #require(stage.symbol)
        #expect(abs(symbol.y - 100) < 0.01, "the middle of what remains is 100 pixels higher")
        stage.host.moves = []
        let below = stage.host.viewport.location(of: ScreenPoint(x: 300, y: 149))
        await stage.fix(x: below.x, y: below.y)
        #expect(stage.host.moves.isEmpty)
        let outside = stage.host.viewport.location(of: ScreenPoint(x: 300, y: 151))
        await stage.fix(x: outside.x, y: outside.y)
        #expect(!stage.host.moves.isEmpty)
    }

    @Test(
        "a pan ends each following mode and is told once",
        arguments: [AutoPanMode.recenter, .navigation, .compassNavigation])
    func panEnds(mode: AutoPanMode) async throws {
        let stage = Stage()
        try await stage.display.start()
        stage.display.autoPanMode = mode
        await stage.fix(x: 0, y: 0, speed: 10, course: 0)
        var modes = stage.display.autoPanModes.makeAsyncIterator()
        for _ in 0..<10 { stage.display.viewpointChanges(by: .pan) }
        stage.display.autoPanMode = .recenter
        #expect(await modes.next() == .off)
        #expect(await modes.next() == .recenter, "one pan was told ten times")
    }

    @Test("zooming and the app's moves keep the mode, and end it where any change shall")
    func otherChanges() {
        for change in [ViewpointChange.zoom, .program] {
            let display = Stage().display
            display.autoPanMode = .navigation
            display.viewpointChanges(by: change)
            #expect(display.autoPanMode == .navigation)
            display.autoPanEndsOn = .anyViewpointChange
            display.viewpointChanges(by: change)
            #expect(display.autoPanMode == .off)
        }
    }

    @Test("the display's own moves never end following, also where any change does")
    func ownMovesCount() async throws {
        let stage = Stage()
        stage.display.autoPanEndsOn = .anyViewpointChange
        try await stage.display.start()
        stage.display.autoPanMode = .navigation
        for step in 0..<5 { await stage.fix(x: Double(step) * 100, y: 0, speed: 10, course: 90) }
        #expect(stage.host.moves.count > 5)
        #expect(stage.display.autoPanMode == .navigation)
    }

    @Test("turning by hand leaves a turning mode for recenter, at the same scale")
    func turningByHand() {
        let display = Stage().display
        display.autoPanMode = .compassNavigation
        display.viewpointChanges(by: .rotation)
        #expect(display.autoPanMode == .recenter)
        display.viewpointChanges(by: .rotation)
        #expect(display.autoPanMode == .recenter)
    }

    @Test(
        "navigation: the symbol stands at its point, upright, the course is up, and a missing course keeps the rotation"
    )
    func navigation() async throws {
        let stage = Stage()
        #expect(stage.display.navigationPointHeightFactor == 0.125)
        stage.display.navigationPointHeightFactor = 0.25
        try await stage.display.start()
        stage.display.autoPanMode = .navigation
        await stage.fix(x: 1_000, y: 500, speed: 12, course: 90)
        var symbol = try #require(stage.symbol)
        #expect(abs(symbol.x - 300) < 0.01 && abs(symbol.y - 300) < 0.01)
        #expect(stage.symbolAngle == 0)
        #expect(abs(Angle.difference(from: stage.host.viewport.rotation, to: 270)) < 1e-6, "east is up")
        let east = stage.host.viewport.screenPoint(
            of: Point(x: stage.host.viewport.center.x + 100, y: stage.host.viewport.center.y))
        #expect(abs(east.x - 300) < 0.01 && east.y < 200)
        await stage.fix(x: 1_100, y: 500, speed: 0, course: nil)
        #expect(abs(Angle.difference(from: stage.host.viewport.rotation, to: 270)) < 1e-6)
        symbol = try #require(stage.symbol)
        #expect(abs(symbol.x - 300) < 0.01 && abs(symbol.y - 300) < 0.01)
    }

    @Test("navigation at the ends of the factor", arguments: [(0.0, 400.0), (1, 0), (0.125, 350)])
    func navigationPoint(factor: Double, y: Double) async throws {
        let stage = Stage()
        stage.display.navigationPointHeightFactor = factor
        try await stage.display.start()
        stage.display.autoPanMode = .navigation
        await stage.fix(x: 0, y: 0, speed: 12, course: 45)
        let symbol = try #require(stage.symbol)
        #expect(abs(symbol.x - 300) < 0.01 && abs(symbol.y - y) < 0.01)
    }

    @Test("a resized view keeps the symbol's relative place")
    func resizes() async throws {
        let stage = Stage()
        stage.display.navigationPointHeightFactor = 0.25
        try await stage.display.start()
        stage.display.autoPanMode = .navigation
        await stage.fix(x: 0, y: 0, speed: 12, course: 45)
        stage.host.viewport.width = 400
        stage.host.viewport.height = 800
        stage.display.viewDidChange()
        stage.settle()
        let symbol = try #require(stage.symbol)
        #expect(abs(symbol.x - 200) < 0.01 && abs(symbol.y - 600) < 0.01)
    }

    @Test("the compass mode turns by the heading at rest, not by the course, in the middle of the view")
    func compass() async throws {
        let stage = Stage()
        #expect(stage.display.compassNavigationPointHeightFactor == 0.5)
        try await stage.display.start()
        stage.display.autoPanMode = .compassNavigation
        await stage.fix(x: 0, y: 0, speed: 0, course: 200)
        await stage.heading(Heading(.magneticNorth, degrees: 30))
        #expect(abs(Angle.difference(from: stage.host.viewport.rotation, to: 330)) < 1e-6)
        await stage.fix(x: 0, y: 10, speed: 5, course: 200)
        #expect(abs(Angle.difference(from: stage.host.viewport.rotation, to: 330)) < 1e-6)
        let symbol = try #require(stage.symbol)
        #expect(abs(symbol.x - 300) < 0.01 && abs(symbol.y - 200) < 0.01)
    }

    @Test("the compass mode goes by magnetic north, with declination counted once")
    func compassDeclination() async throws {
        let true90 = Heading(.trueNorth, degrees: 90, declination: 3)
        #expect(true90.magneticHeading == 87 && true90.trueHeading == 90)
        let magnetic87 = Heading(.magneticNorth, degrees: 87, declination: 3)
        #expect(magnetic87.trueHeading == 90 && magnetic87.magneticHeading == 87)
        for heading in [true90, magnetic87] {
            let stage = Stage()
            try await stage.display.start()
            stage.display.autoPanMode = .compassNavigation
            await stage.fix(x: 0, y: 0)
            await stage.heading(heading)
            #expect(abs(Angle.difference(from: stage.host.viewport.rotation, to: -87)) < 1e-6)
        }
    }

    @Test("the first fix after following begins zooms once")
    func firstZoom() async throws {
        let stage = Stage(host: TestHost(scale: 250_000))
        #expect(stage.display.initialZoomScale == 10_000)
        try await stage.display.start()
        stage.display.autoPanMode = .recenter
        await stage.fix(x: 5_000, y: 5_000)
        #expect(abs(stage.host.viewport.scale - 10_000) < 1e-6)
        let symbol = try #require(stage.symbol)
        #expect(abs(symbol.x - 300) < 0.01 && abs(symbol.y - 200) < 0.01)
        stage.host.viewport.scale = 40_000
        stage.display.viewpointChanges(by: .zoom)
        stage.display.autoPanMode = .navigation
        for step in 1...3 { await stage.fix(x: 5_000 + Double(step) * 300, y: 5_000, speed: 20, course: 90) }
        #expect(stage.host.viewport.scale == 40_000)
        stage.display.autoPanMode = .off
        stage.display.autoPanMode = .recenter
        stage.settle()
        #expect(abs(stage.host.viewport.scale - 10_000) < 1e-6)
    }

    @Test("turns below three degrees are ignored, larger ones take a moment")
    func calmTurns() {
        var angle = EasedAngle(350)
        angle.turn(to: 352.9, at: .seconds(1))
        #expect(angle.degrees(at: .seconds(2)) == 350)
        angle.turn(to: 10, at: .seconds(3))
        #expect(
            abs(Angle.difference(from: angle.degrees(at: .milliseconds(3_150)), to: 0)) < 1e-9,
            "the shorter way, through north")
        #expect(angle.degrees(at: .milliseconds(3_300)) == 10)
    }

    @Test("the symbol eases between fixes, evenly, within a second at most")
    func easesBetweenFixes() async throws {
        let stage = Stage()
        try await stage.display.start()
        await stage.fix(x: 0, y: 0)
        await stage.fix(x: 100, y: 0, settles: false)
        let start = stage.time.now
        var places: [Double] = []
        while stage.time.now - start <= .milliseconds(1_000) {
            stage.display.advance()
            places.append(((stage.display.graphics.last?.geometry as? Point)?.x ?? .nan))
            stage.time.advance(by: .milliseconds(100))
        }
        for (index, x) in places.enumerated() { #expect(abs(x - Double(index) * 10) < 0.01) }
    }
}
