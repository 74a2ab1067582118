// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaRaster

/// Trees as single crowns: a shadow, a crown, some dabs of light.
extension ImageryPainter {
    private struct Crown {
        var at: TownPoint
        var radius: Int
    }

    func drawTrees(_ canvas: Canvas, _ window: MapWindow, _ frame: TownBox, _ woods: [Country.Wood]) {
        guard window.level >= 14 else { return }
        var crowns = town.blocks.trees.map { Crown(at: $0.at, radius: $0.radius) } + islandCrowns()
        for wood in woods { crowns += woodCrowns(wood, isDense: window.level >= 15) }
        crowns = crowns.filter { frame.contains($0.at) }
        // From north to south, whatever the window: a crown lies over what stands behind it.
        crowns.sort { ($0.at.y, $0.at.x) > ($1.at.y, $1.at.x) }
        let k = window.scale
        let shadow = Paint.color(style.shadow)
        let dab = Paint.color(PixelColor(red: 255, green: 255, blue: 178).with(opacity: 0.1))
        for crown in crowns {
            let (x, y) = (window.x(crown.at), window.y(crown.at))
            let radius = max(0.9, Double(crown.radius) * k * 1.05)
            let draw = Chance(90, crown.at.x, crown.at.y).bits
            canvas.fill(ImageryPainter.circle(x + radius * 0.6, y + radius * 0.7, radius), with: shadow)
            canvas.fill(ImageryPainter.circle(x, y, radius), with: .color(style.pick("canopy", draw)))
            guard radius > 2.2 else { continue }
            for turn in 0..<5 {
                let angle = Double(draw >> UInt64(turn * 6) & 63) / 10
                let (dx, dy) = (cos(angle) * radius * 0.45, sin(angle) * radius * 0.45)
                canvas.fill(
                    ImageryPainter.circle(x + dx - radius * 0.12, y + dy - radius * 0.16, radius * 0.34), with: dab)
            }
        }
    }

    private func islandCrowns() -> [Crown] {
        stride(from: River.islandX - 7_000, to: River.islandX + 7_000, by: 330).map { x in
            Crown(
                at: TownPoint(x, River.centre(x) + 250 + Chance(84, x).within(-600...600)),
                radius: Chance(85, x).within(260...520))
        }
    }

    private func woodCrowns(_ wood: Country.Wood, isDense: Bool) -> [Crown] {
        let side = wood.radius / 100
        return (0..<side * side / (isDense ? 34 : 110)).map { t in
            let rim = wood.ring[Chance(86, wood.centre.x, t).below(wood.ring.count)]
            let share = (Double(Chance(87, wood.centre.x, t).within(0...4_096)) / 4_096).squareRoot()
            let at = TownPoint(
                wood.centre.x + Int(Double(rim.x - wood.centre.x) * share),
                wood.centre.y + Int(Double(rim.y - wood.centre.y) * share))
            return Crown(at: at, radius: Chance(88, wood.centre.x, t).within(380...720))
        }
    }

    private static func circle(_ x: Double, _ y: Double, _ radius: Double) -> PixelPath {
        var path = PixelPath()
        path.addCircle(x: x, y: y, radius: radius)
        return path
    }
}
