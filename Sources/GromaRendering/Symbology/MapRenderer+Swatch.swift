// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs
import GromaGeometry
public import GromaMapping

extension MapRenderer {
    /// A symbol's picture for a legend, on a transparent ground: a marker in the middle, a line across, an area with its edge.
    ///
    /// Sizes are device-independent pixels. A marker larger than the picture is cut. A symbol that is not drawn gives an empty
    /// picture. Throws `RenderingError` for a picture that is too large, and `CancellationError`.
    @concurrent
    public func swatch(
        of symbol: any Symbol, width: Double = 28, height: Double = 20, pixelRatio: Double = 1
    ) async throws -> Image {
        let reference = SpatialReference.webMercator
        let viewport = Viewport(
            width: width, height: height, center: Point(x: 0, y: 0, spatialReference: reference),
            scale: MapScale.scale(resolution: 1, in: reference), pixelRatio: pixelRatio)
        let right = viewport.width / 2 - 3, top = viewport.height / 2 - 3
        let geometry: any Geometry
        switch SwatchForm(symbol) {
        case .point: geometry = Point(x: 0, y: 0, spatialReference: reference)
        case .line:
            geometry = Polyline(
                parts: CoordinateParts(coordinates: CoordinateSequence(xy: [-right, 0, right, 0]), starts: [0]),
                spatialReference: reference)
        case .area:
            geometry = Envelope(xMin: -right, yMin: -top, xMax: right, yMax: top, spatialReference: reference)
        }
        let layer = LayerSnapshot(
            id: "swatch", name: "", content: .graphics([GraphicSnapshot(geometry: geometry, symbol: symbol)]))
        return try await image(
            of: MapSnapshot(spatialReference: reference, background: .clear, layers: [layer]), viewport: viewport)
    }
}

private enum SwatchForm {
    case point, line, area

    init(_ symbol: any Symbol) {
        switch symbol {
        case is SimpleLineSymbol: self = .line
        case is SimpleFillSymbol, is PictureFillSymbol: self = .area
        case let layered as MultilayerSymbol:
            switch layered.kind {
            case .point: self = .point
            case .line: self = .line
            case .polygon: self = .area
            }
        default: self = .point
        }
    }
}
