// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
public import GromaFeatures
public import Observation

/// One layer of a live map: what all kinds have in common.
///
/// Properties start with what the web map says; changing them changes the map on the screen, not the document.
@MainActor @Observable
public class Layer: Identifiable, Loadable {
    /// Unique in the map; the document's id where it has one.
    public let id: String
    /// As people see it; until loaded empty where only the service names it.
    public var name: String
    /// False turns the layer off.
    public var isVisible: Bool
    /// 0 to 1.
    public var opacity: Double
    /// The furthest scale, as a denominator; 0 for no limit, nil leaves the service's.
    public var minScale: Double?
    /// The closest scale, as a denominator; 0 for no limit, nil leaves the service's.
    public var maxScale: Double?
    /// The web map's name of the mode (`normal`, `multiply`, …).
    public var blendMode: String
    /// False keeps the layer out of the legend.
    public var showsInLegend: Bool
    /// What a tap on the layer shows; nil for nothing.
    public var popupDefinition: PopupDefinition?
    /// False where taps on the layer show nothing, whatever the definition.
    public var isPopupEnabled: Bool
    /// Minutes after which the layer is to be read anew; 0 for never. `Map.refreshes()` tells when.
    public var refreshInterval: Double
    /// False keeps the layer as it is whatever time the map shows.
    public var isTimeFilteringEnabled: Bool
    /// The portal item that the layer was added from; nil for none.
    public let itemID: String?
    /// The layer as the web map has it; nil for a layer made in code.
    public let document: WebMapLayer?
    @ObservationIgnored let gate = LoadGate()

    init(document: WebMapLayer?, name: String? = nil) {
        let id = document?.id ?? ""
        self.id = id.isEmpty ? UUID().uuidString : id
        self.name = name ?? document?.title ?? ""
        isVisible = document?.isVisible ?? true
        opacity = document?.opacity ?? 1
        minScale = document?.minScale
        maxScale = document?.maxScale
        blendMode = document?.blendMode ?? "normal"
        showsInLegend = document?.showsInLegend ?? true
        popupDefinition = document?.popupDefinition
        isPopupEnabled = document?.isPopupEnabled ?? true
        refreshInterval = document?.refreshInterval ?? 0
        isTimeFilteringEnabled = document?.isTimeFilteringEnabled ?? true
        itemID = document?.itemID
        self.document = document
    }

    public var loadStatus: LoadStatus { gate.status }
    public var loadError: (any Error)? { gate.error }
    public func load() async throws { try await gate.load { try await self.prepare() } }
    public func retryLoad() async throws { try await gate.load(retries: true) { try await self.prepare() } }

    /// Writes into a document what of the kind of layer may have changed.
    func write(into document: inout WebMapLayer) throws(MappingError) {}
    /// Reads what the kind of layer needs.
    func prepare() async throws {}
    /// What the kind of layer draws, once loaded; a layer that draws nothing throws the reason.
    func content(_ report: inout LayerReport) throws -> LayerSnapshot.Content {
        throw MappingError(.unsupported, "The layer \"\(name)\" is of a kind that is not drawn.")
    }

    /// The layer at this moment, as far as it is loaded; nil where there is nothing to show yet, which `report` then tells.
    final func present(_ report: inout LayerReport) -> LayerSnapshot? {
        switch loadStatus {
        case .loaded: break
        case .notLoaded, .loading:
            report.pending.append(self)
            return nil
        case .failed:
            report.add(self, loadError ?? MappingError(.notLoaded, "The layer \"\(name)\" is not loaded."))
            return nil
        }
        do {
            let content = try content(&report)
            return LayerSnapshot(
                id: id, name: name, isVisible: isVisible, opacity: min(max(opacity, 0), 1) * ownOpacity,
                minScale: minScale ?? serviceScales.min, maxScale: maxScale ?? serviceScales.max,
                blendMode: blendMode, content: content)
        } catch {
            report.add(self, error)
            return nil
        }
    }

    /// False where a view at a scale's denominator is closer or farther than the layer is for, as far as is known.
    package final func applies(atScale scale: Double) -> Bool {
        let furthest = minScale ?? serviceScales.min, closest = maxScale ?? serviceScales.max
        return (furthest <= 0 || scale <= furthest) && (closest <= 0 || scale >= closest)
    }

    /// The layers inside that show when this one does, whatever their own kind.
    var shownMembers: [Layer] { [] }

    /// A factor on the layer's opacity that its drawing info has.
    var ownOpacity: Double { 1 }
    /// The scale range that the service has; 0 for no limit.
    var serviceScales: (min: Double, max: Double) { (0, 0) }

    /// Snapshots of the visible ones of `layers`, in order.
    static func present(_ layers: [Layer], _ report: inout LayerReport) -> [LayerSnapshot] {
        layers.filter(\.isVisible).compactMap { $0.present(&report) }
    }

    /// Loads the visible ones of `layers` and what shows with them, each at its own pace. What fails stays failed.
    static func loadShown(_ layers: [Layer]) async throws {
        var layers = layers.filter(\.isVisible)
        while !layers.isEmpty {
            let (loaded, _) = await layers.loadAll()
            try Task.checkCancellation()
            layers = loaded.flatMap(\.shownMembers)
        }
    }
}

/// What a look at the layers finds besides their contents.
@MainActor
package struct LayerReport {
    /// Layers that could not be made ready.
    package private(set) var failures: [LayerFailure] = []
    /// Layers that are still to be loaded.
    package var pending: [Layer] = []
    /// Those of them that belong to the base map.
    package var pendingOfBasemap: [Layer] = []

    mutating func add(_ layer: Layer, _ error: any Error) {
        failures.append(LayerFailure(layerID: layer.id, layerName: layer.name, error: error))
    }
}

/// A layer of a kind that Groma keeps in the map but does not draw.
@MainActor @Observable
public final class UnsupportedLayer: Layer {
    /// What it is.
    public let kind: LayerKind

    init(document: WebMapLayer, kind: LayerKind) {
        self.kind = kind
        super.init(document: document)
    }

    override func content(_ report: inout LayerReport) throws -> LayerSnapshot.Content {
        throw MappingError(.unsupported, "The layer \"\(name)\" is of the kind \(kind.name), which is not drawn.")
    }
}
