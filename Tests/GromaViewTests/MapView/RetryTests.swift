// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaRendering
import GromaServices
import GromaView
import Observation
import Synchronization
import Testing

/// Tiles of a service that can't be read until it is well.
private final class SickService: TileSource {
    private let state: Mutex<(error: ServiceError?, asked: Int)>
    private let tiles = PlainTiles()
    init(_ error: ServiceError) { state = Mutex((error, 0)) }
    var asked: Int { state.withLock { $0.asked } }
    func become(_ error: ServiceError?) { state.withLock { $0.error = error } }
    func tileLayerInfo() async throws -> TileLayerInfo {
        let error = state.withLock { state in
            state.asked += 1
            return state.error
        }
        if let error { throw error }
        return try await tiles.tileLayerInfo()
    }
    func tile(at key: TileKey) async throws -> [UInt8]? { try await tiles.tile(at: key) }
}

@Suite("Layers that can't be loaded", .timeLimit(.minutes(5)))
@MainActor
struct RetryTests {
    private let time = HandTurnedTime()

    private func view(_ layers: [Layer]) -> MapViewModel {
        let map = Map(
            layers: layers,
            initialViewpoint: Viewpoint(center: Point(x: 80, y: 60, spatialReference: .webMercator), scale: 4_000),
            spatialReference: .webMercator)
        let view = MapViewModel(map: map, time: time.source)
        view.resize(width: 200, height: 150)
        return view
    }
    private func until(_ condition: () -> Bool) async { while !condition() { await Task.yield() } }
    private func rests() async { for _ in 0..<300 { await Task.yield() } }
    /// Lets time go on in steps of a second until a condition holds; the seconds that took.
    private func seconds(_ most: Int, until condition: () -> Bool) async -> Int? {
        for second in 0...most {
            await rests()
            if condition() { return second }
            time.advance(by: .seconds(1))
        }
        return nil
    }

    @Test(
        "a service that is away, slow or answers a page is asked again by itself, later and later; the trouble stands until it is well",
        arguments: [
            ServiceError(.transport, "away"), ServiceError(.timeout, "slow"),
            ServiceError(.unexpectedAnswer, "a page"), ServiceError(.refused, "busy", httpStatus: 500),
        ])
    func passing(error: ServiceError) async throws {
        let service = SickService(error)
        let layer = ArcGISTiledLayer(tileSource: service, name: "Ground")
        let view = view([PlainTiles.layer(), layer])
        await until { view.layerViewState(of: layer).error != nil }
        #expect(service.asked == 1)
        // What is told: each change of the layer's error.
        let told = Told()
        let watch = Task {
            for await isTrouble in Observations({ view.layerViewState(of: layer).status.contains(.error) }) {
                if told.states.last != isTrouble { told.states.append(isTrouble) }
            }
        }
        for pause in [5, 10, 20] {
            let count = service.asked
            #expect(await seconds(60) { service.asked > count } == pause)
        }
        #expect(told.states == [true])
        service.become(nil)
        #expect(await seconds(60) { layer.loadStatus == .loaded } == 40)
        await until { view.layerViewState(of: layer).status == .active }
        await rests()
        #expect(told.states == [true, false])
        watch.cancel()
    }

    @Test("a service that says no is not asked again until somebody asks for it")
    func refused() async throws {
        let service = SickService(ServiceError(.forbidden, "no"))
        let layer = ArcGISTiledLayer(tileSource: service, name: "Ground")
        let view = view([PlainTiles.layer(), layer])
        await until { view.layerViewState(of: layer).error != nil }
        #expect(await seconds(600) { service.asked > 1 } == nil)
        service.become(nil)
        view.retry(layer)
        await until { view.layerViewState(of: layer).status == .active }
        #expect(service.asked > 1)
    }

    @Test("while nobody sees the map nothing is asked again, and when it is seen what is due is asked at once")
    func hidden() async throws {
        let service = SickService(ServiceError(.transport, "away"))
        let layer = ArcGISTiledLayer(tileSource: service, name: "Ground")
        let view = view([PlainTiles.layer(), layer])
        await until { view.layerViewState(of: layer).error != nil }
        await view.suspend()
        #expect(await seconds(400) { service.asked > 1 } == nil)
        service.become(nil)
        try await view.resume()
        await until { view.layerViewState(of: layer).status == .active }
        #expect(service.asked > 1)
    }

    @Test("after nine hours of sleep nothing is blank, and nothing that was there is fetched again")
    func sleep() async throws {
        let tiles = PlainTiles()
        let view = view([ArcGISTiledLayer(tileSource: tiles)])
        for await status in Observations({ view.drawStatus }) where status == .completed { break }
        let picture = try #require(view.frame()).picture.image
        let asked = tiles.asked.withLock { $0 }
        await view.suspend()
        time.advance(by: .seconds(9 * 3_600))
        #expect(view.frame()?.picture.image == picture)
        try await view.resume()
        #expect(view.frame()?.picture.image == picture, "at once")
        for await status in Observations({ view.drawStatus }) where status == .completed { break }
        await rests()
        #expect(view.frame()?.picture.image == picture)
        #expect(tiles.asked.withLock { $0 } == asked)
    }
}

@MainActor private final class Told { var states: [Bool] = [] }

extension PlainTiles {
    /// A layer that always works, so that the map has something to show.
    @MainActor
    fileprivate static func layer() -> ArcGISTiledLayer { ArcGISTiledLayer(tileSource: PlainTiles(), name: "Below") }
}
