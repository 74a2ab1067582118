// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry
package import GromaMapping
import GromaRaster
import Synchronization

/// What one view's scenes are made of while the rest is still on its way: tiles, rows and pictures of its layers.
package final class SceneSupply: Sendable {
    /// What is asked of a layer: one view of one state of the map.
    struct Question: Hashable, Sendable {
        var grid: MapGrid.Signature
        var generation: Int
    }
    /// A picture and the ground it shows.
    struct GroundPicture: Sendable {
        var picture: PixelBuffer
        var extent: Envelope
    }
    package let tiles: TileLoader
    let rows: LayerAnswers<Question, FeatureSet>
    let pictures: LayerAnswers<Question, [GroundPicture]>
    private let relay: Relay

    private final class Relay: Sendable {
        let body = Mutex<(@Sendable () -> Void)?>(nil)
        func call() { body.withLock { $0 }?() }
    }

    /// Makes an empty supply that has `byteLimit` bytes of tiles in memory; `keeper` is asked before the network is.
    package init(
        byteLimit: Int = 128 << 20, keeper: (any TileKeeper)? = nil, time: WaitingTime = .continuous
    ) {
        let relay = Relay()
        self.relay = relay
        tiles = TileLoader(byteLimit: byteLimit, keeper: keeper, time: time) { relay.call() }
        rows = LayerAnswers(time: time) { relay.call() }
        pictures = LayerAnswers(time: time) { relay.call() }
    }

    /// Called, from any thread, when a scene made now would show more, or something else, than the last one.
    package func onChange(_ body: (@Sendable () -> Void)?) { relay.body.withLock { $0 = body } }

    /// Forgets what only saves time: for a memory warning.
    package func trim() {
        tiles.trim()
        rows.forget()
        pictures.forget()
        PixelMemory.forgetSpares()
    }

    /// Gives up everything under way: for a view that is hidden, or shows another map.
    package func stop() {
        tiles.stop()
        rows.stop()
        pictures.stop()
    }
}
