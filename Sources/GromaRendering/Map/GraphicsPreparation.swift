// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaRaster

/// Makes the graphics of an overlay ready to be drawn: in the order of their z indices, then of the overlay.
struct GraphicsPreparation: Sendable {
    let renderer: MapRenderer
    let grid: MapGrid

    func prepare(_ graphics: [GraphicSnapshot]) async throws -> PreparedLayer {
        let drawing = try await GraphicsDrawing(
            graphics, renderer: renderer, spatialReference: grid.spatialReference, pixelsPerPoint: grid.pixelsPerPoint)
        var prepared = PreparedLayer()
        prepared.content = .vectors(
            try await DisplayList(
                drawing.layers(on: grid), transform: grid.transform, window: grid.window, quality: renderer.quality,
                threads: renderer.threads))
        prepared.failures = drawing.failures
        return prepared
    }
}

/// Graphics with their shapes in the map's reference and their symbols painted, for any view of one pixel ratio.
struct GraphicsDrawing: Sendable {
    /// Neighbours in drawing order of one kind of shape.
    private struct Run: Sendable {
        var geometry: DrawableGeometry
        /// The symbols that occur, and which of them each shape has.
        var symbols: [any Symbol]
        var drawn: [DrawSymbol]
        var indices: [Int32]
        var isSelected: [Bool]
        /// Which of the selected ones have marks that grow in.
        var isArriving: [Bool]
    }
    /// A run that grows.
    private struct OpenRun {
        var column: GeometryColumn
        var symbols: [any Symbol] = []
        var drawn: [DrawSymbol] = []
        var indices: [Int32] = []
        var isSelected: [Bool] = []
        var isArriving: [Bool] = []
        var places: [Int: Int32] = [:]
    }
    private var runs: [Run] = []
    private var painter: SymbolPainter
    private let halo: SelectionHalo
    /// Symbols that could not be drawn, and why.
    private(set) var failures: [LayerFailure] = []

    init(
        _ graphics: [GraphicSnapshot], renderer: MapRenderer, spatialReference: SpatialReference,
        pixelsPerPoint: Double, arriving: Set<ObjectIdentifier> = []
    ) async throws {
        let order = graphics.indices.sorted { (graphics[$0].zIndex, $0) < (graphics[$1].zIndex, $1) }
        let pictures = await SymbolPictures(renderer).load(graphics.map(\.symbol))
        painter = SymbolPainter(pixelsPerPoint: pixelsPerPoint, text: renderer.text, pictures: pictures.images)
        halo = SelectionHalo(renderer, pixelRatio: pixelsPerPoint * 0.75)
        var complaints = pictures.complaints
        var run: OpenRun?
        var painted: [(number: Int, symbol: any Symbol, drawn: DrawSymbol)] = []
        var count = 0
        func finishRun() {
            guard let done = run else { return }
            runs.append(
                Run(
                    geometry: DrawableGeometry(done.column), symbols: done.symbols, drawn: done.drawn,
                    indices: done.indices, isSelected: done.isSelected, isArriving: done.isArriving))
            run = nil
        }
        for index in order {
            let graphic = graphics[index]
            // Overlays use few symbols, often the same one many times in a row.
            var known = painted.last { $0.symbol.isSame(as: graphic.symbol) }
            if known == nil {
                guard let drawn = try painter.drawSymbol(graphic.symbol) else {
                    complaints.append("A symbol of the kind \(graphic.symbol.kindName) is not drawn.")
                    continue
                }
                if painted.count >= 16 { painted.removeFirst() }
                painted.append((count, graphic.symbol, drawn))
                known = painted.last
                count += 1
            }
            guard let known else { continue }
            var geometry = try GeometryEngine.project(graphic.geometry, into: spatialReference)
            if let box = geometry as? Envelope { geometry = box.polygon }
            if let open = run, open.column.type != geometry.geometryType { finishRun() }
            var open = run ?? OpenRun(column: GeometryColumn(type: geometry.geometryType))
            run = nil
            try open.column.append(geometry)
            let place = open.places[known.number] ?? Int32(open.symbols.count)
            if place == open.symbols.count {
                open.symbols.append(known.symbol)
                open.drawn.append(known.drawn)
                open.places[known.number] = place
            }
            open.indices.append(place)
            open.isSelected.append(graphic.isSelected)
            open.isArriving.append(graphic.isSelected && graphic.id.map(arriving.contains) ?? false)
            run = open
        }
        finishRun()
        failures = complaints.uniqued().map {
            LayerFailure(layerID: "", layerName: "", error: RenderingError(.unsupported, $0))
        }
    }

    /// What is drawn on a grid: hatches and picture fills hold on to its ground. Marks that grow in are `haloSpread`
    /// device-independent pixels larger than the others.
    func layers(on grid: MapGrid, haloSpread: Double = 0) throws -> [VectorLayer] {
        var painter = painter
        painter.ground = HatchGround(grid)
        var layers: [VectorLayer] = []
        for run in runs {
            var symbols = run.drawn
            for (index, symbol) in run.symbols.enumerated() where symbol.holdsOnToGround {
                symbols[index] = try painter.drawSymbol(symbol) ?? symbols[index]
            }
            let drawn = VectorLayer(geometry: run.geometry, symbols: symbols, symbolIndices: run.indices)
            layers.append(drawn)
            let grows = haloSpread > 0 && run.isArriving.contains(true)
            if let marks = try halo.layer(
                over: drawn, isSelected: { run.isSelected[$0] && !(grows && run.isArriving[$0]) })
            {
                layers.append(marks)
            }
            if grows,
                let marks = try halo.spread(by: haloSpread).layer(over: drawn, isSelected: { run.isArriving[$0] })
            {
                layers.append(marks)
            }
        }
        return layers
    }
}

extension Symbol {
    /// True for symbols whose pattern lies still on the ground.
    fileprivate var holdsOnToGround: Bool {
        switch self {
        case let fill as SimpleFillSymbol: fill.style != .solid && fill.style != .null
        case is PictureFillSymbol, is MultilayerSymbol: true
        default: false
        }
    }
    fileprivate func isSame(as other: any Symbol) -> Bool {
        func equals<S: Symbol>(_ symbol: S) -> Bool { (other as? S).map { $0.json == symbol.json } ?? false }
        return equals(self)
    }
}

extension Envelope {
    /// The box as a ring, clockwise.
    fileprivate var polygon: Polygon {
        guard !isEmpty else { return Polygon(spatialReference: spatialReference) }
        let xy = [xMin, yMin, xMin, yMax, xMax, yMax, xMax, yMin, xMin, yMin]
        return Polygon(
            parts: CoordinateParts(coordinates: CoordinateSequence(xy: xy), starts: [0]),
            spatialReference: spatialReference)
    }
}
