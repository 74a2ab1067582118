// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// Corners of a regular polygon that stays within 1/64 pixel of a circle of `radius` pixels.
func circleSteps(_ radius: Double) -> Int {
    let step = 2 * acos(max(0, 1 - 1 / (64 * radius)))
    return step > 0 ? min(1024, max(12, Int((2 * Double.pi / step).rounded(.up)))) : 12
}

/// A direction that turns through a full circle in equal steps.
struct PixelTurn {
    let steps: Int
    private(set) var cosine = 1.0, sine = 0.0
    private let stepCosine: Double, stepSine: Double

    init(steps: Int) {
        self.steps = steps
        stepCosine = cos(2 * Double.pi / Double(steps))
        stepSine = sin(2 * Double.pi / Double(steps))
    }

    mutating func advance() {
        (cosine, sine) = (cosine * stepCosine - sine * stepSine, cosine * stepSine + sine * stepCosine)
    }

    /// Radius of the polygon that has the area of the unit circle.
    var areaFactor: Double {
        let angle = 2 * Double.pi / Double(steps)
        return (angle / sin(angle)).squareRoot()
    }
}
