// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGeometry
import GromaLocation
import Testing

@Suite("Sources that lie") struct PlausibilityTests {
    static func fix(_ longitude: Double, _ latitude: Double = 47, seconds: Double) -> Location {
        Location(
            position: Point(latitude: latitude, longitude: longitude),
            timestamp: Date(timeIntervalSince1970: 1_800_000_000 + seconds))
    }

    @Test("no numbers, no places, times that run backwards and jumps are dropped and counted")
    func drops() {
        var filter = PlausibilityFilter()
        #expect(filter.accepts(Self.fix(8, seconds: 0)) == true)
        for bad in [
            Self.fix(.nan, seconds: 1), Self.fix(8, .nan, seconds: 1), Self.fix(.infinity, seconds: 1),
            Self.fix(181, seconds: 1),
            Self.fix(8, 91, seconds: 1), Self.fix(8, seconds: .nan), Self.fix(9, seconds: 1), Self.fix(8, seconds: -10),
        ] { #expect(filter.accepts(bad) == false) }
        #expect(filter.rejected == 8)
        #expect(filter.accepts(Self.fix(8.0001, seconds: 2)) == true)
    }

    @Test("a long way in a long time is no jump, and a receiver that really is elsewhere is believed after three fixes")
    func believes() {
        var filter = PlausibilityFilter()
        #expect(filter.accepts(Self.fix(8, seconds: 0)) == true)
        #expect(filter.accepts(Self.fix(9, seconds: 3_600)) == true, "75 km in an hour")
        #expect(filter.accepts(Self.fix(20, seconds: 3_601)) == false)
        #expect(filter.accepts(Self.fix(20.0001, seconds: 3_602)) == false)
        #expect(filter.accepts(Self.fix(20.0002, seconds: 3_603)) == true)
        // The same for a clock that is set back.
        #expect(filter.accepts(Self.fix(20.0003, seconds: 10)) == false)
        #expect(filter.accepts(Self.fix(20.0004, seconds: 11)) == false)
        #expect(filter.accepts(Self.fix(20.0005, seconds: 12)) == true)
    }

    @Test("what is wrong is told once a row of nonsense, and a single jump is not worth a word")
    func tellsOnce() {
        var filter = PlausibilityFilter()
        _ = filter.accepts(Self.fix(8, seconds: 0))
        _ = filter.accepts(Self.fix(9, seconds: 1))
        #expect(filter.takeProblem() == nil)
        _ = filter.accepts(Self.fix(8, seconds: 2))
        var told = 0
        for number in 0..<100 {
            _ = filter.accepts(Self.fix(number % 2 == 0 ? .nan : 200, seconds: 3))
            if filter.takeProblem()?.code == .implausible { told += 1 }
        }
        #expect(told == 1)
    }

    @Test("fixes closer than the least distance are not delivered")
    func minimumDistance() {
        var filter = PlausibilityFilter(minimumDistance: 10)
        let metre = 1 / 111_195.0
        let passed = (0..<41).filter { filter.accepts(Self.fix(8, 47 + Double($0) * metre, seconds: Double($0))) }
        #expect(passed == [0, 10, 20, 30, 40] || passed == [0, 11, 22, 33])
        #expect(filter.rejected == 0)
    }

    /// Reports as fast as it can, every tenth fix nonsense.
    private struct Flood: LocationProvider {
        let name = "the flood"
        let count: Int
        func run(into feed: LocationFeed) async throws {
            feed.begin()
            for number in 0..<count {
                feed.report(
                    PlausibilityTests.fix(
                        number % 10 == 9 ? .nan : 8 + Double(number) * 1e-7, seconds: Double(number) * 1e-4))
                feed.report(LocationError(.connectionLost, "again and again"))
            }
        }
    }

    @MainActor
    @Test(
        "a hundred thousand fixes as fast as they can come: bounded, counted, the last one wins, the main actor goes on"
    )
    func flood() async throws {
        let source = CustomLocationDataSource(provider: Flood(count: 100_000))
        let locations = source.locations
        try await source.start()
        let newest = 8 + 99_998 * 1e-7
        for await fix in locations where abs(fix.position.x - newest) < 1e-9 { break }
        await until { source.status == .stopped }
        #expect(source.location == nil, "a source that ended has no location")
        #expect(source.implausibleFixCount == 10_000)
    }

    @Test("worse fixes than asked for are delivered and marked") @MainActor
    func desiredAccuracy() async throws {
        struct Two: LocationProvider {
            let name = "two fixes"
            func run(into feed: LocationFeed) async throws {
                feed.begin()
                for (number, accuracy) in [5.0, 50].enumerated() {
                    var fix = PlausibilityTests.fix(8, seconds: Double(number))
                    fix.horizontalAccuracy = accuracy
                    feed.report(fix)
                }
            }
        }
        let source = CustomLocationDataSource(provider: Two(), desiredAccuracy: 10)
        var fixes = source.locations.makeAsyncIterator()
        try await source.start()
        #expect(await fixes.next()?.meetsDesiredAccuracy == true)
        #expect(await fixes.next()?.meetsDesiredAccuracy == false)
    }

    @Test("an average leaves bad fixes out and ends with enough good ones")
    func average() throws {
        var average = PositionAverage(neededCount: 4, worstAccuracy: 5)
        for number in 0..<8 {
            var fix = Self.fix(number % 2 == 0 ? (number % 4 == 0 ? 179.9999 : -179.9999) : 100, seconds: 0)
            fix.horizontalAccuracy = number % 2 == 0 ? 3 : [50, .nan, nil, 6][number / 2]
            #expect(average.position == nil && !average.isComplete)
            #expect(average.add(fix) == (number % 2 == 0))
            if number == 6 { break }
        }
        let position = try #require(average.position)
        #expect(average.count == 4 && average.rejectedCount == 3 && abs(abs(position.x) - 180) < 1e-9)
        #expect(try abs(#require(average.spread) - 7.6) < 0.1)
    }
}
