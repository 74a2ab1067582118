// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGTK
import GromaGeometry
import GromaMapping
import GromaPopups
import GromaServices
import GromaView
import ScreenSupport
import Synchronization
import TestSupport
import XCTest

/// A tile server over real HTTP that behaves as a test says.
final class TileServer: Sendable {
    enum Mood: Sendable { case good, page, missing, broken, hangsUp, silent, drips }
    private let mood: Shared
    private let server: ScriptedServer

    private final class Shared: Sendable {
        let mood: Mutex<Mood>
        init(_ mood: Mood) { self.mood = Mutex(mood) }
    }

    init(_ first: Mood, grey: UInt8 = 90) {
        let mood = Shared(first)
        self.mood = mood
        let tile = (try? Image(width: 256, height: 256, red: grey, green: grey, blue: grey, alpha: 255).encoded()) ?? []
        server = ScriptedServer { _, _ in
            switch mood.mood.withLock({ $0 }) {
            // Kept open by its words and closed in fact, as of a connection that did not live through a sleep.
            case .good: .bytes(Self.head(of: tile) + tile)
            case .drips: .drip(Self.head(of: tile) + tile)
            case .page: ScriptedServer.reply("<!DOCTYPE html><html><body>Sign in</body></html>", type: "text/html")
            case .missing: ScriptedServer.reply("nothing", status: "404 Not Found", type: "text/plain")
            case .broken: ScriptedServer.reply("oh", status: "500 Internal Server Error", type: "text/plain")
            case .hangsUp: .hangUp
            case .silent: .silence
            }
        }
    }

    private static func head(of tile: [UInt8]) -> [UInt8] {
        Array("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: \(tile.count)\r\n\r\n".utf8)
    }

    func become(_ new: Mood) { mood.mood.withLock { $0 = new } }
    /// Addresses asked for so far.
    var asked: [String] { server.requests.map { String($0.prefix { $0 != "\r" }) } }
    func stop() { server.stop() }

    /// A layer of its tiles, asked by a client of its own.
    @MainActor
    func layer(_ name: String = "Ground") -> ArcGISTiledLayer {
        let template = WebTileTemplate(urlTemplate: "http://127.0.0.1:\(server.port)/{level}/{row}/{col}")
        return ArcGISTiledLayer(tileSource: WebTileSource(template: template, client: ServiceClient()), name: name)
    }
}

/// Tile servers that answer nonsense, errors, or nothing: the map goes on, says so once, and recovers by itself.
final class BadTilesTests: XCTestCase {
    /// A map of points on that ground; the banners of its window in the order in which they came.
    @MainActor
    private func shown(_ server: TileServer) async throws -> (MapFixture, Banners) {
        let map = try await MapFixture.shown(furniture: [])
        let banners = Banners(map.window)
        map.map.basemap = Basemap(name: "Ground", baseLayers: [server.layer()])
        return (map, banners)
    }

    @MainActor
    private func ground(_ map: MapFixture) -> UInt8? { try? map.pixel(x: 3, y: 3).red }

    @MainActor
    func testAServerThatAnswersPagesErrorsOrHangsUpIsToldOfOnceAndTheMapRecovers() async throws {
        for mood in [TileServer.Mood.page, .broken, .hangsUp] {
            let server = TileServer(mood)
            let (map, banners) = try await shown(server)
            try await Screen.wait(for: "the banner, \(mood)") { map.window.banner != nil }
            XCTAssertEqual(map.window.banner?.title, "Ground can't be shown")
            XCTAssertEqual(map.window.banner?.kind, .warning)
            XCTAssertNotEqual(map.window.banner?.detail, "")
            try await map.drag()
            // It asks again by itself, and does not say the same again.
            let count = server.asked.count
            try await Screen.wait(for: "the next try, \(mood)") { server.asked.count > count }
            try await map.rests()
            XCTAssertEqual(banners.titles, ["Ground can't be shown"], "\(mood)")
            server.become(.good)
            try await Screen.wait(for: "the banner to go, \(mood)") { map.window.banner == nil }
            try await map.rests()
            try await Screen.wait(for: "the tiles, \(mood)") { ground(map) == 90 }
            XCTAssertEqual(banners.titles, ["Ground can't be shown"], "\(mood)")
            await map.close()
            server.stop()
        }
    }

    @MainActor
    func testATileThatIsMissingIsAGapAndNoTrouble() async throws {
        let server = TileServer(.missing)
        let (map, banners) = try await shown(server)
        try await Screen.wait(for: "the tiles to be asked for") { !server.asked.isEmpty }
        try await map.rests()
        try await map.drag()
        try await map.rests()
        XCTAssertEqual(banners.titles, [])
        XCTAssertEqual(ground(map), 255)
        await map.close()
        server.stop()
    }

    @MainActor
    func testAServerThatNeverAnswersHoldsUpNothingAndOneThatAnswersLateIsShown() async throws {
        try await holdsUpNothing(.silent)
    }

