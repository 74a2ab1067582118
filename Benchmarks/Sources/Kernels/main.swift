// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaRaster

// The rasteriser alone, through its public surface: least time of several rounds, divided by what was drawn.

/// Places on a circle of uneven radius: a shape with edges of all directions.
func blob(x: Double, y: Double, radius: Double, corners: Int) -> PixelPath {
    var path = PixelPath()
    for corner in 0..<corners {
        let angle = 2 * Double.pi * Double(corner) / Double(corners)
        let reach = radius * (1 + 0.2 * sin(angle * 7))
        path.line(toX: x + reach * cos(angle), y: y + reach * sin(angle))
    }
    path.close()
    return path
}

func report(_ name: String, each unit: String, count: Int, _ body: () -> Void) {
    let clock = ContinuousClock()
    let least = (0..<7).map { _ in clock.measure(body) }.min() ?? .zero
    let nanoseconds = Double(least.components.attoseconds) / 1e9 / Double(count)
    print(name.padding(toLength: 40, withPad: " ", startingAt: 0), String(format: "%8.2f ns", nanoseconds), unit)
}

let buffer = try PixelBuffer(width: 1024, height: 1024, fill: .white)
let canvas = Canvas(buffer)
let blue = Paint.color(PixelColor(red: 70, green: 130, blue: 180))
let blobs: [PixelPath] = (0..<2000).map { (index: Int) -> PixelPath in
    let x = Double(index * 7919 % 1000), y = Double(index * 104_729 % 1000)
    return blob(x: x, y: y, radius: 12, corners: 40)
}
let vertices = blobs.count * 40
report("fill, small polygons", each: "a vertex", count: vertices) {
    for shape in blobs { canvas.fill(shape, with: blue) }
}
for width in [1.0, 3, 8] {
    report("stroke, \(Int(width)) px", each: "a vertex", count: vertices) {
        for shape in blobs { canvas.stroke(shape, StrokeStyle(width: width, join: .round), with: blue) }
    }
}
report("stroke, 2 px, dashed", each: "a vertex", count: vertices) {
    for shape in blobs { canvas.stroke(shape, StrokeStyle(width: 2, dashes: [5, 3]), with: blue) }
}
let whole = blob(x: 512, y: 512, radius: 600, corners: 60)
report("fill, whole picture", each: "a pixel", count: 1 << 20) { canvas.fill(whole, with: blue) }
report("fill, whole picture, translucent", each: "a pixel", count: 1 << 20) {
    canvas.fill(whole, with: .color(PixelColor(red: 200, green: 90, blue: 30, alpha: 128)))
}
let sprite = try MarkerSprite.circle(diameter: 8, fill: .black, outline: .white, outlineWidth: 1)
report("marker, 8 px with outline", each: "a marker", count: 100_000) {
    for index in 0..<100_000 {
        let x = index &* 7919 % 1024, y = index &* 104_729 % 1024
        canvas.stamp(sprite, x: Double(x), y: Double(y))
    }
}
let photo = try PixelBuffer(width: 512, height: 512, fill: .black)
report("picture, copied", each: "a pixel", count: 1 << 18) { canvas.draw(photo, x: 100, y: 100) }
let pyramid = ImagePyramid(photo)
report("picture, turned and enlarged", each: "a pixel", count: 1 << 20) {
    canvas.draw(
        pyramid,
        transform: PixelAffine.scale(x: 3, y: 3).then(.rotation(degrees: 20)).then(.translation(x: -100, y: -300)))
}
