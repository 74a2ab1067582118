// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// What a sweep lays onto the covered pixels. Each kind has its own copy of the sweep's loop.
///
/// `x` and `y` are places on the global pixel grid; weights are 0…256.
protocol SpanSource {
    /// Lays the source onto `count` pixels of one weight.
    func lay(_ target: UnsafeMutablePointer<UInt32>, x: Int, y: Int, count: Int, weight: UInt32)
    /// Lays the source onto eight pixels.
    func lay8(_ target: UnsafeMutablePointer<UInt32>, x: Int, y: Int, weights: Pixels8)
}

/// One colour without transparency.
struct OpaqueSource: SpanSource {
    let pixel: UInt32
    private let rb: Lanes16, ag: Lanes16

    init(_ pixel: UInt32) {
        self.pixel = pixel
        rb = lanes(Pixels8(repeating: pixel & 0x00FF_00FF))
        ag = lanes(Pixels8(repeating: pixel >> 8 & 0x00FF_00FF))
    }

    @inline(__always) func lay(
        _ target: UnsafeMutablePointer<UInt32>, x: Int, y: Int, count: Int, weight: UInt32
    ) {
        var i = 0
        if weight >= 256 {
            while i &+ 8 <= count {
                store8(target + i, Pixels8(repeating: pixel))
                i &+= 8
            }
            while i < count {
                target[i] = pixel
                i &+= 1
            }
        } else {
            let weights = Pixels8(repeating: weight)
            while i &+ 8 <= count {
                store8(target + i, mixed8(load8(target + i), rb, ag, weights))
                i &+= 8
            }
            while i < count {
                target[i] = mixed(target[i], pixel, weight)
                i &+= 1
            }
        }
    }

    @inline(__always) func lay8(_ target: UnsafeMutablePointer<UInt32>, x: Int, y: Int, weights: Pixels8) {
        store8(target, mixed8(load8(target), rb, ag, weights))
    }
}

/// One colour with transparency.
struct TranslucentSource: SpanSource {
    let pixel: UInt32

    @inline(__always) func lay(
        _ target: UnsafeMutablePointer<UInt32>, x: Int, y: Int, count: Int, weight: UInt32
    ) {
        let source = scaled(pixel, weight), eight = Pixels8(repeating: source)
        var i = 0
        while i &+ 8 <= count {
            store8(target + i, over8(load8(target + i), eight))
            i &+= 8
        }
        while i < count {
            target[i] = over(target[i], source)
            i &+= 1
        }
    }

    @inline(__always) func lay8(_ target: UnsafeMutablePointer<UInt32>, x: Int, y: Int, weights: Pixels8) {
        store8(target, over8(load8(target), scaled8(Pixels8(repeating: pixel), weights)))
    }
}

/// A picture repeated in both directions from a place on the global grid.
struct PatternSource: SpanSource {
    let pixels: UnsafeMutablePointer<UInt32>
    let width: Int, height: Int, originX: Int, originY: Int
    /// 0…256, laid over the pattern's own alpha.
    let opacity: UInt32

    @inline(__always) private func wrapped(_ value: Int, _ size: Int) -> Int {
        let rest = value % size
        return rest < 0 ? rest &+ size : rest
    }

    func lay(_ target: UnsafeMutablePointer<UInt32>, x: Int, y: Int, count: Int, weight: UInt32) {
        let row = pixels + wrapped(y &- originY, height) &* width
        var column = wrapped(x &- originX, width)
        let weight = weight &* opacity >> 8
        for i in 0..<count {
            target[i] = over(target[i], scaled(row[column], weight))
            column &+= 1
            if column == width { column = 0 }
        }
    }

    func lay8(_ target: UnsafeMutablePointer<UInt32>, x: Int, y: Int, weights: Pixels8) {
        let row = pixels + wrapped(y &- originY, height) &* width
        var column = wrapped(x &- originX, width)
        for i in 0..<8 {
            let weight = weights[i] &* opacity >> 8
            if weight != 0 { target[i] = over(target[i], scaled(row[column], weight)) }
            column &+= 1
            if column == width { column = 0 }
        }
    }
}

/// Colours of a table by where a pixel lies in a box.
struct GradientSource: SpanSource {
    /// Where the box lies, and what a pixel's step is worth.
    struct Place: Sendable {
        enum Form { case linear, circular, rectangular }
        var x: Double
        var y: Double
        var u: SIMD2<Double>
        var v: SIMD2<Double>
        var form: Form
        /// Entries of the table from the rim to the middle.
        var stretch = 0.0
    }
    let table: UnsafePointer<UInt32>
    let last: Float
    let place: Place

    @inline(__always) private func color(_ x: Int, _ y: Int) -> UInt32 {
        let dx = Double(x) + 0.5 - place.x, dy = Double(y) + 0.5 - place.y
        let u = dx * place.u.x + dy * place.u.y
        let entry: Double
        switch place.form {
        case .linear: entry = u
        case .circular:
            let v = dx * place.v.x + dy * place.v.y
            entry = (1 - (u * u + v * v).squareRoot()) * place.stretch
        case .rectangular:
            entry = (1 - max(abs(u), abs(dx * place.v.x + dy * place.v.y))) * place.stretch
        }
        let step = Float(entry)
        return table[step > 0 ? Int(min(step, last)) : 0]
    }

    func lay(_ target: UnsafeMutablePointer<UInt32>, x: Int, y: Int, count: Int, weight: UInt32) {
        for i in 0..<count { target[i] = over(target[i], scaled(color(x &+ i, y), weight)) }
    }

    func lay8(_ target: UnsafeMutablePointer<UInt32>, x: Int, y: Int, weights: Pixels8) {
        for i in 0..<8 where weights[i] != 0 { target[i] = over(target[i], scaled(color(x &+ i, y), weights[i])) }
    }
}
