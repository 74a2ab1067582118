// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
package import GromaCodecs
import GromaGeometry
public import GromaMapping
import GromaRaster
import GromaRendering

/// The tile services of the sample portal. Each can draw any of its tiles at any time.
public enum SampleTileService: String, Sendable, CaseIterable {
    case streets = "Streets"
    case streetLabels = "StreetLabels"
    case streetsDark = "StreetsDark"
    case imagery = "Imagery"
    case relief = "Relief"
    case streetsWGS84 = "StreetsWGS84"

    /// The title of the service's portal item.
    public var title: String {
        switch self {
        case .streets: "Streets"
        case .streetLabels: "Street names"
        case .streetsDark: "Streets, night"
        case .imagery: "Imagery"
        case .relief: "Relief"
        case .streetsWGS84: "Streets in WGS 84"
        }
    }

    /// The levels that have tiles.
    public var levels: ClosedRange<Int> {
        switch self {
        case .streetLabels: 8...19
        default: 0...19
        }
    }

    /// How its tiles are cut.
    public var tileInfo: TileInfo {
        let format = isPhotographic ? "JPEG" : "PNG32"
        return self == .streetsWGS84
            ? TileInfo.wgs84(levels: levels, format: format) : TileInfo.webMercator(levels: levels, format: format)
    }
}

extension SampleTileService {
    /// Pictures without hard edges and holes, kept as JPEG.
    var isPhotographic: Bool { self == .relief || self == .imagery }
}

/// Draws the tiles of one service from the town itself, whenever they are asked for.
///
/// Any number of tasks may ask; drawing a tile of the small town takes a few milliseconds.
public final class SampleTileSource: TileSource {
    private let service: SampleTileService
    private let painter: any TilePainter

    /// The source of a service for a town of that size. Making the town takes milliseconds (small) to a second (large).
    public convenience init(_ service: SampleTileService, size: TownSize) throws {
        try self.init(service, town: Town(size: size))
    }

    package init(_ service: SampleTileService, town: Town) throws {
        self.service = service
        let light = try BasemapStyle(palette: "light")
        switch service {
        case .streets, .streetsWGS84: painter = StreetsPainter(town: town, style: light)
        case .streetLabels: painter = LabelPainter(town: town, style: light)
        case .streetsDark:
            painter = StreetsPainter(town: town, style: try BasemapStyle(palette: "dark"))
        case .imagery: painter = try ImageryPainter(town: town)
        case .relief: painter = try ReliefPainter(town: town)
        }
    }

    public func tileLayerInfo() async throws -> TileLayerInfo {
        TileLayerInfo(
            name: service.title, tileInfo: service.tileInfo, fullExtent: Self.world(service.tileInfo.spatialReference),
            attribution: "Groma sample data, public domain")
    }

    /// Tiles are drawn everywhere: the country goes on where the town ends.
    private static func world(_ reference: SpatialReference) -> Envelope {
        let (x, y) = reference == .wgs84 ? (180.0, 90.0) : (20_037_508.342789244, 20_037_508.342789244)
        return Envelope(xMin: -x, yMin: -y, xMax: x, yMax: y, spatialReference: reference)
    }

    public func tile(at key: TileKey) async throws -> [UInt8]? {
        let range = TileRange(level: key.level, rows: key.row...key.row, columns: key.column...key.column)
        return try tiles(of: range).first?.bytes
    }

    /// A picture of a level, centred on a place of the town.
    package func picture(of place: TownPoint, level: Int, width: Int, height: Int) throws -> Image {
        let scheme = service.tileInfo
        guard let lod = scheme.levelOfDetail(level),
            let range = scheme.tiles(
                covering: Self.extent(of: place, scheme, margin: lod.resolution * Double(max(width, height))),
                level: level), let window = MapWindow(scheme: scheme, tiles: range)
        else { throw SampleTownError(.drawingFailed, "\(service.title) has no level \(level).") }
        do {
            let buffer = try PixelBuffer(width: window.width, height: window.height, format: .rgba)
            painter.draw(window, into: buffer)
            let (x, y) = (Int(window.x(place)) - width / 2, Int(window.y(place)) - height / 2)
            return Image(buffer, x: x, y: y, width: width, height: height)
        } catch {
            throw SampleTownError(.drawingFailed, "\(service.title) could not be drawn.", cause: error)
        }
    }

    private static func extent(of place: TownPoint, _ scheme: TileInfo, margin: Double) -> Envelope {
        let isGeographic = scheme.spatialReference == .wgs84
        let (x, y) = isGeographic ? place.degrees : (place.mercatorX, place.mercatorY)
        return Envelope(
            xMin: x - margin, yMin: y - margin, xMax: x + margin, yMax: y + margin,
            spatialReference: scheme.spatialReference)
    }

    /// Draws a block of tiles at once and cuts it; tiles without any mark on them are left out.
    package func tiles(of range: TileRange) throws -> [(key: TileKey, bytes: [UInt8])] {
        guard service.levels.contains(range.level),
            let window = MapWindow(scheme: service.tileInfo, tiles: range)
        else { return [] }
        do {
            let buffer = try PixelBuffer(width: window.width, height: window.height, format: .rgba)
            painter.draw(window, into: buffer)
            var tiles: [(key: TileKey, bytes: [UInt8])] = []
            for key in range.keys {
                let x = (key.column - range.columns.lowerBound) * 256
                let y = (key.row - range.rows.lowerBound) * 256
                let image = Image(buffer, x: x, y: y, width: 256, height: 256)
                if image.isBlank { continue }
                tiles.append((key, try image.encoded(as: service.isPhotographic ? .jpeg(quality: 85) : .png())))
            }
            return tiles
        } catch {
            throw SampleTownError(.drawingFailed, "Tiles of \(service.title) could not be drawn.", cause: error)
        }
    }
}

/// What fills a window with a map.
protocol TilePainter: Sendable {
    func draw(_ window: MapWindow, into buffer: PixelBuffer)
}

extension StreetsPainter: TilePainter {}

extension Image {
    /// A part of what was drawn in the order red, green, blue, alpha.
    fileprivate init(_ buffer: PixelBuffer, x: Int, y: Int, width: Int, height: Int) {
        var bytes = [UInt8]()
        bytes.reserveCapacity(4 * width * height)
        for row in y..<y + height {
            for column in x..<x + width {
                let pixel = buffer[column, row]
                bytes.append(UInt8(truncatingIfNeeded: pixel))
                bytes.append(UInt8(truncatingIfNeeded: pixel >> 8))
                bytes.append(UInt8(truncatingIfNeeded: pixel >> 16))
                bytes.append(UInt8(truncatingIfNeeded: pixel >> 24))
            }
        }
        self.init(width: width, height: height, pixels: bytes)
    }

    /// True where nothing was drawn.
    fileprivate var isBlank: Bool { pixels.allSatisfy { $0 == 0 } }
}
