// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
package import GromaMapping

/// Symbols of the display by kind, made once: the app's picture files, else ours.
package struct SymbolPictures: Sendable {
    private struct Key: Hashable {
        var kind: MarkerKind
        var pixelRatio: Double
    }
    private var made: [Key: PictureMarkerSymbol] = [:]

    package init() {}

    /// The names of the documents about older software, which apps keep.
    package static func fileName(of kind: MarkerKind) -> String? {
        switch kind {
        case .plain: "GpsDisplay"
        case .course: "GpsDisplayHeading"
        case .heading: "GpsDisplayCompass"
        case .acquiring: nil
        }
    }

    package mutating func symbol(
        _ kind: MarkerKind, from resources: SymbolResources, pixelRatio: Double
    ) -> PictureMarkerSymbol {
        let key = Key(kind: kind, pixelRatio: pixelRatio)
        if let known = made[key] { return known }
        let symbol = Self.appSymbol(kind, from: resources, pixelRatio: pixelRatio) ?? Self.ourSymbol(kind, pixelRatio)
        made[key] = symbol
        return symbol
    }

    /// A file that is no picture counts as none.
    private static func appSymbol(
        _ kind: MarkerKind, from resources: SymbolResources, pixelRatio: Double
    ) -> PictureMarkerSymbol? {
        guard let name = fileName(of: kind), let found = resources.picture(named: name, pixelRatio: pixelRatio),
            let info = try? ImageInfo(reading: found.bytes), info.format == .png
        else { return nil }
        return marker(found.bytes, Double(info.width) / found.ratio, Double(info.height) / found.ratio)
    }

    private static func ourSymbol(_ kind: MarkerKind, _ pixelRatio: Double) -> PictureMarkerSymbol {
        let image = LocationPicture(kind: kind).image(pixelRatio: pixelRatio)
        let bytes = (try? image.encoded()) ?? []
        return marker(bytes, Double(image.width) / pixelRatio, Double(image.height) / pixelRatio)
    }

    /// Sizes in device-independent pixels, of which a point has 4/3.
    private static func marker(_ bytes: [UInt8], _ width: Double, _ height: Double) -> PictureMarkerSymbol {
        PictureMarkerSymbol(
            image: .data(bytes, contentType: "image/png"), width: width * 0.75, height: height * 0.75)
    }

    /// The filling of the circle of accuracy.
    package static func accuracy(isStale: Bool) -> SimpleFillSymbol {
        let (red, green, blue): (UInt8, UInt8, UInt8) = isStale ? (0x77, 0x76, 0x7B) : (0x35, 0x84, 0xE4)
        return SimpleFillSymbol(
            color: Color(red: red, green: green, blue: blue, alpha: 0x2E),
            outline: SimpleLineSymbol(color: Color(red: red, green: green, blue: blue, alpha: 0x8C), width: 0.75))
    }

    /// The same symbol, turned; symbols without an angle stay as they are.
    package static func turned(_ symbol: any Symbol, clockwise degrees: Double) -> any Symbol {
        switch symbol {
        case var picture as PictureMarkerSymbol:
            picture.angle -= degrees
            return picture
        case var marker as SimpleMarkerSymbol:
            marker.angle -= degrees
            return marker
        case var text as TextSymbol:
            text.angle -= degrees
            return text
        case var layers as MultilayerSymbol where layers.kind == .point:
            let turn = JSONValue.double(layers.angle - degrees)
            if var body = layers.json["symbol"]?.object {
                body["angle"] = turn
                layers.json["symbol"] = .object(body)
            } else {
                layers.json["angle"] = turn
            }
            return layers
        default: return symbol
        }
    }
}
