// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// How a picture is read between its pixels.
public enum ImageSampling: Sendable, Hashable {
    /// The pixel that holds the place: for scans that must keep their values.
    case nearest
    /// Weighted from the four pixels round the place; shrinking takes the pyramid level next above the size asked for.
    case bilinear
}

extension Canvas {
    /// Lays a picture onto the window with its top left corner at a whole pixel.
    ///
    /// The picture must have the buffer's format. `opacity` is 0…1; NaN counts as 1.
    public func draw(_ image: PixelBuffer, x: Int, y: Int, opacity: Double = 1) {
        let area = window.intersection(PixelRect(x: x, y: y, width: image.width, height: image.height))
        let weight = opacityWeight(opacity)
        if area.isEmpty || weight == 0 { return }
        for line in area.y..<area.maxY {
            let target = row(line) + (area.x - window.x)
            layRow(target, image.pixels + (line - y) * image.width + (area.x - x), area.width, weight)
        }
        withExtendedLifetime(image) {}
    }

    /// Lays a picture onto the window through a map from its pixels to the global grid.
    ///
    /// Every pixel whose centre falls into the picture is drawn, so that pictures side by side leave no seam. A map
    /// that can't be turned back draws nothing.
    public func draw(
        _ image: PixelBuffer, transform: PixelAffine, sampling: ImageSampling = .bilinear, opacity: Double = 1
    ) {
        if transform.a == 1, transform.b == 0, transform.c == 0, transform.d == 1,
            abs(transform.tx) < 1e9, abs(transform.ty) < 1e9,
            transform.tx == transform.tx.rounded(), transform.ty == transform.ty.rounded()
        {
            return draw(image, x: Int(transform.tx), y: Int(transform.ty), opacity: opacity)
        }
        let scale = smallestScale(transform)
        let needsPyramid = sampling == .bilinear && scale < 0.75
        draw(
            ImagePyramid(image, smallestScale: needsPyramid ? scale : 1), transform: transform, sampling: sampling,
            opacity: opacity)
    }

    /// The same with the pyramid made before: for pictures that are drawn again and again.
    public func draw(
        _ pyramid: ImagePyramid, transform: PixelAffine, sampling: ImageSampling = .bilinear, opacity: Double = 1
    ) {
        var level = 0, toGlobal = transform
        if sampling == .bilinear {
            while level + 1 < pyramid.levels.count, smallestScale(toGlobal) < 0.75 {
                let fine = pyramid.levels[level], coarse = pyramid.levels[level + 1]
                let grow = PixelAffine.scale(
                    x: Double(fine.width) / Double(coarse.width), y: Double(fine.height) / Double(coarse.height))
                toGlobal = grow.then(toGlobal)
                level += 1
            }
        }
        let image = pyramid.levels[level]
        guard let back = toGlobal.inverse else { return }
        let area = window.intersection(bounds(of: image, toGlobal))
        let weight = opacityWeight(opacity)
        if area.isEmpty || weight == 0 { return }
        let sampler = ImageSampler(image: image, back: back)
        for line in area.y..<area.maxY {
            guard let columns = sampler.columns(row: line, within: area.x..<area.maxX) else { continue }
            var source = [UInt32](repeating: 0, count: columns.count + 8)
            source.withUnsafeMutableBufferPointer { pixels in
                guard let first = pixels.baseAddress else { return }
                if sampling == .nearest {
                    sampler.readNearest(row: line, columns: columns, into: first)
                } else {
                    sampler.readBilinear(row: line, columns: columns, into: first)
                }
                layRow(row(line) + (columns.lowerBound - window.x), first, columns.count, weight)
            }
        }
        withExtendedLifetime(image) {}
    }

    private func opacityWeight(_ opacity: Double) -> UInt32 {
        opacity < 1 ? UInt32((max(0, opacity) * 256).rounded()) : 256
    }

    private func layRow(
        _ target: UnsafeMutablePointer<UInt32>, _ source: UnsafeMutablePointer<UInt32>, _ count: Int, _ weight: UInt32
    ) {
        var i = 0
        let weights = Pixels8(repeating: weight)
        while i &+ 8 <= count {
            let pixels = load8(source + i)
            store8(target + i, over8(load8(target + i), weight == 256 ? pixels : scaled8(pixels, weights)))
            i &+= 8
        }
        while i < count {
            target[i] = over(target[i], weight == 256 ? source[i] : scaled(source[i], weight))
            i &+= 1
        }
    }

    /// The smaller of the map's scales along the picture's axes.
    private func smallestScale(_ t: PixelAffine) -> Double {
        let scale = min((t.a * t.a + t.b * t.b).squareRoot(), (t.c * t.c + t.d * t.d).squareRoot())
        return scale.isFinite ? scale : 1
    }

    private func bounds(of image: PixelBuffer, _ t: PixelAffine) -> PixelRect {
        let w = Double(image.width), h = Double(image.height)
        let corners = [t.apply(x: 0, y: 0), t.apply(x: w, y: 0), t.apply(x: 0, y: h), t.apply(x: w, y: h)]
        let xs = corners.map(\.x), ys = corners.map(\.y)
        guard (xs + ys).allSatisfy(\.isFinite) else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
        func whole(_ value: Double) -> Int { Int(min(max(value, -1e9), 1e9).rounded(.down)) }
        let left = whole(xs.min() ?? 0), top = whole(ys.min() ?? 0)
        return PixelRect(
            x: left, y: top, width: whole(xs.max() ?? 0) - left + 1, height: whole(ys.max() ?? 0) - top + 1)
    }
}
