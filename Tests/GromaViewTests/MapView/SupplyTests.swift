// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaRendering
import GromaView
import Observation
import Synchronization
import Testing

/// Tiles whose answers a test chooses.
private final class MoodyTiles: TileSource {
    enum Mood: Sendable { case good, page, absent, silent, away }
    struct Away: Error, CustomStringConvertible { var description: String { "HTTP status 503" } }
    private struct State {
        var mood: Mood
        var asked: [TileKey] = []
        var ended = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }
    private let state: Mutex<State>
    init(_ mood: Mood) { state = Mutex(State(mood: mood)) }

    var asked: [TileKey] { state.withLock { $0.asked } }
    /// Requests that were given up.
    var cancelled: Int { state.withLock { $0.ended } }
    func become(_ mood: Mood) {
        let waiting = state.withLock { state in
            state.mood = mood
            defer { if mood != .silent { state.waiting = [] } }
            return mood == .silent ? [] : state.waiting
        }
        for one in waiting { one.resume() }
    }
    func tileLayerInfo() async throws -> TileLayerInfo { TileLayerInfo(name: "Moody", tileInfo: .webMercator()) }
    func tile(at key: TileKey) async throws -> [UInt8]? {
        let mood = state.withLock { state in
            state.asked.append(key)
            return state.mood
        }
        switch mood {
        case .good: break
        case .page: return Array("<!DOCTYPE html><html><body>Sign in</body></html>".utf8)
        case .absent: return nil
        case .away: throw Away()
        case .silent:
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isOver = state.withLock { state in
                        if state.mood != .silent || Task.isCancelled { return true }
                        state.waiting.append(continuation)
                        return false
                    }
                    if isOver { continuation.resume() }
                }
            } onCancel: {
                let waiting = state.withLock { state in
                    state.ended += 1
                    defer { state.waiting = [] }
                    return state.waiting
                }
                for one in waiting { one.resume() }
            }
            try Task.checkCancellation()
        }
        return try Image(width: 256, height: 256, red: 50, green: 50, blue: 50, alpha: 255).encoded()
    }
}

@Suite("What a view waits for", .timeLimit(.minutes(10)))
@MainActor
struct SupplyTests {
    private let time = HandTurnedTime()

    private func view(_ layers: [Layer], memory: Int = 128 << 20) -> MapViewModel {
        let map = Map(
            layers: layers,
            initialViewpoint: Viewpoint(center: Point(x: 80, y: 60, spatialReference: .webMercator), scale: 4_000),
            spatialReference: .webMercator)
        let view = MapViewModel(map: map, tileMemory: memory, time: time.source)
        view.resize(width: 400, height: 300)
        return view
    }
    private func until(_ condition: () -> Bool) async {
        while !condition() { await Task.yield() }
    }
    /// Lets time go on in steps, with room for what wakes up, until something holds.
    private func turn(_ step: Duration, until condition: () -> Bool) async {
        while !condition() {
            time.advance(by: step)
            for _ in 0..<300 where !condition() { await Task.yield() }
        }
    }
    private func settled(_ view: MapViewModel) async {
        for await status in Observations({ view.drawStatus }) where status == .completed { break }
    }
    private func red(_ view: MapViewModel, _ x: Int = 5, _ y: Int = 5) -> UInt8? {
        view.frame()?.picture.image[x, y].red
    }

    @Test("what is there is shown while a tile server keeps silent, and its tiles when they come")
    func silence() async throws {
        let tiles = MoodyTiles(.silent)
        let fixture = try ViewFixture(resizes: false)
        let slow = ArcGISTiledLayer(tileSource: tiles, name: "Slow")
        let view = view([slow, fixture.points])
        await until { red(view, 162, 168) == 0x5B }
        await until { !tiles.asked.isEmpty }
        #expect(view.drawStatus == .inProgress)
        #expect(view.layerViewState(of: slow).status.contains(.loading))
        tiles.become(.good)
        await settled(view)
        #expect(red(view) == 50)
        #expect(view.layerViewState(of: slow).status == .active)
    }