    @MainActor
    func testAServerThatSendsAByteNowAndThenHoldsUpNothing() async throws { try await holdsUpNothing(.drips) }

    @MainActor
    private func holdsUpNothing(_ mood: TileServer.Mood) async throws {
        let server = TileServer(mood)
        let (map, banners) = try await shown(server)
        try await Screen.wait(for: "the tiles to be asked for") { !server.asked.isEmpty }
        try await Screen.wait(for: "the points without the ground") {
            (try? map.pixel(x: map.middle.x, y: map.middle.y).red) == 0xC0
        }
        XCTAssertEqual(map.mapView.drawStatus, .inProgress)
        try await map.drag()
        Pointer.shared.click(map.mapView, x: map.middle.x - 40, y: map.middle.y)
        try await Screen.wait(for: "the popup meanwhile") { map.popups.currentPopup?.title == "Point P4" }
        // What nobody answered is given up where nobody looks any more; elsewhere the server answers again.
        server.become(.good)
        await map.mapView.setViewpoint(
            Viewpoint(center: Point(x: 500_000, y: 0, spatialReference: .webMercator), scale: 20_000))
        try await Screen.wait(for: "tiles of the other place", seconds: 60) { ground(map) == 90 }
        XCTAssertEqual(banners.titles, [])
        await map.close()
        server.stop()
    }

    /// Another base map that comes a byte now and then: the old one stays, and edits and selections above it are there.
    @MainActor
    func testEditsAreSeenWhileTheNextBasemapDripsIn() async throws {
        let old = TileServer(.good, grey: 200), next = TileServer(.drips, grey: 60)
        let (map, _) = try await shown(old)
        try await Screen.wait(for: "the streets") { ground(map) == 200 }
        try await map.rests()
        map.map.basemap = Basemap(name: "Imagery", baseLayers: [next.layer("Imagery")])
        try await Screen.wait(for: "the imagery to be asked for") { !next.asked.isEmpty }

        let table = try XCTUnwrap(map.points.featureTable as? any EditableFeatureTable)
        var edits = FeatureEdits()
        edits.deletes = [5]
        _ = try await table.applyEdits(edits)
        try await Screen.wait(for: "the point to go") {
            (try? map.pixel(x: map.middle.x, y: map.middle.y).red) == 200
        }
        XCTAssertEqual(ground(map), 200, "the old ground stays")
        map.points.selectFeatures([6])
        try await Screen.wait(for: "the mark of the next point") {
            guard let seen = try? map.pixel(x: map.middle.x + 80, y: map.middle.y - 11.5) else { return false }
            return seen.red > 150 && seen.green < 110 && seen.blue < 60
        }
        XCTAssertEqual(ground(map), 200, "the old ground stays")
        XCTAssertEqual(map.mapView.drawStatus, .inProgress)

        // What drips is given up where nobody looks any more; elsewhere the server answers again.
        next.become(.good)
        await map.mapView.setViewpoint(
            Viewpoint(center: Point(x: 500_000, y: 0, spatialReference: .webMercator), scale: 20_000))
        try await Screen.wait(for: "the imagery", seconds: 60) { ground(map) == 60 }
        await map.close()
        old.stop()
        next.stop()
    }

    /// T277: a hidden window that is shown again is what a sleep is to the map: connections are dead, and time has passed.
    @MainActor
    func testAfterASleepNoTileIsBlankAndNoneIsFetchedAgain() async throws {
        let server = TileServer(.good)
        let (map, banners) = try await shown(server)
        try await Screen.wait(for: "the tiles") { ground(map) == 90 }
        try await map.rests()
        let before = server.asked
        map.window.hide()
        try await Screen.wait(for: "the map to rest") { map.mapView.model.isSuspended }
        map.window.present()
        try await Screen.wait(for: "the map again") { !map.mapView.model.isSuspended && map.mapView.isDrawn }
        XCTAssertEqual(ground(map), 90, "there at once")
        try await map.rests()
        XCTAssertEqual(ground(map), 90)
        XCTAssertEqual(server.asked, before)
        // Others come over new connections.
        await map.mapView.setViewpoint(
            Viewpoint(center: Point(x: 5_000, y: 0, spatialReference: .webMercator), scale: 4_000))
        try await Screen.wait(for: "new tiles") { server.asked.count > before.count }
        try await map.rests()
        XCTAssertEqual(ground(map), 90)
        XCTAssertEqual(Set(server.asked).count, server.asked.count, "none is asked for twice")
        XCTAssertEqual(banners.titles, [])
        await map.close()
        server.stop()
    }
}

/// The titles of all banners that a window has shown.
@MainActor
final class Banners {
    private(set) var titles: [String] = []

    init(_ window: Window) {
        window.onBanner { [weak self] banner in if let banner { self?.titles.append(banner.title) } }
    }
}
