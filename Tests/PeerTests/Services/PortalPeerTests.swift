// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaHosting
import GromaMapping
import GromaServices
import Testing

@Suite("Our client on our portal", .timeLimit(.minutes(10)))
struct PortalPeerTests {
    @Test("a search finds its items page by page, each once")
    func search() async throws {
        try await PeerServer.run { peer in
            let portal = Portal(url: peer.portalURL, client: peer.client())
            var parameters = PortalQueryParameters(query: "type:\"Feature Service\"")
            parameters.limit = 5
            parameters.sortField = "title"
            var titles: [String] = [], pages = 0
            var next: PortalQueryParameters? = parameters
            while let query = next {
                let page = try await portal.findItems(using: query)
                #expect(page.totalResultsCount == 11)
                for item in page.results { titles.append(try await item.title()) }
                next = page.nextQueryParameters
                pages += 1
            }
            #expect(pages == 3)
            #expect(titles.count == 11)
            #expect(Set(titles) == Set((1...11).map { "Item \($0)" }))
        }
    }

    @Test("a web map's item opens as a map whose layers answer")
    @MainActor func map() async throws {
        try await PeerServer.run { peer in
            let portal = Portal(url: peer.portalURL, client: peer.client())
            let item = PortalItem(portal: portal, id: PeerServer.mapID)
            #expect(try await item.title() == "Drains of the town")
            #expect(try await item.thumbnail() == PeerData.tile)
            let document = try await PortalMapLoader(item: item).loadMap()
            #expect(document.title == "Drains of the town")
            #expect(document.extent?.yMax == 0.02)
            let count = try await Self.rowCount(ofMap: item)
            #expect(count == 25)
        }
    }

    /// Rows of the map's only operational layer.
    @MainActor private static func rowCount(ofMap item: PortalItem) async throws -> Int {
        let map = Map(item: item)
        try await map.load()
        let layer = try #require(map.layer(id: "inlets") as? FeatureLayer)
        try await layer.load()
        return try await #require(layer.featureTable).queryFeatures(using: QueryParameters()).count
    }

    @Test("items of another type and items that are hidden are refused in words")
    func noMap() async throws {
        try await PeerServer.run { peer in
            let portal = Portal(url: peer.portalURL, client: peer.client())
            func code(_ id: String) async -> ServiceError.Code? {
                do {
                    _ = try await PortalMapLoader(item: PortalItem(portal: portal, id: .init(rawValue: id))).loadMap()
                    return nil
                } catch { return (error as? ServiceError)?.code }
            }
            let zeros = String(repeating: "0", count: 30)
            #expect(await code(zeros + "11") == .unsupported)
            #expect(await code(zeros + "22") == .authenticationRequired)
            #expect(await code(zeros + "99") == .notFound)
        }
    }

    @Test("signing in opens what is closed, and the portal knows who asks")
    func signIn() async throws {
        try await PeerServer.run { peer in
            await #expect { try await peer.table("Vault").queryFeatureCount(using: QueryParameters()) } throws: {
                ($0 as? ServiceError)?.code == .authenticationRequired
            }
            let portal = try await peer.portal(user: "viewer")
            #expect(try await portal.userName() == "viewer")
            let table = peer.table("Vault", client: portal.client)
            #expect(try await table.queryFeatureCount(using: QueryParameters()) == 25)
            #expect(try await table.layerInfo().capabilities == ["Query"])
            var edits = FeatureEdits()
            edits.deletes = [1]
            await #expect { try await table.applyEdits(edits) } throws: { ($0 as? ServiceError)?.code == .forbidden }
            #expect(try await table.queryFeatureCount(using: QueryParameters()) == 25)
        }
    }

    @Test("a wrong password is said, keeps nobody signed in, and names no secret")
    func wrongPassword() async throws {
        try await PeerServer.run { peer in
            let portal = Portal(url: peer.portalURL, client: peer.client())
            for (user, password) in [("editor", "wrong secret"), ("nobody", "wrong secret"), ("editor", "")] {
                await #expect { try await portal.signIn(user: user, password: password) } throws: { error in
                    (error as? ServiceError)?.code == .authenticationRequired && !"\(error)".contains("secret")
                }
            }
            let user = try await portal.userName()
            #expect(user == nil)
        }
    }

    @Test("a token that ran out is renewed without a word; one that was given says to sign in again")
    func expiry() async throws {
        try await PeerServer.run { peer in
            let portal = try await peer.portal(user: "editor")
            let table = peer.table("Vault", client: portal.client)
            #expect(try await table.queryFeatureCount(using: QueryParameters()) == 25)
            let given = try await peer.token()
            let guest = peer.client()
            guest.credentials.add(.token(given), for: peer.server.url)
            #expect(try await peer.table("Vault", client: guest).queryFeatureCount(using: QueryParameters()) == 25)
            peer.putClockForward(hours: 2)
            #expect(try await table.queryFeatureCount(using: QueryParameters()) == 25)
            await #expect {
                try await peer.table("Vault", client: guest).queryFeatureCount(using: QueryParameters())
            } throws: { error in
                (error as? ServiceError)?.code == .authenticationRequired
                    && (error as? ServiceError)?.serviceCode == 498
                    && !"\(error)".contains(given)
            }
        }
    }

    @Test("many tasks at once sign in once")
    func oneSignIn() async throws {
        try await PeerServer.run { peer in
            let portal = try await peer.portal(user: "editor")
            let table = peer.table("Vault", client: portal.client)
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<20 {
                    group.addTask { try await table.queryFeatureCount(using: QueryParameters()) }
                }
                for try await count in group { #expect(count == 25) }
            }
            #expect(peer.signIns == 1)
            peer.putClockForward(hours: 2)
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<20 {
                    group.addTask { try await table.queryFeatureCount(using: QueryParameters()) }
                }
                for try await count in group { #expect(count == 25) }
            }
            #expect(peer.signIns == 2)
        }
    }

    @Test("tokens outlive a restart of the server, and a server with another key gets a new sign-in")
    func restart() async throws {
        try await PeerServer.run { peer in
            let portal = try await peer.portal(user: "editor")
            let table = peer.table("Vault", client: portal.client)
            #expect(try await table.queryFeatureCount(using: QueryParameters()) == 25)
            let port = peer.port
            await peer.server.stop()
            await #expect { try await table.queryFeatureCount(using: QueryParameters()) } throws: {
                ($0 as? ServiceError)?.code == .transport
            }
            let second = try await PeerServer.start(peer.folder, port: port)
            #expect(try await table.queryFeatureCount(using: QueryParameters()) == 25)
            #expect(second.signIns == 0)
            await second.server.stop()
            try FileManager.default.removeItem(at: peer.folder.appending(path: "token-key"))
            let third = try await PeerServer.start(peer.folder, port: port)
            #expect(try await table.queryFeatureCount(using: QueryParameters()) == 25)
            #expect(third.signIns == 1)
            await third.server.stop()
        }
    }
}
