// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures
import GromaGeometry
import GromaServices
import TestSupport
import Testing

/// Many at once on one server, and some who behave badly among them.
@Suite("Many clients on one server", .serialized, .timeLimit(.minutes(10)))
struct ConcurrencyTests {
    private static let clients = 50
    private static let rounds = 6

    @Test("fifty clients edit and query one layer: every answer is right and no edit is lost")
    func fiftyClients() async throws {
        try await PeerServer.run { peer in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<Self.clients {
                    group.addTask { try await Self.work(number, peer.table()) }
                }
                try await group.waitForAll()
            }
            let table = peer.table()
            var own = QueryParameters()
            own.whereClause = "NUMBER >= 1000"
            let rows = try await table.queryFeatures(using: own)
            // Each client leaves all rows but one, changed once, with its own mark.
            #expect(rows.count == Self.clients * (Self.rounds - 1))
            var seen: Set<String> = []
            for row in rows.records {
                guard case .string(let name) = row.attributes["NAME"] else { continue }
                seen.insert(name)
                #expect(row.attributes["STATUS"] == .integer(2))
            }
            #expect(seen.count == rows.count)
            #expect(Set(rows.objectIDs ?? []).count == rows.count)
            #expect(try await table.queryFeatureCount(using: QueryParameters()) == 25 + rows.count)
        }
    }

    private static func work(_ number: Int, _ table: ServiceFeatureTable) async throws {
        var mine: [Int64] = []
        var own = QueryParameters()
        own.whereClause = "NUMBER = \(1_000 + number)"
        for round in 0..<rounds {
            var edits = FeatureEdits()
            edits.usesGlobalIDs = true
            edits.adds = [
                FeatureRecord(
                    attributes: [
                        "NAME": .string("\(number)-\(round)"), "NUMBER": .integer(Int64(1_000 + number)),
                        "GlobalID": .guid(AttributeValue.newGUID()),
                    ], geometry: Point(x: Double(number), y: Double(round), spatialReference: .webMercator))
            ]
            let result = try await table.applyEdits(edits).adds[0]
            #expect(result.error == nil)
            mine.append(try #require(result.objectID))
            // What was acknowledged is seen by the next question, and so are the rows of before.
            #expect(try await table.queryObjectIDs(using: own) == mine)
            #expect(try await table.queryFeatureCount(using: QueryParameters()) >= 25 + mine.count)
        }
        var changes = FeatureEdits()
        changes.updates = mine.map { FeatureRecord(attributes: ["OBJECTID": .integer($0), "STATUS": .integer(2)]) }
        changes.deletes = [mine[0]]
        let results = try await table.applyEdits(changes)
        #expect(results.updates.allSatisfy { $0.error == nil } && results.deletes.allSatisfy { $0.error == nil })
        let rest = try await table.queryFeatures(using: own)
        #expect(rest.objectIDs.map { $0.sorted() } == Array(mine.dropFirst()))
    }

    @Test("clients that leave in the middle of an answer, or never finish a request, harm nobody")
    func badClients() async throws {
        try await PeerServer.run { peer in
            let table = peer.table()
            var edits = FeatureEdits()
            edits.attachmentAdds = [
                AttachmentEdit(
                    parentObjectID: 1, globalID: AttributeValue.newGUID(), name: "large.bin",
                    contentType: "application/octet-stream", data: [UInt8](repeating: 7, count: 12 << 20))
            ]
            #expect(try await table.applyEdits(edits).attachmentAdds[0].error == nil)
            let file = try #require(try await table.attachments(of: 1).first)
            let path = peer.layerURL("Works", 0).path + "/1/attachments/\(file.id)"
            let whole = "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n"
            // Heads that never end, bodies that never come, answers that nobody reads to the end.
            var open: [Int32] = []
            for number in 0..<150 {
                let text =
                    number % 3 == 0
                    ? "GET / HTTP/1.1\r\nHost: "
                    : number % 3 == 1
                        ? "POST /arcgis/rest/services/Works/FeatureServer/0/applyEdits HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nf"
                        : whole
                let socket = try RawSocket.connect(port: peer.port)
                RawSocket.send(text, on: socket)
                if number % 3 == 2 { _ = RawSocket.receive(4_096, on: socket) }
                open.append(socket)
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        let count = try await peer.table().queryFeatures(using: QueryParameters()).count
                        #expect(count == 25)
                    }
                }
                try await group.waitForAll()
            }
            for socket in open { close(socket) }
            #expect(try await table.attachmentData(file.id, of: 1).count == 12 << 20)
            #expect(try await peer.table().queryFeatures(using: QueryParameters()).count == 25)
        }
    }

    @Test("a body beyond the bound is answered by 413 and changes nothing")
    func largeBody() async throws {
        try await PeerServer.run { peer in
            let path = peer.layerURL("Works", 0).path + "/applyEdits"
            let size = (64 << 20) + 10
            let socket = try RawSocket.connect(port: peer.port)
            defer { close(socket) }
            RawSocket.send(
                "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: \(size)\r\n\r\nadds=",
                on: socket)
            let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
            var left = size - 5
            while left > 0 {
                guard RawSocket.send(Array(piece.prefix(left)), on: socket) else { break }
                left -= min(left, piece.count)
            }
            let answer = String(decoding: RawSocket.receive(4_096, on: socket), as: UTF8.self)
            #expect(answer.hasPrefix("HTTP/1.1 413"))
            #expect(answer.contains("\"code\":413"))
            #expect(try await peer.table().queryFeatureCount(using: QueryParameters()) == 25)
        }
    }
}
