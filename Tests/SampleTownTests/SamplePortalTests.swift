// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaStorage
import SampleTown
import Testing

@Suite("The sample portal", .serialized) struct SamplePortalTests {
    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sample-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        do { try await body(folder) } catch {
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
        try? FileManager.default.removeItem(at: folder)
    }

    @Test(
        "a data folder is made whole: rows, attachments, tiles, items, users, pictures; a second call leaves it alone")
    func whole() async throws {
        try await withFolder { folder in
            let url = folder.appending(path: "data")
            let size = TownSize(cells: 12)
            try await SamplePortal.create(at: url, size: size)
            let directory = try StoreDirectory(url: url)
            let names = try await directory.services().map(\.name)
            #expect(names == ["Stormwater", "Town"] + SampleTileService.allCases.map(\.rawValue))

            let town = Town(size: size)
            let inlets = try await directory.featureService(named: "Stormwater").featureTable(id: 0)
            #expect(try await inlets.queryFeatureCount(using: QueryParameters()) == town.network.inlets.count)
            let attachments = try await inlets.attachments(of: 1)
            let picture = try #require(attachments.first { $0.contentType == "image/jpeg" })
            let image = try Image(decoding: try await inlets.attachmentData(picture.id, of: 1))
            #expect(image.width == 640 && image.height == 480)

            let tiles = try await directory.tileService(named: "Streets")
            let centre = try #require(
                SampleTileService.streets.tileInfo.tiles(covering: centreBox, level: 17)?.keys.first)
            let stored = try #require(try await tiles.tile(at: centre))
            let drawn = try await SampleTileSource(.streets, size: size).tile(at: centre)
            #expect(stored == drawn)

            let items = try await directory.portal.items()
            let map = try #require(items.first { $0.type == "Web Map" && $0.title.hasPrefix("Stormwater") })
            let data = try #require(try await directory.portal.itemData(map.id))
            #expect(String(decoding: data.bytes, as: UTF8.self).contains("{server}/rest/services/Stormwater"))
            let editor = try #require(try await directory.portal.user(named: "editor"))
            #expect(PasswordHash(text: editor.passwordHash ?? "").verifies("lindenford-editor"))
            for picture in SamplePicture.all {
                #expect(
                    FileManager.default.fileExists(atPath: url.appending(path: "pictures/" + picture.fileName).path))
            }
            try await directory.close()

            let before = try FileManager.default.attributesOfItem(atPath: url.path)[.creationDate] as? Date
            try await SamplePortal.create(at: url, size: size)
            #expect(try FileManager.default.attributesOfItem(atPath: url.path)[.creationDate] as? Date == before)
            await #expect(throws: SampleTownError.self) { try await SamplePortal.create(at: url, size: .small) }
        }
    }

    private var centreBox: Envelope {
        Envelope(xMin: 7_236_000, yMin: 6_138_000, xMax: 7_236_001, yMax: 6_138_001, spatialReference: .webMercator)
    }

    @Test("a folder with other files is refused and stays as it was")
    func refused() async throws {
        try await withFolder { folder in
            try Data("mine".utf8).write(to: folder.appending(path: "mine.txt"))
            await #expect(throws: SampleTownError.self) {
                try await SamplePortal.create(at: folder, size: TownSize(cells: 1))
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["mine.txt"])
        }
    }

    @Test("what an interrupted run left is cleared away")
    func interrupted() async throws {
        try await withFolder { folder in
            let partial = folder.appending(path: ".data.partial")
            try FileManager.default.createDirectory(at: partial, withIntermediateDirectories: true)
            try Data("half".utf8).write(to: partial.appending(path: "portal.sqlite"))
            try await SamplePortal.create(at: folder.appending(path: "data"), size: TownSize(cells: 1))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["data"])
        }
    }
}
