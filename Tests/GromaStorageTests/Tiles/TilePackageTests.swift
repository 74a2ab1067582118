// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaGeometry
import GromaMapping
import GromaStorage
import TestSupport
import Testing

/// Packages written here by the layout that their descriptions give, and one of another's making.
@Suite("Tile packages")
struct TilePackageTests {
    private let folder: TestFolder
    init() throws { folder = try TestFolder() }

    enum Kind: String, CaseIterable { case exploded, compact, compactV2 }

    private static let tiles: [(key: TileKey, bytes: [UInt8])] = [
        (TileKey(level: 0, row: 0, column: 0), [1, 2, 3]),
        (TileKey(level: 9, row: 130, column: 300), Array("nine".utf8)),
        (TileKey(level: 9, row: 131, column: 300), Array("below".utf8)),
        (TileKey(level: 9, row: 130, column: 301), Array("right".utf8)),
        (TileKey(level: 12, row: 0x1A2, column: 0xFFF), [9]),
    ]

    private func hex(_ value: Int, _ digits: Int) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    private func level(_ value: Int) -> String { (value < 10 ? "L0" : "L") + String(value) }
    private func littleEndian(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// Files of the tiles, by path below the tiles' folder.
    private func files(_ kind: Kind) -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for (key, bytes) in Self.tiles {
            if kind == .exploded {
                files["\(level(key.level))/R\(hex(key.row, 8))/C\(hex(key.column, 8)).png"] = bytes
                continue
            }
            let row = key.row % 128, column = key.column % 128
            let name = "\(level(key.level))/R\(hex(key.row - row, 4))C\(hex(key.column - column, 4))"
            if kind == .compactV2 {
                var bundle = files[name + ".bundle"] ?? [UInt8](repeating: 0, count: 64 + 131_072)
                bundle += littleEndian(bytes.count, 4)
                let place = 64 + 8 * (128 * row + column)
                bundle.replaceSubrange(place..<place + 8, with: littleEndian(bytes.count << 40 | bundle.count, 8))
                files[name + ".bundle"] = bundle + bytes
            } else {
                // An empty record at the end of the header is what tiles that are not there point at.
                var bundle = files[name + ".bundle"] ?? [UInt8](repeating: 0, count: 64)
                var index =
                    files[name + ".bundlx"]
                    ?? [UInt8](repeating: 0, count: 16) + (0..<16_384).flatMap { _ in littleEndian(60, 5) }
                    + [UInt8](repeating: 0, count: 16)
                let place = 16 + 5 * (128 * column + row)
                index.replaceSubrange(place..<place + 5, with: littleEndian(bundle.count, 5))
                bundle += littleEndian(bytes.count, 4) + bytes
                files[name + ".bundle"] = bundle
                files[name + ".bundlx"] = index
            }
        }
        return files
    }

    private func conf(_ kind: Kind) -> String {
        let lods = [0, 9, 12].map {
            "<LODInfo><LevelID>\($0)</LevelID><Scale>\(591_657_527.591555 / Double(1 << $0))</Scale>"
                + "<Resolution>\(156_543.033928 / Double(1 << $0))</Resolution></LODInfo>"
        }.joined()
        let storage = ["exploded": "Exploded", "compact": "Compact", "compactV2": "CompactV2"][kind.rawValue] ?? ""
        return """
            <?xml version="1.0" encoding="utf-8"?><CacheInfo><TileCacheInfo>
            <SpatialReference><WKT>x</WKT><WKID>102100</WKID><LatestWKID>3857</LatestWKID></SpatialReference>
            <TileOrigin><X>-20037508.342787</X><Y>20037508.342787</Y></TileOrigin><TileCols>256</TileCols>
            <TileRows>256</TileRows><DPI>96</DPI><LODInfos>\(lods)</LODInfos></TileCacheInfo>
            <TileImageInfo><CacheTileFormat>PNG32</CacheTileFormat><CompressionQuality>0</CompressionQuality></TileImageInfo>
            <CacheStorageInfo><StorageFormat>esriMapCacheStorageMode\(storage)</StorageFormat><PacketSize>128</PacketSize>
            </CacheStorageInfo></CacheInfo>
            """
    }

    private func package(_ kind: Kind, compression: ZipWriter.Compression = .stored) throws -> URL {
        let url = folder.file("\(kind.rawValue).tpk")
        let zip = try ZipWriter(fileURL: url)
        try zip.add(Array(conf(kind).utf8), at: "v101/Layers/conf.xml")
        let box = "<EnvelopeN><XMin>-1000</XMin><YMin>-500</YMin><XMax>1000</XMax><YMax>500</YMax></EnvelopeN>"
        try zip.add(Array(box.utf8), at: "v101/Layers/conf.cdi")
        for (path, bytes) in files(kind).sorted(by: { $0.key < $1.key }) {
            try zip.add(bytes, at: "v101/Layers/_alllayers/\(path)", compression: compression)
        }
        try zip.finish()
        return url
    }