    @Test(
        "a server that fails, sends a page or nothing is told of once, and the map recovers by itself",
        arguments: [0, 1, 2])
    func recovery(kind: Int) async throws {
        let mood = [MoodyTiles.Mood.away, .page, .silent][kind]
        let tiles = MoodyTiles(mood)
        let layer = ArcGISTiledLayer(tileSource: tiles, name: "Ground")
        let view = view([layer])
        await until { !tiles.asked.isEmpty }
        if mood == .silent {
            // Nobody waits longer than that.
            await turn(.seconds(21)) { view.drawStatus == .completed && view.layerViewState(of: layer).error != nil }
        }
        await settled(view)
        let state = view.layerViewState(of: layer)
        #expect(state.status.contains(.warning))
        let words = try #require(state.error.map { "\($0)" })
        #expect(words.contains("tiles of Moody"))
        let count = tiles.asked.count
        for _ in 0..<200 { await Task.yield() }
        #expect(tiles.asked.count == count, "nobody asks again before a second has passed")
        tiles.become(.good)
        await turn(.seconds(1)) { view.layerViewState(of: layer).error == nil }
        await settled(view)
        #expect(red(view) == 50 && red(view, 395, 295) == 50)
        #expect(view.layerViewState(of: layer).status == .active)
    }

    @Test("a tile that the server does not have is a gap, and no trouble")
    func absent() async throws {
        let tiles = MoodyTiles(.absent)
        let layer = ArcGISTiledLayer(tileSource: tiles)
        let view = view([layer])
        await settled(view)
        #expect(red(view) == 255)
        #expect(view.layerViewState(of: layer).status == .active)
        let count = tiles.asked.count
        view.pan(byX: 3, y: 0)
        await settled(view)
        #expect(tiles.asked.count == count, "it is not asked for again")
    }

    @Test("tiles that were shown are not fetched again, and the way back has no gap")
    func memory() async throws {
        let tiles = MoodyTiles(.good)
        let view = view([ArcGISTiledLayer(tileSource: tiles)])
        await settled(view)
        let start = try #require(view.viewpoint)
        await view.setViewpointCenter(Point(x: 3_000, y: 0, spatialReference: .webMercator))
        await settled(view)
        let count = tiles.asked.count
        #expect(Set(tiles.asked).count == count)
        tiles.become(.away)
        await view.setViewpoint(start)
        await settled(view)
        #expect(tiles.asked.count == count)
        #expect(red(view) == 50 && red(view, 395, 295) == 50)
    }

    @Test("at the memory warning the tiles fall below a quarter of what they may take, and the frame stays")
    func memoryWarning() async throws {
        let view = view([ArcGISTiledLayer(tileSource: MoodyTiles(.good))], memory: 3 << 20)
        await settled(view)
        for step in 1...4 {
            await view.setViewpointCenter(Point(x: Double(step) * 2_000, y: 0, spatialReference: .webMercator))
            await settled(view)
            #expect(view.tileMemoryUse <= 3 << 20)
        }
        let before = try #require(view.frame()).picture.image
        view.reduceMemoryUse()
        #expect(view.tileMemoryUse <= 3 << 18)
        #expect(view.frame()?.picture.image == before)
    }

    @Test("closer in, tiles from farther out stand in until their own come")
    func standIns() async throws {
        let tiles = MoodyTiles(.good)
        let view = view([ArcGISTiledLayer(tileSource: tiles)])
        await settled(view)
        tiles.become(.silent)
        let count = tiles.asked.count
        await view.setViewpointScale(1_000)
        await until { tiles.asked.count > count }
        // A scene of the new view is there, of old tiles.
        for _ in 0..<50 { await Task.yield() }
        #expect(red(view) == 50 && red(view, 395, 295) == 50)
        #expect(view.drawStatus == .inProgress)
        tiles.become(.good)
        await settled(view)
    }

    @Test("what nobody wants any more is given up: a layer that is hidden, a place that was left")
    func givingUp() async throws {
        let tiles = MoodyTiles(.silent)
        let layer = ArcGISTiledLayer(tileSource: tiles)
        let view = view([layer])
        await until { !tiles.asked.isEmpty }
        layer.isVisible = false
        await until { tiles.cancelled > 0 }
        await settled(view)
        let count = tiles.asked.count
        for _ in 0..<100 { await Task.yield() }
        #expect(tiles.asked.count == count)
        #expect(view.layerViewState(of: layer).status == .notVisible)
    }

    @Test("a layer beyond its scales says so and is not even loaded; closer in it is")
    func outOfScale() async throws {
        let tiles = MoodyTiles(.good)
        let layer = ArcGISTiledLayer(tileSource: tiles)
        layer.minScale = 2_000
        let view = view([layer])
        await settled(view)
        #expect(view.layerViewState(of: layer).status == .outOfScale)
        #expect(tiles.asked.isEmpty && layer.loadStatus == .notLoaded)
        await view.setViewpointScale(1_500)
        await settled(view)
        await until { layer.loadStatus == .loaded }
        await settled(view)
        #expect(!tiles.asked.isEmpty && view.layerViewState(of: layer).status == .active)
    }

