// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures
import GromaGeometry
import GromaStorage
import Testing

@Suite("What was acknowledged stays")
struct DurabilityTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    @Test("an end by SIGKILL in the middle of edits loses no acknowledged row and damages nothing", arguments: 0..<3)
    func killed(round: Int) async throws {
        let file = folder.file("a.gpkg"), log = folder.file("acknowledged")
        let package = try GeoPackage(fileURL: file, access: .create)
        try await package.createFeatureTable(TestLayers.everyKind())
        try await package.close()
        try Data().write(to: log)
        let (path, logPath, delay) = (file.path, log.path, 60 + 70 * round)
        // The child runs in a process of its own and ends itself there, so that no other test is touched.
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, logPath = logPath as String, delay = delay as Int] in
            let package = try GeoPackage(fileURL: URL(fileURLWithPath: path))
            let table = try await package.featureTable(id: 0)
            let acknowledged = try FileHandle(forWritingTo: URL(fileURLWithPath: logPath))
            var number = 0
            // Ends by the signal; the bound is there for the compiler and for a machine gone mad.
            while number < 1_000_000 {
                var edits = FeatureEdits()
                edits.adds = (0..<10).map { index in
                    FeatureRecord(
                        attributes: ["COUNT_": .integer(Int64(index))],
                        geometry: Point(x: Double(number), y: Double(index), spatialReference: .webMercator))
                }
                edits.attachmentAdds = [
                    AttachmentEdit(parentObjectID: 1, name: "a", contentType: "text/plain", data: [1, 2, 3])
                ]
                let results = try await table.applyEdits(edits)
                let lines = results.adds.compactMap(\.objectID).map { "\($0)\n" }.joined()
                try acknowledged.write(contentsOf: Data(lines.utf8))
                number += 1
                if number == 2 {
                    Thread.detachNewThread {
                        usleep(UInt32(delay) * 1_000)
                        kill(getpid(), SIGKILL)
                    }
                }
            }
        }
        let text = String(decoding: try Data(contentsOf: log), as: UTF8.self)
        let acknowledged = text.split(separator: "\n").compactMap { Int64($0) }
        #expect(acknowledged.count >= 20)
        let reopened = try GeoPackage(fileURL: file)
        let table = try await reopened.featureTable(id: 0)
        let present = Set(try await table.queryObjectIDs(using: QueryParameters()))
        #expect(present.isSuperset(of: acknowledged))
        #expect(present.count % 10 == 0, "a transaction is there whole or not at all")
        #expect(try await table.attachments(of: 1).count == present.count / 10)
        let database = try Database(path: file.path, mode: .readOnly)
        #expect(try database.text("PRAGMA integrity_check") == "ok")
        #expect(try database.text("SELECT rtreecheck('rtree_inlets_geom')") == "ok")
    }

    @Test("a full disk is a typed error, keeps nothing of the transaction and loses nothing before it")
    func diskFull() async throws {
        let package = try GeoPackage(fileURL: folder.file("a.gpkg"), access: .create)
        let table = try await package.createFeatureTable(TestLayers.everyKind())
        var edits = FeatureEdits()
        edits.adds = (0..<20).map { FeatureRecord(attributes: ["COUNT_": .integer($0)]) }
        _ = try await table.applyEdits(edits)
        // The bound counts pages of the file, as a full disk would.
        try await package.file.withWriter { database in
            let pages = try database.integer("PRAGMA page_count") ?? 0
            try database.run("PRAGMA max_page_count = \(pages + 2)")
        }
        edits.attachmentAdds = [
            AttachmentEdit(
                parentObjectID: 1, name: "big", contentType: "image/png", data: Array(repeating: 7, count: 200_000))
        ]
        await #expect {
            try await table.applyEdits(edits)
        } throws: {
            ($0 as? StorageError)?.code == .diskFull
        }
        #expect(try await table.queryFeatureCount(using: QueryParameters()) == 20)
        #expect(try await table.attachments(of: 1).isEmpty)
        try await package.file.withWriter { try $0.run("PRAGMA max_page_count = 1000000") }
        #expect(try await table.applyEdits(edits).attachmentAdds.first?.error == nil)
        #expect(try await table.queryFeatureCount(using: QueryParameters()) == 40)
        let check = try await package.file.read { try $0.text("PRAGMA integrity_check") }
        #expect(check == "ok")
    }

    @Test("readers go on while a writer edits, and see whole transactions only")
    func readersAndWriter() async throws {
        let package = try GeoPackage(fileURL: folder.file("a.gpkg"), access: .create)
        let table = try await package.createFeatureTable(TestLayers.everyKind())
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for _ in 0..<40 {
                    var edits = FeatureEdits()
                    edits.adds = (0..<5).map { _ in
                        FeatureRecord(geometry: Point(x: 1, y: 1, spatialReference: .webMercator))
                    }
                    _ = try await table.applyEdits(edits)
                }
            }
            for _ in 0..<3 {
                group.addTask {
                    for _ in 0..<40 {
                        let count = try await table.queryFeatureCount(using: QueryParameters())
                        #expect(count % 5 == 0)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await table.queryFeatureCount(using: QueryParameters()) == 200)
    }

    @Test("a file that may only be read refuses edits with a typed error, and stays without a log beside it")
    func readOnly() async throws {
        let url = folder.file("a.gpkg")
        let package = try GeoPackage(fileURL: url, access: .create)
        try await package.createFeatureTable(TestLayers.everyKind())
        try await package.close()
        let reader = try GeoPackage(fileURL: url, access: .readOnly)
        let table = try await reader.featureTable(id: 0)
        var edits = FeatureEdits()
        edits.adds = [FeatureRecord()]
        await #expect { try await table.applyEdits(edits) } throws: { ($0 as? StorageError)?.code == .readOnly }
    }
}
