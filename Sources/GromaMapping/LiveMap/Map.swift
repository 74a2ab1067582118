// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
public import GromaFeatures
public import GromaGeometry
public import Observation

/// A live map: layers on a base map, loaded from a web map or put together in code.
@MainActor @Observable
public final class Map: Loadable {
    /// As people see it; the item's title once loaded.
    public var name = ""
    /// What lies below the operational layers.
    public var basemap = Basemap()
    /// From the bottom up.
    public private(set) var operationalLayers: [Layer] = []
    /// Tables without shapes, as the document has them.
    public private(set) var tables: [WebMapLayer] = []
    /// Marked places, in the order of their list.
    public var bookmarks: [Bookmark] = []
    /// Where the map wants to start, in its reference once loaded; nil where nothing says so.
    public var initialViewpoint: Viewpoint?
    /// The reference the map is drawn in. Nil until loaded where the document leaves it to the base map.
    public private(set) var spatialReference: SpatialReference?
    /// The colour below everything; nil for white.
    public var backgroundColor: Color?
    /// The denominator at which symbols of layers that scale have their own size; 0 for none.
    public var referenceScale = 0.0
    /// The time that the map shows; nil for all times. Layers whose rows lie in time show only those that lie in it.
    public var timeExtent: TimeExtent?
    /// The time slider that the map's author set up; nil for none.
    public private(set) var timeSlider: TimeSlider?
    /// The document as it was loaded; nil for a map made in code.
    public private(set) var webMap: WebMap?

    @ObservationIgnored private let gate = LoadGate()
    /// Where the document comes from; nil for a map made in code.
    @ObservationIgnored package private(set) var loader: (any MapLoader)?
    @ObservationIgnored private let services: (any ServiceLoader)?

    /// Makes a map of layers, from the bottom up. Without a reference it takes the first layer's that has one.
    public init(
        layers: [Layer] = [], basemap: Basemap? = nil, initialViewpoint: Viewpoint? = nil,
        spatialReference: SpatialReference? = nil
    ) {
        operationalLayers = layers
        if let basemap { self.basemap = basemap }
        self.initialViewpoint = initialViewpoint
        self.spatialReference = spatialReference
        loader = nil
        services = nil
    }

    /// Makes a map of a document; layers are read by `services` when they are needed.
    public init(webMap: WebMap, services: any ServiceLoader) {
        loader = nil
        self.services = services
        take(MapDocument(webMap: webMap), services: services)
    }

    /// Makes a map whose document `loader` reads when the map is loaded.
    public init(loader: any MapLoader, services: any ServiceLoader) {
        self.loader = loader
        self.services = services
    }

    public var loadStatus: LoadStatus { gate.status }
    public var loadError: (any Error)? { gate.error }
    public func load() async throws { try await gate.load { try await self.prepare() } }
    public func retryLoad() async throws { try await gate.load(retries: true) { try await self.prepare() } }

    private func prepare() async throws {
        if let loader, let services, webMap == nil {
            take(try await loader.loadMap(), services: services)
        }
        if spatialReference == nil { spatialReference = try await firstReference() }
        if let viewpoint = initialViewpoint, let spatialReference {
            initialViewpoint = try viewpoint.projected(into: spatialReference)
        }
    }

    private func take(_ document: MapDocument, services: any ServiceLoader) {
        let webMap = document.webMap
        let factory = LayerFactory(services: services)
        self.webMap = webMap
        if name.isEmpty { name = document.title }
        operationalLayers = factory.layers(webMap.operationalLayers, role: .operational)
        let base = webMap.basemap
        basemap = Basemap(
            name: base.title, baseLayers: factory.layers(base.layers.filter { !$0.isReference }, role: .basemap),
            referenceLayers: factory.layers(base.layers.filter(\.isReference), role: .basemap))
        tables = webMap.tables
        bookmarks = webMap.bookmarks
        spatialReference = webMap.spatialReference
        backgroundColor = webMap.background
        referenceScale = webMap.referenceScale
        timeSlider = webMap.timeSlider
        timeExtent = timeExtent ?? webMap.initialTimeExtent
        initialViewpoint =
            initialViewpoint ?? webMap.initialViewpoint
            ?? document.extent.flatMap { $0.isEmpty ? nil : Viewpoint(boundingGeometry: $0) }
    }

    /// Takes note that the map was saved: from now on this is its document, and there it is.
    package func didSave(_ document: WebMap, at loader: any MapLoader) {
        webMap = document
        self.loader = loader
    }

    /// Puts another base map below the layers. Throws `MappingError.unsupported` where its lowest layer that says so has another
    /// reference than the map, and what loading that layer throws; the present base map then stays. A layer that could not be
    /// loaded before is asked again.
    public func setBasemap(_ other: Basemap) async throws {
        try await load()
        for layer in other.baseLayers.prefix(1) {
            if layer.loadStatus == .failed { try await layer.retryLoad() } else { try await layer.load() }
        }
        try Task.checkCancellation()
        if let reference = try await otherReference(of: other) {
            let own = spatialReference?.code ?? "its own"
            throw MappingError(
                .unsupported,
                "The base map \"\(other.name)\" uses another projection (\(reference.code ?? "its own")) than the map (\(own))."
            )
        }
        basemap = other
    }

    /// The reference of a base map that does not go with this map; nil where it goes, and where nothing of it says one.
    package func otherReference(of other: Basemap) async throws -> SpatialReference? {
        guard let reference = try await Self.reference(of: other.baseLayers) else { return nil }
        return reference == spatialReference ? nil : reference
    }

    /// The reference of the first layer that has one, base layers first; web mercator where none has.
    private func firstReference() async throws -> SpatialReference {
        try await Self.reference(of: basemap.baseLayers + operationalLayers) ?? .webMercator
    }

    /// The reference of the first of the layers that has one.
    private static func reference(of layers: [Layer]) async throws -> SpatialReference? {
        for layer in layers {
            do {
                switch layer {
                case let tiled as ImageTiledLayer:
                    try await tiled.load()
                    if let reference = tiled.tileLayerInfo?.tileInfo.spatialReference { return reference }
                case let features as FeatureLayer:
                    try await features.load()
                    if let reference = features.layerInfo?.spatialReference { return reference }
                default: continue
                }
            } catch let error as CancellationError {
                throw error
            } catch {
                // A layer that is away says nothing; it is told of when the map is drawn.
                continue
            }
        }
        return nil
    }

    /// Puts a layer above the others.
    public func addOperationalLayer(_ layer: Layer) { operationalLayers.append(layer) }
    /// Puts a layer at a place counted from the bottom.
    public func insertOperationalLayer(_ layer: Layer, at index: Int) { operationalLayers.insert(layer, at: index) }
    /// Removes a layer; does nothing where it is not there.
    public func removeOperationalLayer(_ layer: Layer) { operationalLayers.removeAll { $0 === layer } }

    /// Every layer, groups and what is in them included, from the bottom up.
    public var allLayers: [Layer] {
        func flat(_ layers: [Layer]) -> [Layer] {
            layers.flatMap { layer -> [Layer] in
                switch layer {
                case let group as GroupLayer: [layer] + flat(group.layers)
                case let collection as FeatureCollectionLayer: [layer] + collection.layers
                default: [layer]
                }
            }
        }
        return flat(basemap.baseLayers + operationalLayers + basemap.referenceLayers)
    }
    /// The first layer of that name; nil when there is none.
    public func layer(named name: String) -> Layer? { allLayers.first { $0.name == name } }
    /// The layer of that id; nil when there is none.
    public func layer(id: String) -> Layer? { allLayers.first { $0.id == id } }
}
