// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
public import GromaCodecs
public import GromaFeatures
import GromaGeometry
public import GromaMapping
public import GromaStorage
import Synchronization

/// The store that comes with Groma: GeoPackages and SQLite files in one folder (`StoreDirectory`).
///
/// The properties of a service are `access` (`{"read":"everyone","edit":["admin"]}`; also `signedIn` and `nobody`), `itemId`,
/// `description`, `copyrightText`, `spatialReference`, `initialExtent`; all else is written into the service's JSON as it is.
public final class EmbeddedStore: FeatureStore, TileStore, PortalStore {
    /// The folder.
    public let directory: StoreDirectory

    /// Draws the tiles that the folder does not keep, by the service's name.
    private let tileDrawer: (@Sendable (String) throws -> (any TileSource)?)?
    private let drawnSources = Mutex<[String: DrawnTileSource]>([:])

    /// Serves a data folder that is open. `tileDrawer` answers a source for tiles that a service of that name does not keep, or nil.
    public init(
        directory: StoreDirectory, tileDrawer: (@Sendable (_ service: String) throws -> (any TileSource)?)? = nil
    ) {
        self.directory = directory
        self.tileDrawer = tileDrawer
    }

    // MARK: Features

    /// As its protocol asks, from the data folder.
    public func services() async throws -> [HostedService] {
        try await directory.services().map(HostedService.init(record:))
    }

    /// As its protocol asks, from the data folder.
    public func layers(of service: String) async throws -> [FeatureLayerInfo] {
        var infos: [FeatureLayerInfo] = []
        for table in try await directory.featureService(named: service).featureTables() {
            infos.append(try await table.layerInfo())
        }
        return infos.sorted { $0.id < $1.id }
    }

    /// As its protocol asks, from the data folder.
    public func table(_ layerID: Int, of service: String) async throws -> any FeatureTable {
        try await geoPackageTable(layerID, of: service)
    }

    private func geoPackageTable(_ layerID: Int, of service: String) async throws -> GeoPackageFeatureTable {
        let package = try await directory.featureService(named: service)
        do {
            return try await package.featureTable(id: layerID)
        } catch let error as StorageError where error.code == .notFound {
            // The store says it of its file, which is nothing to clients.
            throw HostingError.noLayer(layerID, in: service)
        }
    }

    public func attachments(of objectIDs: [Int64], layer layerID: Int, of service: String) async throws
        -> [AttachmentInfo]
    {
        try await geoPackageTable(layerID, of: service).attachments(of: objectIDs)
    }

    /// As its protocol asks, from the data folder.
    public func applyEdits(_ edits: [LayerEdits], to service: String, editor: String?) async throws
        -> [FeatureEditResults]
    {
        // Services of before tell anonymous editors by an empty name.
        try await directory.featureService(named: service).applyEdits(
            edits.map { (layerID: $0.layerID, edits: $0.edits) }, editor: editor ?? "")
    }

    /// As its protocol asks, in the data folder.
    public func createService(_ service: HostedService) async throws {
        _ = try await directory.createFeatureService(service.record)
    }

    /// As its protocol asks, in the data folder.
    public func updateService(_ service: HostedService) async throws {
        try await directory.updateService(service.record)
    }

    /// As its protocol asks, in the data folder.
    public func createLayer(_ layer: FeatureLayerInfo, in service: String) async throws -> FeatureLayerInfo {
        try await directory.featureService(named: service).createFeatureTable(layer).layerInfo()
    }

    // MARK: Tiles

    /// As its protocol asks, from the data folder.
    public func tileSource(of service: String) async throws -> any TileSource {
        let kept = try await directory.tileService(named: service)
        guard let tileDrawer else { return kept }
        if let known = drawnSources.withLock({ $0[service] }) { return known }
        guard let drawn = try tileDrawer(service) else { return kept }
        return drawnSources.withLock { sources in
            // Another task may have been faster; then its tiles serve all.
            if let known = sources[service] { return known }
            let source = DrawnTileSource(kept: kept, drawn: drawn)
            sources[service] = source
            return source
        }
    }

    // MARK: Portal

    /// As its protocol asks, from the data folder.
    public func portalProperties() async throws -> JSONObject { try await directory.portal.properties() }

    /// As its protocol asks, from the data folder.
    public func portalItems() async throws -> [PortalItemRecord] {
        try await directory.portal.items()
    }

    /// As its protocol asks, from the data folder.
    public func portalItem(_ id: String) async throws -> PortalItemRecord? {
        try await directory.portal.item(id)
    }

    /// As its protocol asks, from the data folder.
    public func portalItemData(_ id: String) async throws -> HostedContent? {
        try await directory.portal.itemData(id).map { HostedContent(.bytes($0.bytes), contentType: $0.contentType) }
    }

    /// As its protocol asks, from the data folder.
    public func portalItemThumbnail(_ id: String) async throws -> HostedContent? {
        try await directory.portal.itemThumbnail(id).map {
            HostedContent(.bytes($0.bytes), contentType: $0.contentType)
        }
    }

    /// As its protocol asks, in the data folder.
    public func savePortalItem(_ item: PortalItemRecord, data: HostedContent?) async throws {
        let content: StoredContent? =
            switch data?.source {
            case nil: nil
            case .bytes(let bytes): StoredContent(bytes: bytes, contentType: data?.contentType ?? "")
            case .file(let url):
                StoredContent(bytes: [UInt8](try Data(contentsOf: url)), contentType: data?.contentType ?? "")
            }
        try await directory.portal.saveItem(item, data: content)
    }

    /// As its protocol asks, in the data folder.
    public func deletePortalItem(_ id: String) async throws { try await directory.portal.deleteItem(id) }

    /// As its protocol asks, from the data folder.
    public func portalUser(_ name: String) async throws -> HostedUser? {
        try await directory.portal.user(named: name).map { record in
            HostedUser(
                name: record.name, fullName: record.fullName, email: record.email,
                role: HostedUser.Role(rawValue: record.role) ?? .viewer, passwordHash: record.passwordHash,
                created: record.created)
        }
    }

    /// As its protocol asks, from the data folder.
    public func setPortalUser(_ user: HostedUser) async throws {
        try await directory.portal.setUser(
            PortalUserRecord(
                name: user.name, fullName: user.fullName, email: user.email, role: user.role.rawValue,
                passwordHash: user.passwordHash, created: user.created))
    }
}
