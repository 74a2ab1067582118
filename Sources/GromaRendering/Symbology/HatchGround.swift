// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaRaster

/// What hatches and picture fills hold on to, so that they lie still on the ground while the map moves under them or is cut into tiles.
struct HatchGround: Hashable {
    /// The pixel of the map's origin on the grid, as far as it matters to a repeat: any multiple of one may be missing.
    var x = 0.0
    var y = 0.0
    /// How much wider hatches are than at the nearest scale of the common tile levels: between those scales they grow and
    /// shrink with the ground.
    var stretch = 1.0

    init() {}

    /// The whole pixel of a repeated picture's corner.
    func corner(offsetX: Double, offsetY: Double, width: Int, height: Int) -> (x: Int, y: Int) {
        func place(_ value: Double, _ side: Int) -> Int {
            value.isFinite ? Int(value.rounded(.down).remainder(dividingBy: Double(side))) : 0
        }
        // The ground first: tiles of one level differ in it by whole pixels.
        return (
            place(x, width) + place(offsetX, width), place(y, height) + place(offsetY, height)
        )
    }

    init(_ grid: MapGrid) {
        x = grid.transform.tx - Double(grid.transform.originX)
        y = grid.transform.ty - Double(grid.transform.originY)
        let levels = log2(591_657_527.591555 / max(grid.scale, 1))
        stretch = exp2(levels - levels.rounded())
    }
}