    @Test("rows that are slow to come hold up nothing, and the last ones stay until the next are there")
    func slowRows() async throws {
        let fixture = try ViewFixture(resizes: false)
        let table = SlowTable(try #require(fixture.points.featureTable))
        let layer = FeatureLayer(featureTable: table, name: "Slow rows")
        let view = view([fixture.ground, layer])
        func answered() async {
            while view.drawStatus != .completed {
                table.answerAll()
                await Task.yield()
            }
        }
        await until { table.waiting >= 1 }
        await turn(.milliseconds(200)) { red(view) == 200 }
        #expect(view.drawStatus == .inProgress)
        await answered()
        let marker = try #require(
            view.screenPoint(fromLocation: Point(x: 40, y: 40, spatialReference: .webMercator)))
        #expect(red(view, Int(marker.x), Int(marker.y)) == 0x5B)
        view.pan(byX: 20, y: 0)
        await until { table.waiting >= 1 }
        time.advance(by: .milliseconds(200))
        for _ in 0..<200 { await Task.yield() }
        #expect(red(view, Int(marker.x) + 20, Int(marker.y)) == 0x5B, "still there while the query runs")
        #expect(view.drawStatus == .inProgress)
        await answered()
        #expect(red(view, Int(marker.x) + 20, Int(marker.y)) == 0x5B)
    }

    @Test("a layer that cannot be read says why, and is read when it is asked for again")
    func layerAway() async throws {
        let fixture = try ViewFixture(resizes: false)
        let table = FailingTable(try #require(fixture.points.featureTable))
        let layer = FeatureLayer(featureTable: table, name: "Gauges")
        let view = view([ArcGISTiledLayer(tileSource: MoodyTiles(.good)), layer])
        await settled(view)
        let state = view.layerViewState(of: layer)
        #expect(state.status.contains(.error) && state.error is FailingTable.Away)
        #expect(red(view) == 50, "the rest is shown")
        table.heal()
        view.retry(layer)
        await until { layer.loadStatus == .loaded }
        await settled(view)
        #expect(view.layerViewState(of: layer).status == .active)
    }
}

/// A table that answers when a test says so.
private final class SlowTable: TableInTheWay, @unchecked Sendable {  // adds a locked value to what is sendable
    private let gates = Mutex<[CheckedContinuation<Void, Never>]>([])
    var waiting: Int { gates.withLock { $0.count } }
    func answerAll() {
        let open = gates.withLock { gates in
            defer { gates = [] }
            return gates
        }
        for gate in open { gate.resume() }
    }
    override func queryFeatures(using parameters: QueryParameters) async throws -> FeatureSet {
        await withCheckedContinuation { gate in gates.withLock { $0.append(gate) } }
        return try await super.queryFeatures(using: parameters)
    }
}

/// A table that is away until it is healed.
private final class FailingTable: TableInTheWay, @unchecked Sendable {  // adds a locked value to what is sendable
    struct Away: Error {}
    private let isHealed = Mutex(false)
    func heal() { isHealed.withLock { $0 = true } }
    override func layerInfo() async throws -> FeatureLayerInfo {
        guard isHealed.withLock({ $0 }) else { throw Away() }
        return try await super.layerInfo()
    }
}

/// A table in front of another one.
private class TableInTheWay: FeatureTable, @unchecked Sendable {  // has one constant
    private let inner: any FeatureTable
    init(_ inner: any FeatureTable) { self.inner = inner }
    func layerInfo() async throws -> FeatureLayerInfo { try await inner.layerInfo() }
    func queryFeatures(using parameters: QueryParameters) async throws -> FeatureSet {
        try await inner.queryFeatures(using: parameters)
    }
    func queryFeatureCount(using parameters: QueryParameters) async throws -> Int {
        try await inner.queryFeatureCount(using: parameters)
    }
    func queryObjectIDs(using parameters: QueryParameters) async throws -> [Int64] {
        try await inner.queryObjectIDs(using: parameters)
    }
    func queryExtent(using parameters: QueryParameters) async throws -> Envelope {
        try await inner.queryExtent(using: parameters)
    }
    func queryStatistics(using parameters: StatisticsQueryParameters) async throws -> FeatureSet {
        try await inner.queryStatistics(using: parameters)
    }
    func attachments(of objectID: Int64) async throws -> [AttachmentInfo] {
        try await inner.attachments(of: objectID)
    }
    func attachmentData(_ attachmentID: Int64, of objectID: Int64) async throws -> [UInt8] {
        try await inner.attachmentData(attachmentID, of: objectID)
    }
}
