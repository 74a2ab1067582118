// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
public import Observation

/// Graphics above a map's layers.
@MainActor @Observable
public final class GraphicsOverlay: Identifiable {
    /// Unique among the overlays of a view.
    public let id: String
    /// From the bottom up.
    public private(set) var graphics: [Graphic]
    /// Draws the graphics that have no symbol of their own; nil leaves those out.
    public var renderer: (any Renderer)?
    /// False leaves all graphics out of the picture.
    public var isVisible = true
    /// 0 to 1.
    public var opacity = 1.0
    /// The furthest scale, as a denominator; 0 for no limit.
    public var minScale = 0.0
    /// The closest scale, as a denominator; 0 for no limit.
    public var maxScale = 0.0
    /// What a tap on a graphic shows; nil for nothing.
    public var popupDefinition: PopupDefinition?

    /// Makes an overlay; later graphics lie above earlier ones.
    public init(id: String? = nil, graphics: [Graphic] = [], renderer: (any Renderer)? = nil) {
        self.id = id ?? UUID().uuidString
        self.graphics = graphics
        self.renderer = renderer
    }

    /// Adds a graphic above the others.
    public func addGraphic(_ graphic: Graphic) { graphics.append(graphic) }
    /// Adds graphics above the others, in order.
    public func addGraphics(_ added: some Sequence<Graphic>) { graphics.append(contentsOf: added) }
    /// Removes a graphic; does nothing where it is not there.
    public func removeGraphic(_ graphic: Graphic) { graphics.removeAll { $0 === graphic } }
    /// Removes all graphics.
    public func removeAllGraphics() { graphics.removeAll() }

    /// The overlay at this moment.
    public func snapshot() -> LayerSnapshot {
        let classifier = renderer.map { SymbolClassifier($0) }
        let drawn: [GraphicSnapshot] = graphics.compactMap { graphic in
            guard graphic.isVisible, let geometry = graphic.geometry else { return nil }
            let symbol =
                graphic.symbol
                ?? classifier.flatMap { prepared in
                    prepared.symbolIndex(for: graphic.attributes).map { prepared.symbols[$0] }
                }
            guard let symbol else { return nil }
            var snapshot = GraphicSnapshot(
                geometry: geometry, symbol: symbol, zIndex: graphic.zIndex, isSelected: graphic.isSelected)
            snapshot.id = ObjectIdentifier(graphic)
            return snapshot
        }
        // A stable order: of equal indices the later one lies above.
        let ordered = drawn.enumerated().sorted { ($0.element.zIndex, $0.offset) < ($1.element.zIndex, $1.offset) }
        return LayerSnapshot(
            id: id, name: "", isVisible: isVisible, opacity: opacity, minScale: minScale, maxScale: maxScale,
            content: .graphics(ordered.map(\.element)))
    }
}
