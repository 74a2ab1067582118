// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
public import GromaMapping
public import GromaPopups
import GromaRendering

extension MapViewModel {
    /// Asks every visible layer what lies under a point, the uppermost first; layers without a hit are left out, those that
    /// fail come with their error.
    ///
    /// `tolerance` is 0 (one pixel) to 100 device-independent pixels; more is `ViewError.invalidArgument`, and so is a
    /// maximum below 1. With `returnPopupsOnly` layers without popups are not asked. Throws `CancellationError`.
    public func identifyLayers(
        screenPoint: ScreenPoint, tolerance: Double = 10, returnPopupsOnly: Bool = false,
        maximumResultsPerLayer: Int = 1
    ) async throws -> [IdentifyLayerResult] {
        let identifier = try identifier(tolerance, maximumResultsPerLayer, returnPopupsOnly)
        guard let viewport, let snapshot else { return [] }
        let answer = try await identifier.identify(at: screenPoint, in: snapshot, viewport: viewport)
        let failed = answer.failures.compactMap { failure -> IdentifyLayerResult? in
            (map.layer(id: failure.layerID) ?? map.layer(id: failure.layerID.layerPart)).map {
                IdentifyLayerResult(
                    layer: $0, sublayerID: nil, geoElements: [], popups: [],
                    error: failure.error)
            }
        }
        return answer.results.compactMap(result) + failed
    }

    /// Asks one layer what lies under a point, whether or not others lie above it. Throws what the layer's table throws, and
    /// with `returnPopupsOnly` `ViewError.invalidArgument` for a layer without popups.
    public func identify(
        on layer: Layer, screenPoint: ScreenPoint, tolerance: Double = 10, returnPopupsOnly: Bool = false,
        maximumResults: Int = 1
    ) async throws -> [IdentifyLayerResult] {
        let identifier = try identifier(tolerance, maximumResults, false)
        if returnPopupsOnly, map.popupDefinition(for: layer) == nil, !(layer is ArcGISMapImageLayer),
            !(layer is GroupLayer)
        {
            throw ViewError(
                .invalidArgument, "The layer \"\(layer.name)\" has no popups; ask without returnPopupsOnly.")
        }
        guard let viewport, var snapshot, let part = snapshot.layers.firstPart(of: layer.id) else { return [] }
        snapshot.layers = [part]
        let answer = try await identifier.identify(at: screenPoint, in: snapshot, viewport: viewport)
        if let failure = answer.failures.first, answer.results.isEmpty { throw failure.error }
        return answer.results.compactMap(result)
    }

    /// Finds graphics of every visible overlay under a point, the uppermost overlay first; overlays without a hit are left out.
    public func identifyGraphicsOverlays(
        screenPoint: ScreenPoint, tolerance: Double = 10, returnPopupsOnly: Bool = false,
        maximumResultsPerOverlay: Int = 1
    ) throws -> [IdentifyGraphicsOverlayResult] {
        try graphicsOverlays.reversed().compactMap {
            try identify(
                on: $0, screenPoint: screenPoint, tolerance: tolerance, returnPopupsOnly: returnPopupsOnly,
                maximumResults: maximumResultsPerOverlay)
        }
    }

    /// Finds graphics of one overlay under a point: markers by their size, lines by their width. Nil without a hit.
    public func identify(
        on overlay: GraphicsOverlay, screenPoint: ScreenPoint, tolerance: Double = 10, returnPopupsOnly: Bool = false,
        maximumResults: Int = 1
    ) throws -> IdentifyGraphicsOverlayResult? {
        _ = try identifier(tolerance, maximumResults, false)
        guard let viewport, !returnPopupsOnly || overlay.popupDefinition != nil else { return nil }
        let test = GraphicHitTest(point: screenPoint, viewport: viewport, tolerance: tolerance) {
            self.screenPoint(fromLocation: $0)
        }
        let graphics = test.hits(in: overlay, most: maximumResults)
        guard !graphics.isEmpty else { return nil }
        let popups = overlay.popupDefinition.map { definition in
            graphics.map { Popup(geoElement: $0, definition: definition) }
        }
        return IdentifyGraphicsOverlayResult(graphicsOverlay: overlay, graphics: graphics, popups: popups ?? [])
    }

