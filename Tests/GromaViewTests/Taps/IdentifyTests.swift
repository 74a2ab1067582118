// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaPopups
import GromaView
import Testing

@Suite("Taps", .timeLimit(.minutes(10)))
@MainActor
struct IdentifyTests {
    private func place(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y, spatialReference: .webMercator) }

    @Test("one feature a layer is found unless more are asked for, with its popup")
    func layers() async throws {
        let fixture = try ViewFixture()
        let view = fixture.view
        await fixture.placed()
        await fixture.settled()
        let tap = try #require(view.screenPoint(fromLocation: place(82, 41)))
        let found = try await view.identifyLayers(screenPoint: tap)
        #expect(found.count == 1 && found[0].layer === fixture.points)
        #expect(found[0].geoElements.count == 1 && found[0].popups.first?.title == "P7")
        #expect((found[0].geoElements.first as? Feature)?.table != nil, "it can be edited")
        let many = try await view.identifyLayers(screenPoint: tap, tolerance: 60, maximumResultsPerLayer: 4)
        #expect(many[0].geoElements.count == 4)
        #expect(many[0].popups.first?.title == "P7", "the nearest comes first")
        let empty = try #require(view.screenPoint(fromLocation: place(20, 20)))
        #expect(try await view.identifyLayers(screenPoint: empty, tolerance: 0).isEmpty)
    }

    @Test("a tolerance of 0 asks for one pixel, 100 is the most, and what is no number is refused")
    func tolerance() async throws {
        let fixture = try ViewFixture()
        let view = fixture.view
        await fixture.placed()
        await fixture.settled()
        let on = try #require(view.screenPoint(fromLocation: place(80, 40)))
        #expect(try await view.identifyLayers(screenPoint: on, tolerance: 0).count == 1)
        let beside = ScreenPoint(x: on.x + 1.2, y: on.y)
        #expect(try await view.identifyLayers(screenPoint: beside, tolerance: 0).isEmpty)
        #expect(try await view.identifyLayers(screenPoint: beside, tolerance: 100).count == 1)
        for wrong in [-1, 100.5, .nan, .infinity] {
            await #expect(throws: ViewError.self) {
                _ = try await view.identifyLayers(screenPoint: on, tolerance: wrong)
            }
        }
        await #expect(throws: ViewError.self) {
            _ = try await view.identifyLayers(screenPoint: on, maximumResultsPerLayer: 0)
        }
    }

    @Test("asking for popups only leaves out layers without, and one such layer is refused in words")
    func popupsOnly() async throws {
        let fixture = try ViewFixture()
        let view = fixture.view
        await fixture.placed()
        await fixture.settled()
        let tap = try #require(view.screenPoint(fromLocation: place(80, 40)))
        #expect(try await view.identifyLayers(screenPoint: tap, returnPopupsOnly: true).count == 1)
        fixture.points.popupDefinition = nil
        await changed(view)
        await fixture.settled()
        #expect(try await view.identifyLayers(screenPoint: tap, returnPopupsOnly: true).isEmpty)
        #expect(try await view.identify(on: fixture.points, screenPoint: tap).first?.geoElements.count == 1)
        await #expect(throws: ViewError.self) {
            _ = try await view.identify(on: fixture.points, screenPoint: tap, returnPopupsOnly: true)
        }
    }

    @Test("the popup of a cluster knows the features that it stands for")
    func clusterPopup() async throws {
        let fixture = try ViewFixture()
        let view = fixture.view
        let reduction = #"{"type":"cluster","clusterRadius":300,"popupInfo":{"title":"{cluster_count}"}}"#
        fixture.points.featureReduction = FeatureReductions.reduction(
            from: try #require(try JSONValue(parsing: reduction.utf8).object))
        await fixture.placed()
        await fixture.settled()
        let middle = try #require(view.screenPoint(fromLocation: place(80, 60)))
        var found: [Popup] = []
        for await popup in view.popups(at: middle, tolerance: 100) { found.append(popup) }
        let popup = try #require(found.first)
        let members = try #require(popup.aggregatedFeatures)
        #expect(members.objectIDs.count > 1 && popup.title == "\(members.objectIDs.count)")
        #expect(members.table is FeatureCollectionTable)
        let same = try await view.identifyLayers(screenPoint: middle, tolerance: 100)
        #expect(same.first?.popups.first?.aggregatedFeatures?.objectIDs == members.objectIDs)
    }

    @Test("popups come layer by layer, overlays first, and a loop may end early")
    func popups() async throws {
        let overlay = GraphicsOverlay()
        overlay.popupDefinition = PopupDefinition(title: "Pin {N}")
        overlay.addGraphic(
            Graphic(geometry: place(80, 40), attributes: ["N": 5], symbol: SimpleMarkerSymbol(size: 12)))
        let fixture = try ViewFixture(overlays: [overlay])
        let view = fixture.view
        await fixture.placed()
        await fixture.settled()
        let tap = try #require(view.screenPoint(fromLocation: place(80, 40)))
        var titles: [String] = []
        for await popup in view.popups(at: tap) { titles.append(popup.title) }
        #expect(titles == ["Pin 5", "P7"])
        for await _ in view.popups(at: tap) { break }
        for await _ in view.popups(at: ScreenPoint(x: -500, y: 0)) { Issue.record("nothing is there") }
    }

    @Test("graphics are met by the size of their symbols, the uppermost first")
    func graphics() async throws {
        let overlay = GraphicsOverlay()
        let low = Graphic(geometry: place(0, 0), symbol: SimpleMarkerSymbol(size: 24))
        let high = Graphic(geometry: place(3, 0), symbol: SimpleMarkerSymbol(size: 24))
        let line = Graphic(
            geometry: Polyline(points: [place(50, 80), place(150, 80)], spatialReference: .webMercator),
            symbol: SimpleLineSymbol(width: 6))
        let area = Graphic(
            geometry: Envelope(xMin: -100, yMin: 90, xMax: -40, yMax: 140, spatialReference: .webMercator),
            symbol: SimpleFillSymbol())
        let flag = Graphic(geometry: place(150, 0), symbol: SimpleMarkerSymbol(size: 12))
        overlay.addGraphics([low, high, line, area, flag])
        let fixture = try ViewFixture(overlays: [overlay])
        let view = fixture.view
        await fixture.placed()
        await fixture.settled()
        func hits(_ x: Double, _ y: Double, dx: Double = 0, most: Int = 10) throws -> [Graphic] {
            var tap = try #require(view.screenPoint(fromLocation: place(x, y)))
            tap.x += dx
            return try view.identifyGraphicsOverlays(
                screenPoint: tap, tolerance: 0, maximumResultsPerOverlay: most
            ).first?.graphics ?? []
        }
        #expect(try hits(1, 0).map(ObjectIdentifier.init) == [high, low].map(ObjectIdentifier.init))
        #expect(try hits(1, 0, most: 1).first === high)
        #expect(try hits(0, 0, dx: -15).first === low, "16 pixels to each side")
        #expect(try hits(0, 0, dx: -18).isEmpty)
        #expect(try hits(100, 82).first === line)
        #expect(try hits(100, 86).isEmpty)
        #expect(try hits(-70, 120).first === area)
        low.zIndex = 5
        #expect(try hits(1, 0).first === low)
        flag.isVisible = false
        #expect(try hits(150, 0).isEmpty)
        let unconfigured = try #require(view.screenPoint(fromLocation: place(1, 0)))
        #expect(
            try view.identifyGraphicsOverlays(screenPoint: unconfigured, returnPopupsOnly: true).isEmpty,
            "without a definition there is nothing to show")
    }

    @Test("a tap selects what it meets and nothing else; the selection outlives a pan and a zoom")
    func selection() async throws {
        let fixture = try ViewFixture()
        let view = fixture.view
        await fixture.placed()
        await fixture.settled()
        fixture.points.selectFeatures([1, 2])
        let tap = try #require(view.screenPoint(fromLocation: place(80, 40)))
        #expect(try await view.selectFeatures(at: tap) == 1)
        #expect(fixture.points.selectedObjectIDs == [8])
        view.pan(byX: 50, y: 9)
        view.zoom(by: 3)
        await fixture.settled()
        #expect(fixture.points.selectedObjectIDs == [8])
        view.clearSelection()
        #expect(fixture.points.selectedObjectIDs.isEmpty)
    }
}
