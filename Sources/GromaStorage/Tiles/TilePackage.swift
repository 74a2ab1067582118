// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping

/// A tile package of the kinds `.tpk` and `.tpkx`, in one archive or unpacked: what it says of itself and where its tiles lie.
struct TilePackage: Sendable {
    let info: TileLayerInfo
    let bundle: TileBundle

    /// True for a file that begins as a ZIP archive does.
    static func isArchive(_ url: URL) -> Bool {
        guard let handle = try? FileHandle(forReadingFrom: url) else { return false }
        defer { try? handle.close() }
        return (try? handle.read(upToCount: 4)) == Data([0x50, 0x4B, 3, 4])
    }

    /// Reads the description. Throws `.malformed` for files that are no tile package, `.unsupported` for tiles that are no pictures.
    init(files: any PackageFiles, name: String) throws {
        let root = Self.shortest(files.paths, endingIn: "root.json")
        if let conf = Self.shortest(files.paths, endingIn: "conf.xml") {
            (info, bundle) = try Self.described(byXML: conf, in: files, name: name)
        } else if let root {
            (info, bundle) = try Self.described(byJSON: root, in: files, name: name)
        } else {
            throw StorageError(
                .malformed, "\(name) is no tile package: it has neither a root.json nor a conf.xml.")
        }
    }

