// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
import GromaCodecs
public import GromaFeatures
import GromaGeometry
import Synchronization

/// A layer or table of a feature service, asked and edited over HTTP.
///
/// Queries page by themselves and return one complete set. Answers come as protocol buffers where the service offers them.
public final class ServiceFeatureTable: EditableFeatureTable {
    /// The layer's address: `…/FeatureServer/0`.
    public let url: URL
    /// Carries the requests.
    public let client: ServiceClient
    /// Edits of features that wait for `applyEdits()`, kept in memory.
    public let pendingEdits = PendingEdits()
    private let known = Mutex<FeatureLayerInfo?>(nil)

    /// Names a layer; nothing is asked yet. A query in the address (a token, say) is dropped.
    public init(url: URL, client: ServiceClient = .shared) {
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        parts?.query = nil
        parts?.fragment = nil
        while let path = parts?.path, path.hasSuffix("/") { parts?.path.removeLast() }
        self.url = parts?.url ?? url
        self.client = client
    }

    /// The layer's description; asked once.
    public func layerInfo() async throws -> FeatureLayerInfo {
        if let info = known.withLock({ $0 }) { return info }
        let json = try await client.json(url)
        // Feature collections may leave out nearly everything; a service's layer says at least one of these.
        let isLayer = ["Feature Layer", "Table"].contains(json["type"]?.string) || json["fields"]?.array != nil
        do {
            guard isLayer else { throw FeatureError(.malformed, "There is neither a type nor a list of fields.") }
            let info = try FeatureLayerInfo(json: json)
            known.withLock { $0 = info }
            return info
        } catch {
            throw ServiceError(
                .unexpectedAnswer,
                "The service did not describe a layer or table. Does the address end with a layer's number?",
                url: url.withoutQuery, cause: error)
        }
    }

    /// Forgets the description, so that the next call asks again (a service's schema and its caller's rights may change).
    public func refreshLayerInfo() { known.withLock { $0 = nil } }

    /// Address of an operation below the layer.
    func operation(_ name: String) -> URL { url.appending(path: name) }
}

extension FeatureLayerInfo {
    /// True when the service answers pages by `resultOffset` (`advancedQueryCapabilities`).
    var supportsPagination: Bool {
        unknownJSON["advancedQueryCapabilities"]?["supportsPagination"]?.bool ?? unknownJSON["supportsPagination"]?.bool
            ?? false
    }
    /// True when the service answers queries as protocol buffers.
    var supportsPBF: Bool {
        unknownJSON["supportedQueryFormats"]?.string?.uppercased().split { ", ".contains($0) }.contains("PBF") ?? false
    }
}
