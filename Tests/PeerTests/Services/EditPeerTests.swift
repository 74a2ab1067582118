// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures
import GromaGeometry
import GromaHosting
import GromaServices
import Synchronization
import Testing

@Suite("Our client edits our feature services", .timeLimit(.minutes(10)))
struct EditPeerTests {
    private func all(_ clause: String = "") -> QueryParameters {
        var parameters = QueryParameters()
        parameters.whereClause = clause
        return parameters
    }
    private func record(_ name: String, globalID: String? = nil) -> FeatureRecord {
        var record = FeatureRecord(
            attributes: ["NAME": .string(name)], geometry: Point(x: 1, y: 2, spatialReference: .webMercator))
        if let globalID { record.attributes["GlobalID"] = .guid(globalID) }
        return record
    }

    @Test("features as objects: add, change, delete, each seen by somebody else afterwards")
    func objects() async throws {
        try await PeerServer.run { peer in
            let table = peer.table(), other = peer.table()
            let feature = table.makeFeature(
                attributes: ["NAME": .string("né \"1\" 🗺"), "STATUS": .integer(2), "SEEN": .date(-1)],
                geometry: Point(x: 7, y: -8, spatialReference: .webMercator))
            try await table.add(feature)
            let added = try #require(try await table.applyEdits().first)
            #expect(added.error == nil && added.objectID == feature.objectID)
            let id = try #require(feature.objectID)
            let seen = try await other.feature(withObjectID: id)
            #expect(seen.attributes["NAME"] == .string("né \"1\" 🗺"))
            #expect(seen.attributes["SEEN"] == .date(-1))
            #expect(seen.globalID?.lowercased() == feature.globalID?.lowercased())
            #expect((seen.geometry as? Point)?.y == -8)
            feature.setAttributeValue(.null, forKey: "NAME")
            feature.geometry = Point(x: 9, y: 9, spatialReference: .webMercator)
            try await table.update(feature)
            #expect(try await table.applyEdits().allSatisfy { !$0.didCompleteWithErrors })
            let changed = try await other.feature(withObjectID: id)
            #expect(changed.attributes["NAME"] == .null && changed.attributes["STATUS"] == .integer(2))
            #expect((changed.geometry as? Point)?.x == 9)
            try await table.delete(feature)
            #expect(try await table.applyEdits().allSatisfy { !$0.didCompleteWithErrors })
            await #expect { try await other.feature(withObjectID: id) } throws: {
                ($0 as? FeatureError)?.code == .notFound
            }
        }
    }

    /// Notes the addresses of edits that go out.
    private final class EditWatch: HTTPTransport {
        private let bodies = Mutex<[String]>([])
        var sent: [String] { bodies.withLock { $0 } }
        func send(_ request: GromaServices.HTTPRequest) async throws -> GromaServices.HTTPResponse {
            if request.url.path.hasSuffix("/applyEdits") {
                bodies.withLock { $0.append(String(decoding: request.body, as: UTF8.self)) }
            }
            return try await CurlTransport.shared.send(request)
        }
    }

    @Test("a delete is sent once, and one that is taken back before is not sent at all and leaves no trace")
    func deletes() async throws {
        try await PeerServer.run { peer in
            let watch = EditWatch()
            let table = peer.table(client: ServiceClient(transport: watch))
            let gone = try #require(try await table.features(using: all("NUMBER = 3")).first)
            let kept = try #require(try await table.features(using: all("NUMBER = 4")).first)
            try await table.delete(kept)
            #expect(table.hasPendingEdits)
            table.pendingEdits.removeAll()
            #expect(!table.hasPendingEdits)
            #expect(try await table.applyEdits().isEmpty)
            #expect(watch.sent.isEmpty)
            // It is as if nobody had asked for it.
            kept.setAttributeValue(.string("still"), forKey: "NAME")
            try await table.update(kept)
            try await table.delete(gone)
            try await table.delete(gone)
            #expect(try await table.applyEdits().map(\.editOperation) == [.update, .delete])
            #expect(try await table.applyEdits().isEmpty)
            #expect(watch.sent.count == 1)
            #expect(watch.sent[0].contains("deletes="))
            let other = peer.table()
            #expect(try await other.queryFeatureCount(using: all("NUMBER = 3")) == 0)
            #expect(try await other.features(using: all("NUMBER = 4")).map { $0.attributes["NAME"] } == ["still"])
        }
    }

    @Test("shapes in another reference are brought into the layer's")
    func otherReference() async throws {
        try await PeerServer.run { peer in
            let table = peer.table()
            let feature = table.makeFeature(geometry: Point(latitude: 0, longitude: 1))
            try await table.add(feature)
            try await table.applyEdits()
            let seen = try await peer.table().feature(withObjectID: try #require(feature.objectID))
            #expect(abs(((seen.geometry as? Point)?.x ?? 0) - 111_319.490793) < 1e-3)
        }
    }

    @Test("one refused row leaves the others, or takes all with it, as the client asks", arguments: [false, true])
    func refusals(rollsBack: Bool) async throws {
        try await PeerServer.run { peer in
            let table = peer.table()
            var edits = FeatureEdits()
            edits.rollsBackOnFailure = rollsBack
            edits.adds = [record("good"), record("a name that is far longer than sixteen"), record("also good")]
            edits.updates = [FeatureRecord(attributes: ["OBJECTID": .integer(9_999), "NAME": .string("x")])]
            let results = try await table.applyEdits(edits)
            #expect(results.adds.map(\.didCompleteWithErrors) == [rollsBack, true, rollsBack])
            #expect(results.adds[1].error?.message.contains("16") == true)
            #expect(results.updates[0].didCompleteWithErrors)
            #expect(try await table.queryFeatureCount(using: all()) == (rollsBack ? 25 : 27))
        }
    }

    @Test("a repeated request with client-made GlobalIDs adds nothing twice")
    func repeated() async throws {
        try await PeerServer.run { peer in
            let table = peer.table()
            var edits = FeatureEdits()
            edits.usesGlobalIDs = true
            edits.adds = (0..<20).map { record("r\($0)", globalID: AttributeValue.newGUID()) }
            let first = try await table.applyEdits(edits), second = try await table.applyEdits(edits)
            #expect(first.adds.map(\.objectID) == second.adds.map(\.objectID))
            #expect(second.adds.allSatisfy { !$0.didCompleteWithErrors })
            #expect(try await table.queryFeatureCount(using: all()) == 45)
            var deletes = FeatureEdits()
            deletes.usesGlobalIDs = true
            deletes.deletedGlobalIDs = first.adds.compactMap(\.globalID)
            #expect(try await table.applyEdits(deletes).deletes.allSatisfy { !$0.didCompleteWithErrors })
            #expect(try await table.applyEdits(deletes).deletes.allSatisfy { !$0.didCompleteWithErrors })
            #expect(try await table.queryFeatureCount(using: all()) == 25)
        }
    }

    @Test("attachments: added with their feature, listed, read byte for byte, replaced, deleted")
    func attachments() async throws {
        try await PeerServer.run { peer in
            let table = peer.table()
            let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            let feature = table.makeFeature(
                attributes: ["NAME": .string("a")], geometry: Point(x: 0, y: 0, spatialReference: .webMercator))
            try await table.add(feature)
            try await feature.addAttachment(named: "pläce \"1\".jpg", contentType: "image/jpeg", data: bytes)
            try await feature.addAttachment(named: "empty.txt", contentType: "text/plain", data: [])
            let result = try #require(try await table.applyEdits().first)
            #expect(!result.didCompleteWithErrors && result.attachmentResults.count == 2)
            let seen = try await peer.table().feature(withObjectID: try #require(feature.objectID))
            let list = try await seen.attachments.sorted { $0.size > $1.size }
            #expect(list.map(\.size) == [300_000, 0])
            #expect(list.first?.contentType == "image/jpeg")
            #expect(try await list.first?.data() == bytes)
            let mine = try #require(try await feature.attachments.first { $0.size == 300_000 })
            try await feature.updateAttachment(mine, named: "new.png", contentType: "image/png", data: [1, 2, 3])
            let updated = try await table.applyEdits()
            #expect(updated.allSatisfy { !$0.didCompleteWithErrors })
            let after = try await peer.table().attachments(of: try #require(feature.objectID))
            #expect(after.first { $0.name == "new.png" }?.size == 3)
            #expect(after.first { $0.name == "new.png" }?.globalID == mine.globalID)
            for attachment in try await feature.attachments { try await feature.deleteAttachment(attachment) }
            #expect(try await table.applyEdits().allSatisfy { !$0.didCompleteWithErrors })
            #expect(try await peer.table().attachments(of: try #require(feature.objectID)).isEmpty)
        }
    }

    @Test("an attachment sent twice with one GlobalID is there once")
    func repeatedAttachment() async throws {
        try await PeerServer.run { peer in
            let table = peer.table()
            var edits = FeatureEdits()
            edits.attachmentAdds = [
                AttachmentEdit(
                    parentObjectID: 1, globalID: AttributeValue.newGUID(), name: "a.txt", contentType: "text/plain",
                    data: Array("hello".utf8))
            ]
            for _ in 0..<2 {
                let results = try await table.applyEdits(edits).attachmentAdds
                #expect(results.allSatisfy { !$0.didCompleteWithErrors })
            }
            let list = try await table.attachments(of: 1)
            #expect(list.count == 1)
        }
    }

    @Test("a table without shapes takes rows; a layer refuses files it has no room for")
    func tables() async throws {
        try await PeerServer.run { peer in
            let visits = peer.table("Works", 1)
            var edits = FeatureEdits()
            edits.adds = [FeatureRecord(attributes: ["RESULT": .string("OK")])]
            #expect(try await visits.applyEdits(edits).adds.allSatisfy { !$0.didCompleteWithErrors })
            #expect(try await visits.queryFeatures(using: all()).count == 1)
            let row = try #require(try await visits.features(using: all()).first)
            await #expect {
                try await row.addAttachment(named: "a", contentType: "text/plain", data: [1])
            } throws: { ($0 as? FeatureError)?.code == .unsupported }
        }
    }

    @Test("edits need the right: anonymous and viewers are refused, the editor is let in, nothing is half done")
    func rights() async throws {
        try await PeerServer.run { peer in
            var edits = FeatureEdits()
            edits.adds = [record("x")]
            await #expect { try await peer.table("Vault").applyEdits(edits) } throws: {
                ($0 as? ServiceError)?.code == .authenticationRequired
            }
            let viewer = try await peer.portal(user: "viewer").client
            await #expect { try await peer.table("Vault", client: viewer).applyEdits(edits) } throws: {
                ($0 as? ServiceError)?.code == .forbidden
            }
            let editor = try await peer.portal(user: "editor").client
            #expect(try await peer.table("Vault", client: editor).applyEdits(edits).adds[0].error == nil)
            #expect(try await peer.table("Vault", client: viewer).queryFeatureCount(using: all()) == 26)
        }
    }

    @Test("pending edits survive a server that is away, and are sent once when it is back")
    func serverAway() async throws {
        try await PeerServer.run { peer in
            let table = peer.table(), port = peer.port
            _ = try await table.layerInfo()
            let feature = table.makeFeature(
                attributes: ["NAME": .string("later")], geometry: Point(x: 5, y: 5, spatialReference: .webMercator))
            try await table.add(feature)
            await peer.server.stop()
            await #expect { try await table.applyEdits() } throws: { ($0 as? ServiceError)?.code == .transport }
            #expect(table.hasPendingEdits)
            let again = try await PeerServer.start(peer.folder, port: port)
            #expect(try await table.applyEdits().allSatisfy { !$0.didCompleteWithErrors })
            #expect(!table.hasPendingEdits)
            #expect(try await again.table().queryFeatureCount(using: all("NAME = 'later'")) == 1)
            await again.server.stop()
        }
    }
}