    /// The popups of what lies under a point, the uppermost first: of overlays at once, then of each layer as soon as it and
    /// all above it have answered. A loop that ends early stops the asking. Layers that fail are left out.
    public func popups(
        at screenPoint: ScreenPoint, tolerance: Double = 10, maximumResultsPerLayer: Int = 10
    ) -> PopupSequence {
        let tolerance = tolerance.isNaN ? 0 : min(max(tolerance, 0), 100)
        let most = max(1, maximumResultsPerLayer)
        let above = try? identifyGraphicsOverlays(
            screenPoint: screenPoint, tolerance: tolerance, returnPopupsOnly: true, maximumResultsPerOverlay: most)
        let first = (above ?? []).flatMap(\.popups)
        guard let viewport, let snapshot else { return PopupSequence(first: first, layers: .finished) }
        let identifier = MapIdentifier(
            tolerance: tolerance, maximumResultsPerLayer: most, returnsPopupsOnly: true)
        let (stream, continuation) = AsyncStream.makeStream(of: [MapIdentifier.LayerResult].self)
        let work = Task {
            let parts = snapshot.layers.reversed().map { layer in
                var part = snapshot
                part.layers = [layer]
                return part
            }
            // All are asked at once; what is told keeps their order.
            let questions = parts.map { part in
                Task { try await identifier.identify(at: screenPoint, in: part, viewport: viewport).results }
            }
            for question in questions {
                let found = await withTaskCancellationHandler {
                    try? await question.value
                } onCancel: {
                    for question in questions { question.cancel() }
                }
                if let found, !found.isEmpty { continuation.yield(found) }
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in work.cancel() }
        return PopupSequence(first: first, layers: stream)
    }

    // MARK: - Selection

    /// Selects what a tap finds in feature layers that are visible, and nothing else of them. Gives the number of features.
    @discardableResult
    public func selectFeatures(at screenPoint: ScreenPoint, tolerance: Double = 10) async throws -> Int {
        let results = try await identifyLayers(screenPoint: screenPoint, tolerance: tolerance)
        clearSelection()
        var count = 0
        for result in results {
            guard let layer = result.layer as? FeatureLayer else { continue }
            let features = result.geoElements.compactMap { $0 as? Feature }.filter { $0.table != nil }
            layer.selectFeatures(features)
            count += features.count
        }
        return count
    }

    /// Nothing is selected any more: no feature of any layer, no graphic of any overlay.
    public func clearSelection() {
        for case let layer as FeatureLayer in map.allLayers where !layer.selectedObjectIDs.isEmpty {
            layer.clearSelection()
        }
        for overlay in graphicsOverlays {
            for graphic in overlay.graphics where graphic.isSelected { graphic.isSelected = false }
        }
    }

    // MARK: - Inside

    private func identifier(
        _ tolerance: Double, _ maximum: Int, _ popupsOnly: Bool
    ) throws -> MapIdentifier {
        guard tolerance >= 0, tolerance <= 100 else {
            throw ViewError(.invalidArgument, "A tolerance of \(tolerance) is not taken; use 0 to 100 pixels.")
        }
        guard maximum >= 1 else {
            throw ViewError(.invalidArgument, "A maximum of \(maximum) results is not taken; use 1 or more.")
        }
        return MapIdentifier(
            tolerance: tolerance, maximumResultsPerLayer: maximum, returnsPopupsOnly: popupsOnly)
    }

    private func result(_ found: MapIdentifier.LayerResult) -> IdentifyLayerResult? {
        // Inner layers of a collection have a colon in their ids too.
        let own = map.layer(id: found.layerID)
        guard let layer = own ?? map.layer(id: found.layerID.layerPart) else { return nil }
        let features = found.elements
        return IdentifyLayerResult(
            layer: layer, sublayerID: own == nil ? found.layerID.sublayerPart : nil, geoElements: features,
            popups: found.popups(for: features), error: nil)
    }
}

/// Popups as they are found. For one loop.
public struct PopupSequence: AsyncSequence {
    public typealias Element = Popup
    public typealias Failure = Never
    let first: [Popup]
    let layers: AsyncStream<[MapIdentifier.LayerResult]>

    /// Goes through popups as they come.
    public struct Iterator: AsyncIteratorProtocol {
        var ready: [Popup]
        var layers: AsyncStream<[MapIdentifier.LayerResult]>.Iterator

        /// The next popup; nil when everything has answered.
        public mutating func next() async -> Popup? {
            while ready.isEmpty {
                guard let found = await layers.next(isolation: #isolation) else { return nil }
                ready = found.flatMap { $0.popups(for: $0.elements) }
            }
            return ready.removeFirst()
        }
    }

    public func makeAsyncIterator() -> Iterator { Iterator(ready: first, layers: layers.makeAsyncIterator()) }
}

extension MapIdentifier.LayerResult {
    /// The rows as features of their table; clusters and bins belong to none.
    fileprivate var elements: [Feature] {
        let table = memberObjectIDs.isEmpty ? table : nil
        return features.records.map { Feature(record: $0, table: table, layerInfo: layerInfo) }
    }

    /// A popup for each of the elements; none where nothing is configured.
    fileprivate func popups(for elements: [Feature]) -> [Popup] {
        guard let popupDefinition else { return [] }
        return elements.enumerated().map { place, element in
            let popup = Popup(geoElement: element, definition: popupDefinition)
            if memberObjectIDs.indices.contains(place) {
                popup.aggregatedFeatures = AggregatedFeatures(table: table, objectIDs: memberObjectIDs[place])
            }
            return popup
        }
    }
}

extension AsyncStream {
    /// A stream without elements.
    fileprivate static var finished: AsyncStream { AsyncStream { $0.finish() } }
}

extension String {
    /// Of "layer:sublayer" the layer, where what follows the last colon is a number.
    fileprivate var layerPart: String {
        sublayerPart == nil ? self : String(self[..<(lastIndex(of: ":") ?? endIndex)])
    }
    fileprivate var sublayerPart: Int? {
        lastIndex(of: ":").flatMap { Int(self[index(after: $0)...]) }
    }
}

extension [LayerSnapshot] {
    /// The layer of an id, also inside of groups.
    fileprivate func firstPart(of id: String) -> LayerSnapshot? {
        for layer in self {
            if layer.id == id { return layer }
            if case .group(let members) = layer.content, let found = members.firstPart(of: id) { return found }
        }
        return nil
    }
}