    private func check(_ cache: TileCache) async throws {
        for (key, bytes) in Self.tiles { #expect(try await cache.tile(at: key) == bytes, "\(key)") }
        for key in [
            TileKey(level: 0, row: 1, column: 0), TileKey(level: 9, row: 130, column: 299),
            TileKey(level: 9, row: 300, column: 300), TileKey(level: 5, row: 0, column: 0),
            TileKey(level: -1, row: 0, column: 0), TileKey(level: 9, row: -1, column: .max),
        ] {
            #expect(try await cache.tile(at: key) == nil, "\(key)")
        }
    }

    @Test(
        "a .tpk gives its tiles and says what it is, in one file of either compression and unpacked",
        arguments: Kind.allCases)
    func tpk(kind: Kind) async throws {
        for compression in [ZipWriter.Compression.stored, .deflated] {
            let url = try package(kind, compression: compression)
            let cache = try TileCache(fileURL: url)
            let info = try await cache.tileLayerInfo()
            #expect(
                info.tileInfo.spatialReference.isWebMercator && info.tileInfo.levelsOfDetail.map(\.level) == [0, 9, 12])
            #expect(info.tileInfo.format == "PNG32" && info.name == kind.rawValue)
            #expect(info.fullExtent?.xMax == 1_000 && info.fullExtent?.yMin == -500)
            #expect(try await cache.levels() == 0...12)
            try await check(cache)
            await #expect(throws: StorageError.self) { try await cache.setTile([1], at: Self.tiles[0].key) }
            try await cache.close()
            try FileManager.default.removeItem(at: url)
        }
        let unpacked = folder.file("unpacked-\(kind.rawValue)")
        for (path, bytes) in files(kind).merging(["../conf.xml": Array(conf(kind).utf8)], uniquingKeysWith: { $1 }) {
            let url = unpacked.appending(path: "_alllayers/\(path)").standardizedFileURL
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: url)
        }
        try await check(try TileCache(fileURL: unpacked))
    }

    @Test("a .tpkx gives its tiles and says what it is")
    func tpkx() async throws {
        let url = folder.file("Town.tpkx")
        let zip = try ZipWriter(fileURL: url)
        let scheme = TileInfo.webMercator(levels: 0...14)
        let root: JSONValue = [
            "name": "Town", "tileBundlesPath": "./tile", "minLOD": 0, "maxLOD": 12, "resampling": true,
            "tileInfo": scheme.json, "tileImageInfo": ["format": "PNG"],
            "storageInfo": ["storageFormat": "esriMapCacheStorageModeCompactV2", "packetSize": 128],
        ]
        try zip.add(Array(root.text().utf8), at: "root.json")
        for (path, bytes) in files(.compactV2) { try zip.add(bytes, at: "tile/\(path)", compression: .stored) }
        try zip.finish()
        let cache = try TileCache(fileURL: url)
        let info = try await cache.tileLayerInfo()
        #expect(info.name == "Town" && info.resamples && info.tileInfo.levelsOfDetail.count == 13)
        try await check(cache)
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<40 {
                group.addTask { (try? await cache.tile(at: Self.tiles[1].key)) == Self.tiles[1].bytes }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    @Test(
        "a package of another's making gives pictures of every level it names",
        .enabled(if: SharedData.isAvailable, "GROMA_SHARED_DATA names no folder"))
    func foreign() async throws {
        let cache = try TileCache(fileURL: SharedData.url("data/real/tile-package/Usa.tpkx"))
        let info = try await cache.tileLayerInfo()
        #expect(info.name == "Usa" && info.tileInfo.levelsOfDetail.map(\.level) == Array(0...5))
        // Its two farthest tiles lack the first four bytes of their pictures, in every reader's eyes.
        #expect(try await cache.tile(at: TileKey(level: 0, row: 0, column: 0))?.count == 5_924)
        var count = 0
        for level in 2...5 {
            let range = try #require(info.fullExtent.flatMap { info.tileInfo.tiles(covering: $0, level: level) })
            for key in range.keys {
                guard let bytes = try await cache.tile(at: key) else { continue }
                #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]), "\(key)")
                if level == 2 { #expect(try Image(decoding: bytes).width == 256) }
                count += 1
            }
        }
        #expect(count > 40, "\(count) tiles")
    }

    @Test("damaged and foreign files are refused in words, and no tile of theirs ends the process")
    func hostile() async throws {
        let empty = folder.file("empty.tpk")
        let zip = try ZipWriter(fileURL: empty)
        try zip.add([1], at: "readme.txt")
        try zip.finish()
        #expect(throws: StorageError.self) { _ = try TileCache(fileURL: empty) }
        var random = SeededGenerator(seed: 77)
        for kind in [Kind.compact, .compactV2] {
            let url = folder.file("broken-\(kind.rawValue)")
            for (path, bytes) in files(kind).merging(["../conf.xml": Array(conf(kind).utf8)], uniquingKeysWith: { $1 })
            {
                let file = url.appending(path: "_alllayers/\(path)").standardizedFileURL
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                var broken = bytes
                if !path.hasSuffix("conf.xml") {
                    for _ in 0..<2_000 {
                        broken[.random(in: broken.indices, using: &random)] = .random(in: 0...255, using: &random)
                    }
                    if Bool.random(using: &random) { broken.removeLast(broken.count / 3) }
                }
                try Data(broken).write(to: file)
            }
            let cache = try TileCache(fileURL: url)
            for row in 128..<160 {
                for column in 290..<310 { _ = try? await cache.tile(at: TileKey(level: 9, row: row, column: column)) }
            }
        }
    }
}
