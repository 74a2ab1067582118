// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaGeometry
import GromaMapping

/// What of a WMTS's capabilities drawing needs (OGC 07-057r7, Contents).
struct WMTSCapabilities {
    /// A layer and where its tiles are.
    struct Layer {
        var identifier: String
        var title: String
        var styles: [(identifier: String, isDefault: Bool)]
        var formats: [String]
        var matrixSets: [String]
        /// Templates by media type, of services that answer by path.
        var templates: [(format: String, template: String)]
        /// In WGS 84 longitude and latitude.
        var extent: Envelope?
    }
    /// A tiling scheme; a level's number is its place in `matrices`.
    struct MatrixSet {
        var identifier: String
        var scheme: TileInfo
        var matrices: [String]
    }
    var title: String
    var layers: [Layer]
    var matrixSets: [MatrixSet]
    /// Where tiles are asked for by parameters; nil where the service answers by path only.
    var tileURL: URL?

    /// Metres a pixel at scale 1 (0.28 mm, 07-057r7 6.1).
    private static let pixelSize = 0.000_28

    /// Throws `CodecError.malformed` for a document that is no capabilities.
    init(_ document: XMLTree) throws(CodecError) {
        guard let contents = document["Contents"] else {
            let said = document["Exception"]?.text("ExceptionText") ?? document.name
            throw CodecError(.malformed, "No capabilities of a WMTS but: \(said.prefix(200))")
        }
        title = document["ServiceIdentification"]?.text("Title") ?? ""
        layers = contents.all("Layer").map(Self.layer)
        matrixSets = contents.all("TileMatrixSet").compactMap(Self.matrixSet)
        let operations = document["OperationsMetadata"]?.all("Operation") ?? []
        let gets = operations.first { $0.attributes["name"] == "GetTile" }?["DCP"]?["HTTP"]?.all("Get") ?? []
        // An address for parameters, where both encodings are offered.
        let get = gets.first { $0["Constraint"]?["AllowedValues"]?.all("Value").contains { $0.text == "KVP" } ?? true }
        tileURL = get?.attributes["href"].flatMap(URL.init(string:))
    }

    private static func layer(_ part: XMLTree) -> Layer {
        let box = part["WGS84BoundingBox"]
        let corners = [box?.text("LowerCorner"), box?.text("UpperCorner")].compactMap { $0.flatMap(pair) }
        return Layer(
            identifier: part.text("Identifier") ?? "", title: part.text("Title") ?? "",
            styles: part.all("Style").map { ($0.text("Identifier") ?? "", $0.attributes["isDefault"] == "true") },
            formats: part.all("Format").map(\.text),
            matrixSets: part.all("TileMatrixSetLink").compactMap { $0.text("TileMatrixSet") },
            templates: part.all("ResourceURL").filter { $0.attributes["resourceType"] == "tile" }.map {
                ($0.attributes["format"] ?? "", $0.attributes["template"] ?? "")
            },
            extent: corners.count == 2
                ? Envelope(
                    xMin: corners[0].0, yMin: corners[0].1, xMax: corners[1].0, yMax: corners[1].1,
                    spatialReference: .wgs84) : nil)
    }

    /// Nil for a set whose reference is unknown or whose levels do not share one grid.
    private static func matrixSet(_ part: XMLTree) -> MatrixSet? {
        guard let name = part.text("SupportedCRS"), let reference = SpatialReference(ogcName: name),
            let frame = try? ReferenceFrame(of: reference)
        else { return nil }
        let metres = frame.isGeographic ? frame.unitFactor * frame.semiMajorAxis : frame.unitFactor
        // CRS84 and the old short names have x first; URN names follow the authority.
        let isNorthingFirst = frame.isNorthingFirst && name.lowercased().hasPrefix("urn:") && !name.hasSuffix("CRS84")
        var scheme: TileInfo?
        var matrices: [String] = []
        for matrix in part.all("TileMatrix") {
            guard let identifier = matrix.text("Identifier"), let corner = matrix.text("TopLeftCorner").flatMap(pair),
                let scale = matrix.text("ScaleDenominator").flatMap(Double.init), scale > 0, scale.isFinite,
                let columns = matrix.text("TileWidth").flatMap({ Int($0) }), (1...16_384).contains(columns),
                let rows = matrix.text("TileHeight").flatMap({ Int($0) }), (1...16_384).contains(rows)
            else { continue }
            let origin = isNorthingFirst ? (corner.1, corner.0) : corner
            let resolution = scale * pixelSize / metres
            if scheme == nil {
                scheme = TileInfo(
                    rows: rows, columns: columns,
                    origin: Point(x: origin.0, y: origin.1, spatialReference: reference), spatialReference: reference,
                    levelsOfDetail: [])
            }
            guard let known = scheme, known.rows == rows, known.columns == columns,
                abs(known.origin.x - origin.0) < resolution, abs(known.origin.y - origin.1) < resolution
            else { continue }
            scheme?.levelsOfDetail.append(
                LevelOfDetail(
                    level: matrices.count, resolution: resolution,
                    scale: MapScale.scale(resolution: resolution, in: reference)))
            matrices.append(identifier)
        }
        guard let scheme, !matrices.isEmpty else { return nil }
        return MatrixSet(identifier: part.text("Identifier") ?? "", scheme: scheme, matrices: matrices)
    }

    private static func pair(_ text: String) -> (Double, Double)? {
        let numbers = text.split(whereSeparator: { $0.isWhitespace || $0 == "," }).compactMap { Double($0) }
        return numbers.count == 2 && numbers.allSatisfy(\.isFinite) ? (numbers[0], numbers[1]) : nil
    }
}
