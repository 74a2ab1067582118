// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
package import GromaGeometry
package import GromaMapping
package import GromaRaster

/// The pixels that a picture of the map shows, and how map coordinates come onto them.
package struct MapGrid: Sendable {
    package private(set) var transform: PixelTransform
    /// The picture's pixels on the grid.
    package let window: PixelRect
    package let spatialReference: SpatialReference
    /// The scale's denominator.
    package let scale: Double
    /// Pixels of the picture a device-independent pixel.
    package let pixelRatio: Double
    /// Map units a pixel.
    package let resolution: Double
    /// Pixels round the window in which labels are placed too, so that neighbouring tiles agree on them.
    package var labelMargin = 0

    /// The denominator of the scale at which symbols that grow with the map have their own size; 0 for none.
    var referenceScale = 0.0
    /// True where the world is drawn again beside itself.
    var wrapsAround = false
    /// How much larger symbols are drawn than they say.
    private var symbolFactor = 1.0

    /// Picture pixels a point (1/72 inch) at 96 dots per inch, or more where symbols grow with the map.
    package var pixelsPerPoint: Double { 96.0 / 72 * pixelRatio * symbolFactor }

    /// The same grid for a layer whose symbols grow and shrink with the map's reference scale.
    var scalingSymbols: MapGrid {
        guard referenceScale > 0, referenceScale.isFinite else { return self }
        var grid = self
        grid.symbolFactor = min(max(referenceScale / scale, 0.01), 50)
        return grid
    }

    /// The grid of a view: pixel (0, 0) is its upper left one.
    package init(_ viewport: Viewport) {
        let corner = viewport.location(of: ScreenPoint(x: 0, y: 0))
        let right = viewport.location(of: ScreenPoint(x: 1, y: 0))
        let perUnit = viewport.pixelRatio / viewport.resolution
        // The view's axes on the ground, exact for unrotated views.
        let cosine = (right.x - corner.x) / viewport.resolution
        let sine = (right.y - corner.y) / viewport.resolution
        let isUpright = viewport.rotation == 0
        let xx = isUpright ? perUnit : perUnit * cosine
        let xy = isUpright ? 0 : perUnit * sine
        let yx = xy
        let yy = -xx
        let center = viewport.center
        let middleX = Double(viewport.pixelWidth) / 2
        let middleY = Double(viewport.pixelHeight) / 2
        transform = PixelTransform(
            xx: xx, xy: xy, tx: middleX - center.x * xx - center.y * xy, yx: yx, yy: yy,
            ty: middleY - center.x * yx - center.y * yy)
        window = PixelRect(x: 0, y: 0, width: viewport.pixelWidth, height: viewport.pixelHeight)
        spatialReference = viewport.spatialReference
        scale = viewport.scale
        pixelRatio = viewport.pixelRatio
        resolution = viewport.resolution / viewport.pixelRatio
    }

    /// The grid of one tile of a scheme; nil for a level that the scheme does not have. All tiles of a level share one grid.
    package init?(_ key: TileKey, of scheme: TileInfo) {
        guard let level = scheme.levelOfDetail(key.level), scheme.extent(of: key) != nil else { return nil }
        var transform = PixelTransform(left: scheme.origin.x, top: scheme.origin.y, pixelsPerUnit: 1 / level.resolution)
        transform.originX = key.column * scheme.columns
        transform.originY = key.row * scheme.rows
        self.transform = transform
        window = PixelRect(x: 0, y: 0, width: scheme.columns, height: scheme.rows)
        spatialReference = scheme.spatialReference
        scale = level.scale
        pixelRatio = Double(scheme.dpi) / 96
        resolution = level.resolution
        labelMargin = max(scheme.columns, scheme.rows)
    }

    /// The place on the ground of a place in the window.
    func location(column: Double, row: Double) -> (x: Double, y: Double) {
        let determinant = transform.xx * transform.yy - transform.xy * transform.yx
        let px = column + Double(transform.originX) - transform.tx
        let py = row + Double(transform.originY) - transform.ty
        return (
            (transform.yy * px - transform.xy * py) / determinant,
            (transform.xx * py - transform.yx * px) / determinant
        )
    }

    /// Where the pixels of a picture go whose ground is a box in the grid's reference.
    func placement(of picture: PixelBuffer, on extent: Envelope) -> PixelAffine {
        let across = extent.width / Double(picture.width)
        let down = extent.height / Double(picture.height)
        let corner = transform.apply(x: extent.xMin, y: extent.yMax)
        let placed = PixelAffine(
            a: transform.xx * across, b: transform.yx * across, c: -transform.xy * down, d: -transform.yy * down,
            tx: corner.x, ty: corner.y)
        guard transform.xy == 0, abs(placed.a - 1) < 1e-6, abs(placed.d - 1) < 1e-6 else { return placed }
        // One to one: whole pixels, so that pictures are copied and not blurred by a fraction of a pixel.
        return PixelAffine(tx: corner.x.rounded(), ty: corner.y.rounded())
    }

    /// What tells one view from another.
    struct Signature: Hashable, Sendable {
        var transform: PixelTransform
        var window: PixelRect
        var spatialReference: SpatialReference
    }
    var signature: Signature { Signature(transform: transform, window: window, spatialReference: spatialReference) }

    /// The grid once for each copy of the world that meets the window: itself where nothing wraps around.
    var worlds: [MapGrid] {
        guard wrapsAround, let world = spatialReference.worldXRange else { return [self] }
        let width = world.upperBound - world.lowerBound
        let box = extent(margin: 0)
        guard box.xMin.isFinite, box.xMax.isFinite, box.width < 64 * width else { return [self] }
        let first = Int(((box.xMin - world.lowerBound) / width).rounded(.down))
        let last = max(first, Int(((box.xMax - world.lowerBound) / width).rounded(.up)) - 1)
        return (first...last).map { moved(by: Double($0) * width) }
    }
    /// Every grid on which something made for one copy of the world may show on another.
    var copies: [MapGrid] {
        guard wrapsAround, let world = spatialReference.worldXRange else { return [self] }
        let width = world.upperBound - world.lowerBound
        return (-1...1).map { moved(by: Double($0) * width) }
    }
    /// The grid on which a place lies where one `distance` map units east of it did.
    private func moved(by distance: Double) -> MapGrid {
        guard distance != 0 else { return self }
        var grid = self
        grid.transform.tx += distance * transform.xx
        grid.transform.ty += distance * transform.yx
        return grid
    }

    /// The box on the ground round the window grown by `margin` pixels.
    package func extent(margin: Double) -> Envelope {
        var box = Envelope.empty(in: spatialReference)
        for (column, row) in [
            (-margin, -margin), (Double(window.width) + margin, -margin), (-margin, Double(window.height) + margin),
            (Double(window.width) + margin, Double(window.height) + margin),
        ] {
            let (x, y) = location(column: column, row: row)
            box = box.union(Envelope(xMin: x, yMin: y, xMax: x, yMax: y, spatialReference: spatialReference))
        }
        return box
    }
}
