// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGeometry
import GromaMapping
import GromaView
import Testing

@Suite("Furniture", .timeLimit(.minutes(10)))
struct ScaleBarTests {
    @Test("lengths are 1, 2 or 5 times a power of ten, and never longer than allowed")
    func roundLengths() throws {
        for units in UnitSystem.allCases {
            var metres = 0.000_31
            while metres < 200_000 {
                let bar = try #require(ScaleBar(metersPerPoint: metres, mostLength: 120, units: units))
                #expect(bar.length <= 120.000_1 && bar.length > 120 / 2.6, "\(bar)")
                let digits = bar.value / pow(10, log10(bar.value * 1.000_001).rounded(.down))
                #expect([1, 2, 5].contains { abs($0 - digits) < 1e-6 }, "\(bar)")
                #expect(abs(bar.value * bar.unit.meters / metres - bar.length) < 1e-6)
                metres *= 1.37
            }
        }
        #expect(ScaleBar(metersPerPoint: .nan, mostLength: 120, units: .metric) == nil)
        #expect(ScaleBar(metersPerPoint: 0, mostLength: 120, units: .metric) == nil)
        #expect(ScaleBar(metersPerPoint: 1, mostLength: .infinity, units: .metric) == nil)
    }

    @Test("lengths are told in words of their language")
    func words() throws {
        let english = Locale(identifier: "en-US"), german = Locale(identifier: "de-DE")
        func text(_ metres: Double, _ units: UnitSystem, _ locale: Locale) -> String? {
            ScaleBar(metersPerPoint: metres, mostLength: 100, units: units)?.text(locale: locale)
        }
        #expect(text(2, .metric, english) == "200 m")
        #expect(text(23, .metric, english) == "2 km")
        #expect(text(40_000, .metric, english) == "2,000 km")
        #expect(text(40_000, .metric, german) == "2.000 km")
        #expect(text(0.006, .metric, english) == "0.5 m")
        #expect(text(0.006, .metric, german) == "0,5 m")
        #expect(text(3, .imperial, english) == "500 ft")
        #expect(text(30, .imperial, english) == "1 mi")
    }

    @Test("the bar measures the ground at the latitude of the middle, in any reference")
    @MainActor
    func latitude() async throws {
        let fixture = try ViewFixture()
        await fixture.placed()
        await fixture.view.setViewpointCenter(Point(latitude: 0, longitude: 8), scale: 10_000)
        let equator = try #require(fixture.view.metersPerPoint)
        #expect(abs(equator / 2.6459 - 1) < 0.01)
        await fixture.view.setViewpointCenter(Point(latitude: 60, longitude: 8), scale: 10_000)
        let north = try #require(fixture.view.metersPerPoint)
        #expect(abs(north / equator - 0.5) < 0.005)
        await fixture.view.setViewpointScale(300_000_000)
        #expect(fixture.view.scaleBar()?.unit == .kilometers)
        let utm = try ViewFixture(reference: SpatialReference(wkid: 32_632))
        await utm.placed()
        await utm.view.setViewpointCenter(Point(latitude: 47, longitude: 9), scale: 10_000)
        let plane = try #require(utm.view.metersPerPoint)
        #expect(abs(plane / 2.6459 - 1) < 0.01)
    }

    @Test("the compass is hidden with north up; pressed, it turns north up in one movement, the short way")
    @MainActor
    func compass() async throws {
        var fixture = try ViewFixture()
        let view = fixture.view
        await fixture.placed()
        #expect(!view.showsCompass)
        await view.setViewpointRotation(300)
        #expect(view.showsCompass && view.compassAngle == 300)
        view.turnNorth()
        var angles: [Double] = []
        while fixture.tick() { angles.append(view.compassAngle) }
        #expect(!view.showsCompass)
        #expect(angles.count > 10 && angles.allSatisfy { $0 >= 300 }, "over 360, not through south")
    }

    @Test("attribution names what is shown, and bookmarks come back to their view")
    @MainActor
    func attribution() async throws {
        let fixture = try ViewFixture()
        let view = fixture.view
        await fixture.placed()
        await fixture.settled()
        #expect(view.attributionText == "Ground survey")
        let bookmark = try #require(view.addBookmark(named: "Here"))
        let before = try #require(view.viewport)
        fixture.ground.isVisible = false
        await changed(view)
        await fixture.settled()
        #expect(view.attributionText == "")
        fixture.ground.isVisible = true
        fixture.ground.minScale = 1_000
        await changed(view)
        await fixture.settled()
        #expect(view.attributionText == "", "out of its scales")
        view.pan(byX: 300, y: 20)
        #expect(await view.setBookmark(bookmark, duration: .zero))
        let after = try #require(view.viewport)
        #expect(abs(after.center.x - before.center.x) < 1e-6 && abs(after.scale / before.scale - 1) < 1e-9)
    }
}
