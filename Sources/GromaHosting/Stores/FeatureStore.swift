// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaFeatures

/// What the server needs from a database of features. `EmbeddedStore` is the one that comes with Groma.
///
/// Calls run beside each other, on threads that may block. Names of services are compared as they stand.
public protocol FeatureStore: Sendable {
    /// The services that are served, in the order in which they are listed.
    func services() async throws -> [HostedService]
    /// Layers and tables of a feature service, by id, without what depends on the caller. Throws for an unknown service.
    func layers(of service: String) async throws -> [FeatureLayerInfo]
    /// A layer or table to ask. Throws `HostingError.notFound` for an unknown one.
    func table(_ layerID: Int, of service: String) async throws -> any FeatureTable
    /// Attachments of several features, by feature and id; one without attachments has no entry.
    func attachments(of objectIDs: [Int64], layer layerID: Int, of service: String) async throws -> [AttachmentInfo]
    /// Carries out edits of several layers, layer after layer, in one durable transaction; results in the same order.
    ///
    /// When it returns, what succeeded survives a power cut. Where any of the edits has `rollsBackOnFailure` and one edit is
    /// refused, nothing is kept and every other result says so (code 1003). An add whose GlobalID is there already adds
    /// nothing and succeeds, so that a repeated request adds nothing twice.
    /// - Parameter edits: what to do, in order.
    /// - Parameter service: the service that holds the layers.
    /// - Parameter editor: the name for the editor tracking fields; nil for a caller who has not signed in.
    func applyEdits(_ edits: [LayerEdits], to service: String, editor: String?) async throws -> [FeatureEditResults]
    /// Makes an empty feature service. Throws for a name that is taken. A store that cannot make services need not implement it.
    func createService(_ service: HostedService) async throws
    /// Changes what a service says of itself and who may use it, found by name and kind; its layers stay.
    func updateService(_ service: HostedService) async throws
    /// Makes an empty layer or table and answers its description; a negative id takes the next free one.
    func createLayer(_ layer: FeatureLayerInfo, in service: String) async throws -> FeatureLayerInfo
}

extension FeatureStore {
    /// Refuses: the store's services are made elsewhere.
    public func createService(_ service: HostedService) async throws { throw HostingError.fixedServices }
    /// Refuses: the store's services are made elsewhere.
    public func updateService(_ service: HostedService) async throws { throw HostingError.fixedServices }
    /// Refuses: the store's services are made elsewhere.
    public func createLayer(_ layer: FeatureLayerInfo, in service: String) async throws -> FeatureLayerInfo {
        throw HostingError.fixedServices
    }
}

extension HostingError {
    fileprivate static var fixedServices: HostingError {
        HostingError(.unsupported, "The services of this server cannot be changed over the wire.")
    }
}

/// Edits of one layer in a request that may edit several.
public struct LayerEdits: Sendable {
    /// The layer or table within its service.
    public var layerID: Int
    /// What to do to it.
    public var edits: FeatureEdits
    /// Makes edits of a layer.
    public init(layerID: Int, edits: FeatureEdits) {
        self.layerID = layerID
        self.edits = edits
    }
}
