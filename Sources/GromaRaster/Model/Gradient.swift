// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// Colours that change over the box of each shape that is filled.
public struct Gradient: Sendable {
    /// Which way the colours run.
    public enum Form: Sendable, Hashable {
        /// From one side of the box to the other.
        case linear(degrees: Double)
        /// From the circle round the box to its middle.
        case circular
        /// From the sides of a turned box to its middle.
        case rectangular(degrees: Double)
    }
    /// How far the colours go; the last one has what is left.
    public enum Reach: Sendable, Hashable {
        /// Of the whole way.
        case share(Double)
        case pixels(Double)
    }
    /// The colours in their order, at equal distances; at least one.
    public var colors: [PixelColor]
    /// Which way the colours run; degrees are counter-clockwise from the right.
    public var form: Form
    /// How far the colours go.
    public var reach: Reach
    /// True where colours stand beside each other without passing into one another.
    public var isStepped: Bool

    /// Makes a gradient.
    public init(colors: [PixelColor], form: Form, reach: Reach = .share(1), isStepped: Bool = false) {
        precondition(!colors.isEmpty, "a gradient needs a colour")
        self.colors = colors
        self.form = form
        self.reach = reach
        self.isStepped = isStepped
    }
}

/// A gradient in the form that sweeps take, laid over one box.
package struct ResolvedGradient: Sendable {
    private static let steps = 512
    private let table: [UInt32]
    private let form: Gradient.Form
    private let reach: Gradient.Reach
    private var source = GradientSource.Place(x: 0, y: 0, u: SIMD2(0, 0), v: SIMD2(0, 0), form: .linear)

    init(_ gradient: Gradient, format: PixelFormat) {
        let colors = gradient.colors.map { $0.packed(format) }, last = colors.count - 1
        form = gradient.form
        reach = gradient.reach
        table = (0..<Self.steps).map { step in
            let share = Double(step) / Double(Self.steps - 1)
            if gradient.isStepped { return colors[min(Int(share * Double(colors.count)), last)] }
            let place = share * Double(last), index = min(Int(place), max(last - 1, 0))
            let part = UInt32(((place - Double(index)) * 256).rounded())
            return part == 0 || last == 0 ? colors[index] : mixed(colors[index], colors[index + 1], part)
        }
    }

    /// The colours for a shape in that box of 1/256 pixels.
    package func placed(in box: PixelBox) -> ResolvedGradient {
        var placed = self
        let low = SIMD2(Double(box.low.x), Double(box.low.y)) / 256,
            high = SIMD2(Double(box.high.x), Double(box.high.y)) / 256
        let middle = (low + high) / 2, half = pointwiseMax((high - low) / 2, SIMD2(1e-3, 1e-3))
        func axes(_ degrees: Double) -> (SIMD2<Double>, SIMD2<Double>) {
            let angle = (degrees.isFinite ? degrees : 0) * .pi / 180
            return (SIMD2(cos(angle), -sin(angle)), SIMD2(sin(angle), cos(angle)))
        }
        /// Half of what the box measures along a direction.
        func extent(_ axis: SIMD2<Double>) -> Double { abs(axis.x) * half.x + abs(axis.y) * half.y }
        /// What the whole way is stretched by, so that the colours end where they should.
        func stretch(_ length: Double) -> Double {
            switch reach {
            case .share(let share): 1 / max(share, 1e-6)
            case .pixels(let pixels): length / max(pixels, 1e-6)
            }
        }
        let full = Double(Self.steps - 1)
        switch form {
        case .linear(let degrees):
            let (axis, _) = axes(degrees), length = 2 * extent(axis), scale = stretch(length) * full / length
            placed.source = .init(
                x: middle.x - axis.x * length / 2, y: middle.y - axis.y * length / 2, u: axis * scale, v: .zero,
                form: .linear)
        case .circular:
            let radius = (half.x * half.x + half.y * half.y).squareRoot(), scale = 1 / radius
            placed.source = .init(
                x: middle.x, y: middle.y, u: SIMD2(scale, 0), v: SIMD2(0, scale), form: .circular,
                stretch: stretch(radius) * full)
        case .rectangular(let degrees):
            let (axis, across) = axes(degrees)
            placed.source = .init(
                x: middle.x, y: middle.y, u: axis / extent(axis), v: across / extent(across), form: .rectangular,
                stretch: stretch(min(extent(axis), extent(across))) * full)
        }
        return placed
    }

    /// Calls `body` with the source of pixels, which is valid during the call.
    func withSource(_ body: (GradientSource) -> Void) {
        table.withUnsafeBufferPointer { table in
            guard let first = table.baseAddress else { return }
            body(GradientSource(table: first, last: Float(table.count - 1), place: source))
        }
    }
}
