// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaMapping
import GromaServices
import Testing

@Suite("Our client makes and changes items of our portal", .timeLimit(.minutes(10)))
struct ItemPeerTests {
    private static let map = #"{"operationalLayers":[],"baseMap":{"baseMapLayers":[]},"version":"2.31"}"#

    private func code(_ body: () async throws -> Void) async -> ServiceError.Code? {
        do {
            try await body()
            return nil
        } catch { return (error as? ServiceError)?.code }
    }

    @Test("a web map is made, opened, changed and deleted by its owner; nobody else sees it")
    func wholeWay() async throws {
        try await PeerServer.run { peer in
            let editor = try await peer.portal(user: "editor"), viewer = try await peer.portal(user: "viewer")
            let item = try await editor.addItem(
                PortalItemDraft(title: "A, b & ü", type: "Web Map", text: Self.map, tags: ["x", "y"]))
            #expect(item.id.rawValue.count == 32)
            let known = PortalItem(portal: editor, id: item.id)
            #expect(try await known.title() == "A, b & ü")
            #expect(try await known.json()["tags"] == ["x", "y"])
            #expect(try await PortalMapLoader(item: known).loadMap().webMap.json["version"] == "2.31")
            try await known.update(data: #"{"operationalLayers":[],"version":"2.32"}"#)
            #expect(try await JSONValue(parsing: known.data())["version"] == "2.32")
            let foreign = PortalItem(portal: viewer, id: item.id)
            #expect(await code { _ = try await foreign.title() } == .forbidden)
            #expect(await code { try await known.update(data: "no map") } == .refused)
            #expect(try await JSONValue(parsing: known.data())["version"] == "2.32")
            try await known.delete()
            #expect(await code { _ = try await PortalItem(portal: editor, id: item.id).title() } == .notFound)
        }
    }

    @Test("what belongs to others stays as it is, and viewers make nothing")
    func rights() async throws {
        try await PeerServer.run { peer in
            let editor = try await peer.portal(user: "editor"), viewer = try await peer.portal(user: "viewer")
            let draft = PortalItemDraft(title: "A", type: "Web Map", text: Self.map)
            #expect(await code { _ = try await viewer.addItem(draft) } == .forbidden)
            let anonymous = Portal(url: peer.portalURL, client: peer.client())
            #expect(await code { _ = try await anonymous.addItem(draft) } == .authenticationRequired)
            let theirs = PortalItem(portal: editor, id: PeerServer.mapID)
            let before = try await theirs.data()
            #expect(await code { try await theirs.update(data: Self.map) } == .forbidden)
            #expect(await code { try await theirs.delete() } == .forbidden)
            #expect(try await theirs.data() == before)
            let admin = try await peer.portal(user: "admin")
            try await PortalItem(portal: admin, id: PeerServer.mapID).update(data: Self.map)
            let after = try await theirs.data()
            #expect(after == Array(Self.map.utf8))
        }
    }
}
