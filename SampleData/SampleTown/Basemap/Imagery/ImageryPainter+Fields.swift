// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaRaster

extension ImageryPainter {
    /// A field: three lattice columns by two rows, its crop by chance.
    private struct Field {
        /// South-west, south-east, north-east, north-west.
        var corners: [TownPoint]
        var draw: UInt64
    }

    /// Fields in eight crops with hedges and, near enough, the tracks of the tractor.
    func drawFields(_ canvas: Canvas, _ window: MapWindow, _ frame: TownBox) {
        // Smaller than some pixels, fields are one tone.
        guard window.level >= 11 else {
            canvas.clear(ImageryStyle.fixed("#8A8C5E"))
            return
        }
        let calm = ImageryStyle.fixed("#86865A")
        let fields = self.fields(frame)
        var hedges = PixelPath()
        var tracks = PixelPath()
        for field in fields {
            let crop = style.pick("crop", field.draw)
            // Further away the crops fade towards grass: less chequered.
            let tint = window.level <= 14 ? crop.mixed(with: calm, 0.42) : crop
            canvas.fill(window.path(field.corners), with: .color(tint))
            window.add(field.corners + [field.corners[0]], to: &hedges)
            if window.level >= 14 { addTracks(of: field, window, to: &tracks) }
        }
        canvas.stroke(tracks, StrokeStyle(width: 1), with: .color(PixelColor.black.with(opacity: 0.07)))
        let width = window.level < 13 ? 0.5 : max(0.8, 350 * window.scale)
        canvas.stroke(
            hedges, StrokeStyle(width: width, join: .round),
            with: .color(ImageryStyle.fixed("#4E5F38", opacity: window.level < 13 ? 0.3 : 0.55)))
    }

    /// The fields that may touch a box, in the lattice's order.
    private func fields(_ frame: TownBox) -> [Field] {
        let reach = Lattice.reach - 6
        func clamped(_ value: Int) -> Int { max(-reach, min(reach, value)) }
        // Columns stand 64 to 106 m apart and lean by up to 300 m; rows stand 60 to 90 m apart and follow the river.
        let west = clamped(min(floorDiv(frame.xMin - 50_000, 9_400), floorDiv(frame.xMin - 50_000, 8_400)))
        let east = clamped(max(floorDiv(frame.xMax + 50_000, 9_400), floorDiv(frame.xMax + 50_000, 8_400)))
        let south = clamped(floorDiv(frame.yMin - 70_000, 7_600))
        let north = clamped(floorDiv(frame.yMax + 70_000, 7_600))
        var fields: [Field] = []
        for i in stride(from: floorDiv(west, 3) * 3, through: east, by: 3) {
            for j in stride(from: floorDiv(south, 2) * 2, through: north, by: 2) {
                // Row -1 to 0 is the river: south of it fields count their rows downward.
                let rows = j >= 0 ? (low: j, high: j + 2) : (low: j - 1, high: j + 1)
                var corners = [
                    town.lattice.node(i, rows.low), town.lattice.node(i + 3, rows.low),
                    town.lattice.node(i + 3, rows.high), town.lattice.node(i, rows.high),
                ]
                // The first rows run down to the water.
                if rows.low == 0 { for n in [0, 1] { corners[n].y = River.centre(corners[n].x) } }
                if rows.high == -1 { for n in [2, 3] { corners[n].y = River.centre(corners[n].x) } }
                guard frame.meets(corners[...]) else { continue }
                let isShared = Chance(77, floorDiv(i, 2), floorDiv(j, 2)).below(10) < 4
                let draw = isShared ? Chance(70, floorDiv(i, 2), floorDiv(j, 2)) : Chance(70, i, j)
                fields.append(Field(corners: corners, draw: draw.bits >> 8))
            }
        }
        return fields
    }

    /// Parallels to one side of the field, nine metres or three pixels apart, cut at its hedges.
    private func addTracks(of field: Field, _ window: MapWindow, to path: inout PixelPath) {
        let corners = field.corners.map { SIMD2(window.x($0), window.y($0)) }
        let along = corners[field.draw & 64 != 0 ? 1 : 3] - corners[0]
        let length = (along * along).sum().squareRoot()
        guard length > 1 else { return }
        let normal = SIMD2(-along.y, along.x) / length
        let offsets = corners.map { (($0 - corners[0]) * normal).sum() }
        guard let low = offsets.min(), let high = offsets.max() else { return }
        let step = max(3, 900 * window.scale)
        var offset = low + step / 2
        while offset < high {
            var ends: [SIMD2<Double>] = []
            for index in 0..<4 {
                let (a, b) = (offsets[index], offsets[(index + 1) % 4])
                guard (a > offset) != (b > offset) else { continue }
                let (from, to) = (corners[index], corners[(index + 1) % 4])
                ends.append(from + (to - from) * ((offset - a) / (b - a)))
            }
            if ends.count >= 2 {
                path.move(toX: ends[0].x, y: ends[0].y)
                path.line(toX: ends[1].x, y: ends[1].y)
            }
            offset += step
        }
    }
}
