// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaRaster

extension DisplayList {
    /// Draws over what `buffer` holds.
    ///
    /// `originX` and `originY` say which pixel of the list's grid the buffer's top left one is. Bands of `bandHeight` rows
    /// are shared among `threads` tasks. Throws `CancellationError` soon after the task is cancelled; the buffer then holds
    /// some finished bands. Nobody else may draw into the buffer meanwhile.
    @concurrent
    public func draw(
        into buffer: PixelBuffer, originX: Int = 0, originY: Int = 0, threads: Int? = nil, bandHeight: Int? = nil,
        background: PixelColor? = nil
    ) async throws {
        let threads = threads ?? WorkSharing.defaultThreads
        // Every band walks the shapes that cross it once more, so few high ones cost least; several a thread end together.
        let usual = quality == .exact ? 256 : min(max(buffer.height / (4 * max(threads, 1)), 64), 128)
        let height = min(max(bandHeight ?? usual, 8), buffer.height)
        let area = PixelRect(x: originX, y: originY, width: buffer.width, height: buffer.height)
        var bins: [[BandBins]] = []
        for layer in layers {
            bins.append(
                try await WorkSharing.map(layer.chunks.count, threads: threads) { index in
                    BandBins(
                        layer.chunks[index], isPoints: layer.isPoints, reach: layer.reach, window: area,
                        bandHeight: height)
                })
        }
        let drawers = zip(layers, bins).map { layer, bins in
            BandDrawer(layer: layer, bins: bins, format: buffer.format, isExact: quality == .exact)
        }
        let bands = (buffer.height + height - 1) / height
        try await WorkSharing.forEach(
            bands, threads: threads,
            state: { Canvas(buffer, originX: originX, originY: originY, bandHeight: height) }
        ) { band, canvas in
            let first = originY + band * height
            canvas.clip(
                to: PixelRect(
                    x: originX, y: first, width: buffer.width, height: min(height, originY + buffer.height - first)))
            if let background { canvas.clear(background) }
            for drawer in drawers { drawer.draw(band: band, on: canvas) }
        }
    }

    /// The same on the thread that asks, without an end before it is done.
    package func drawNow(into buffer: PixelBuffer) {
        let area = PixelRect(x: 0, y: 0, width: buffer.width, height: buffer.height)
        let height = min(256, buffer.height)
        let drawers = layers.map { layer in
            BandDrawer(
                layer: layer,
                bins: layer.chunks.map {
                    BandBins(
                        $0, isPoints: layer.isPoints, reach: layer.reach, window: area, bandHeight: height)
                }, format: buffer.format, isExact: quality == .exact)
        }
        guard drawers.contains(where: { !$0.layer.chunks.isEmpty }) else { return }
        let canvas = Canvas(buffer, bandHeight: height)
        for band in 0..<(buffer.height + height - 1) / height {
            let first = band * height
            canvas.clip(
                to: PixelRect(x: 0, y: first, width: buffer.width, height: min(height, buffer.height - first)))
            for drawer in drawers { drawer.draw(band: band, on: canvas) }
        }
    }
}
