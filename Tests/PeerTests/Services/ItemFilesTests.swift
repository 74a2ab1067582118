// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaServices
import Testing

@Suite("The files of an item", .timeLimit(.minutes(10)))
struct ItemFilesTests {
    @Test("the picture that an item names is there, under other names there is nothing")
    func files() async throws {
        try await PeerServer.run { peer in
            let client = peer.client()
            let item = peer.portalURL.appending(path: "sharing/rest/content/items/\(PeerServer.mapID)")
            let name = try #require(try await client.json(item)["thumbnail"]?.string)
            let picture = try await client.bytes(item.appending(path: "info/\(name)"))
            #expect(picture == PeerData.tile)
            for other in ["metadata/metadata.xml", "whatever.png", "thumbnail/other.png"] {
                await #expect { try await client.bytes(item.appending(path: "info/\(other)")) } throws: {
                    ($0 as? ServiceError)?.code == .notFound
                }
            }
        }
    }
}
