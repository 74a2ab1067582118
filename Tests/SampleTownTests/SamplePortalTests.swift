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
            try await expectBasemaps(directory.portal, items)
            for item in items {
                let thumbnail = try #require(try await directory.portal.itemThumbnail(item.id), "\(item.title)")
                let small = try Image(decoding: thumbnail.bytes)
                #expect(small.width == 200 && small.height == 133 && item.thumbnail != nil)
                // More than one ground colour: something was drawn.
                let colours = Set((0..<200 * 133).map { "\(small[$0 % 200, $0 / 200])" })
                #expect(colours.count > 3, "\(item.title)")
            }
            let editor = try #require(try await directory.portal.user(named: "editor"))
            #expect(PasswordHash(text: editor.passwordHash ?? "").verifies("lindenford-editor"))
            for picture in SamplePicture.all {
                #expect(
                    FileManager.default.fileExists(atPath: url.appending(path: "pictures/" + picture.fileName).path))
            }
            try await directory.close()

            let drawer = try #require(SamplePortal.tileDrawer(for: url))
            let imagery = try #require(try drawer("Imagery"))
            #expect(try await imagery.tile(at: TileKey(level: 19, row: 181_842, column: 356_810)) != nil)
            #expect(try drawer("Stormwater") == nil && SamplePortal.tileDrawer(for: folder) == nil)

            let before = try FileManager.default.attributesOfItem(atPath: url.path)[.creationDate] as? Date
            try await SamplePortal.create(at: url, size: size)
            #expect(try FileManager.default.attributesOfItem(atPath: url.path)[.creationDate] as? Date == before)
            await #expect(throws: SampleTownError.self) { try await SamplePortal.create(at: url, size: .small) }
        }
    }

    /// What a list of base maps offers is in web mercator and has its names as features; the night map has nothing for the day.
    private func expectBasemaps(_ portal: PortalDatabase, _ items: [PortalItemRecord]) async throws {
        func document(_ item: PortalItemRecord) async throws -> JSONValue {
            try JSONValue(parsing: try #require(try await portal.itemData(item.id)).bytes)
        }
        let offered = items.filter { $0.tags.contains("basemap") }
        #expect(Set(offered.map(\.title)) == ["Streets", "Imagery", "Relief"])
        for item in offered {
            let document = try await document(item)
            let layers = document["baseMap"]?["baseMapLayers"]?.array ?? []
            #expect(item.type == "Web Map" && document["spatialReference"]?["latestWkid"]?.int == 3857)
            #expect(layers.filter { $0["layerType"]?.string == "ArcGISTiledMapServiceLayer" }.count == 1)
            #expect(layers.contains { $0["id"]?.string == "names-streets" }, "\(item.title)")
        }
        let night = try #require(items.first { $0.title.hasPrefix("Night") })
        let day = try #require(items.first { $0.title.hasPrefix("Stormwater") && $0.type == "Web Map" })
        func drawings(_ layers: [JSONValue]) -> [String] {
            layers.flatMap { layer in
                [layer["layerDefinition"]?["drawingInfo"]?.text() ?? ""] + drawings(layer["layers"]?.array ?? [])
            }
        }
        let dark = drawings(try await document(night)["operationalLayers"]?.array ?? [])
        let light = drawings(try await document(day)["operationalLayers"]?.array ?? [])
        #expect(dark.count == light.count && light.joined().contains("[11,60,122,255]"))
        #expect(!dark.joined().contains("[11,60,122,255]") && !dark.joined().contains("\"haloColor\":[255,255,255"))
    }

    @Test("every tenth picture says where it was taken, and is a picture all the same")
    func positions() throws {
        let jpeg = try Image(width: 8, height: 8, pixels: [UInt8](repeating: 200, count: 256)).encoded(
            as: .jpeg(quality: 80))
        let position = ExifPosition(longitude: 65.0025, latitude: -48.5, moment: "2025:06:14 09:30:00")
        let located = position.inserted(into: jpeg)
        #expect(try Image(decoding: located).width == 8)
        #expect(Array(located[2..<4]) == [0xFF, 0xE1])
        #expect(String(decoding: located[6..<10], as: UTF8.self) == "Exif")
        // The latitude's fractions: 48 degrees, 30 minutes, 0 seconds, little endian.
        let fractions: [UInt8] = [48, 0, 0, 0, 1, 0, 0, 0, 30, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0x10, 0x27, 0, 0]
        #expect(located.indices.contains { Array(located[$0...].prefix(24)) == fractions })
        #expect(position.inserted(into: [1, 2, 3]) == [1, 2, 3])
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