    /// The file of that name nearest to the top.
    private static func shortest(_ paths: [String], endingIn name: String) -> String? {
        paths.filter { $0.lowercased() == name || $0.lowercased().hasSuffix("/" + name) }
            .min { ($0.count, $0) < ($1.count, $1) }
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    // MARK: - .tpkx

    private static func described(
        byJSON path: String, in files: any PackageFiles, name: String
    ) throws -> (TileLayerInfo, TileBundle) {
        guard let bytes = try files.read(path) else { throw StorageError(.notFound, "\(name) has no \(path).") }
        let json: JSONValue
        var info: TileLayerInfo
        do {
            json = try JSONValue(parsing: bytes)
            guard let scheme = json["tileInfo"] else {
                throw StorageError(.malformed, "The root.json of \(name) has no tileInfo.")
            }
            info = TileLayerInfo(name: json["name"]?.string ?? name, tileInfo: try TileInfo(json: scheme))
        } catch let error as StorageError {
            throw error
        } catch {
            throw StorageError(.malformed, "The root.json of \(name) can't be read.", cause: error)
        }
        let format = json["tileImageInfo"]?["format"]?.string ?? info.tileInfo.format
        info.tileInfo.format = format
        info.fullExtent = (json["fullExtent"] ?? json["initialExtent"]).flatMap { Envelope(json: $0) }
        info.minScale = json["minScale"]?.double ?? 0
        info.maxScale = json["maxScale"]?.double ?? 0
        info.attribution = json["copyrightText"]?.string ?? ""
        info.resamples = json["resampling"]?.bool ?? false
        if let lowest = json["minLOD"]?.int, let highest = json["maxLOD"]?.int, lowest <= highest {
            let kept = info.tileInfo.levelsOfDetail.filter { (lowest...highest).contains($0.level) }
            if !kept.isEmpty { info.tileInfo.levelsOfDetail = kept }
        }
        let storage = json["storageInfo"]?["storageFormat"]?.string ?? "esriMapCacheStorageModeCompactV2"
        var tiles = json["tileBundlesPath"]?.string ?? "./tile"
        while tiles.hasPrefix("./") { tiles.removeFirst(2) }
        tiles = tiles.split(separator: "/").filter { $0 != ".." && $0 != "." }.joined(separator: "/")
        let bundle = try TileBundle(
            files: files, folder: folder(of: path) + (tiles.isEmpty ? "" : tiles + "/"),
            format: storageFormat(storage, name: name), endings: endings(of: format, name: name))
        return (info, bundle)
    }

    // MARK: - .tpk

    private static func described(
        byXML path: String, in files: any PackageFiles, name: String
    ) throws -> (TileLayerInfo, TileBundle) {
        guard let bytes = try files.read(path) else { throw StorageError(.notFound, "\(name) has no \(path).") }
        let document: XMLTree
        do {
            document = try XMLTree(parsing: bytes)
        } catch {
            throw StorageError(.malformed, "The conf.xml of \(name) can't be read.", cause: error)
        }
        guard let cache = document["TileCacheInfo"], let origin = cache["TileOrigin"],
            let x = origin.text("X").flatMap(Double.init), let y = origin.text("Y").flatMap(Double.init),
            x.isFinite, y.isFinite
        else { throw StorageError(.malformed, "The conf.xml of \(name) does not say where its grid begins.") }
        let reference = spatialReference(cache["SpatialReference"]) ?? .webMercator
        let image = document["TileImageInfo"]
        let format = image?.text("CacheTileFormat") ?? "PNG"
        var levels: [LevelOfDetail] = []
        for level in cache["LODInfos"]?.all("LODInfo") ?? [] {
            guard let resolution = level.text("Resolution").flatMap(Double.init), resolution > 0, resolution.isFinite,
                let number = level.text("LevelID").flatMap({ Int($0) }), (0...99).contains(number), levels.count < 100
            else { throw StorageError(.malformed, "The conf.xml of \(name) has a level without a size.") }
            let scale = level.text("Scale").flatMap(Double.init).flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
            levels.append(
                LevelOfDetail(
                    level: number, resolution: resolution,
                    scale: scale ?? MapScale.scale(resolution: resolution, in: reference)))
        }
        let columns = cache.text("TileCols").flatMap { Int($0) } ?? 256
        let rows = cache.text("TileRows").flatMap { Int($0) } ?? 256
        guard !levels.isEmpty, (1...16_384).contains(columns), (1...16_384).contains(rows) else {
            throw StorageError(.malformed, "The conf.xml of \(name) has no levels, or tiles of an impossible size.")
        }
        var info = TileLayerInfo(
            name: name,
            tileInfo: TileInfo(
                rows: rows, columns: columns, dpi: cache.text("DPI").flatMap { Int($0) } ?? 96,
                origin: Point(x: x, y: y, spatialReference: reference), spatialReference: reference,
                levelsOfDetail: levels, format: format,
                compressionQuality: image?.text("CompressionQuality").flatMap { Int($0) } ?? 0))
        let home = folder(of: path)
        if let box = try files.read(home + "conf.cdi").flatMap({ try? XMLTree(parsing: $0) }) {
            info.fullExtent = envelope(box, reference)
        }
        let storage = document["CacheStorageInfo"]?.text("StorageFormat") ?? "esriMapCacheStorageModeExploded"
        let bundle = try TileBundle(
            files: files, folder: home + "_alllayers/", format: storageFormat(storage, name: name),
            endings: endings(of: format, name: name))
        return (info, bundle)
    }

    private static func spatialReference(_ part: XMLTree?) -> SpatialReference? {
        guard let part else { return nil }
        if let id = part.text("WKID").flatMap({ Int($0) }), id > 0 {
            return SpatialReference(wkid: id, latestWKID: part.text("LatestWKID").flatMap { Int($0) })
        }
        return part.text("WKT").map { SpatialReference(wkt: $0) }
    }

    private static func envelope(_ part: XMLTree, _ reference: SpatialReference) -> Envelope? {
        let sides = ["XMin", "YMin", "XMax", "YMax"].compactMap { part.text($0).flatMap(Double.init) }
        guard sides.count == 4, sides.allSatisfy(\.isFinite), sides[0] < sides[2], sides[1] < sides[3] else {
            return nil
        }
        let own = spatialReference(part["SpatialReference"]) ?? reference
        let box = Envelope(xMin: sides[0], yMin: sides[1], xMax: sides[2], yMax: sides[3], spatialReference: own)
        return own == reference ? box : try? GeometryEngine.project(box, into: reference)
    }

    // MARK: - Both

    private static func storageFormat(_ text: String, name: String) throws -> TileStorageFormat {
        switch text {
        case "esriMapCacheStorageModeExploded": return .exploded
        case "esriMapCacheStorageModeCompact": return .compactV1
        case "esriMapCacheStorageModeCompactV2": return .compactV2
        default:
            throw StorageError(.unsupported, "\(name) stores its tiles as \(text.prefix(60)), which is not read.")
        }
    }

    private static func endings(of format: String, name: String) throws -> [String] {
        switch format.uppercased() {
        case "PNG", "PNG8", "PNG24", "PNG32": return ["png"]
        case "JPEG", "JPG": return ["jpg", "jpeg"]
        case "MIXED": return ["jpg", "png", "jpeg"]
        default:
            throw StorageError(
                .unsupported, "\(name) holds tiles of the format \(format.prefix(20)), which are no pictures.")
        }
    }
}
