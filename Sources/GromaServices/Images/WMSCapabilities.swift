// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaGeometry

/// What of a WMS's capabilities drawing needs (WMS 1.1.1 and 1.3.0, Capability).
struct WMSCapabilities {
    /// A layer that can be asked for, with what it inherits from those above it.
    struct Layer {
        var name: String
        var title: String
        /// False for a layer inside another one that can be asked for.
        var isTopmost: Bool
        var references: [SpatialReference]
        /// In WGS 84 longitude and latitude.
        var extent: Envelope?
        var attribution: String
    }
    var version: String
    var mapURL: URL?
    var maximumWidth: Int?
    var maximumHeight: Int?
    /// In the order of the document, which is from the top down.
    var layers: [Layer] = []

    private static let mostLayers = 20_000

    /// Throws `CodecError.malformed` for a document that is no capabilities.
    init(_ document: XMLTree) throws(CodecError) {
        guard let capability = document["Capability"] else {
            let said = document["ServiceException"]?.text ?? document.name
            throw CodecError(.malformed, "No capabilities of a WMS but: \(said.prefix(200))")
        }
        version = document.attributes["version"] ?? "1.3.0"
        let get = capability["Request"]?["GetMap"]?["DCPType"]?["HTTP"]?["Get"]?["OnlineResource"]
        mapURL = get?.attributes["href"].flatMap(URL.init(string:))
        maximumWidth = document["Service"]?.text("MaxWidth").flatMap { Int($0) }
        maximumHeight = document["Service"]?.text("MaxHeight").flatMap { Int($0) }
        for layer in capability.all("Layer") { add(layer, above: nil, references: [], isInside: false) }
    }

    private mutating func add(
        _ part: XMLTree, above: Layer?, references inherited: [SpatialReference], isInside: Bool
    ) {
        guard layers.count < Self.mostLayers else { return }
        // 1.1.1 may list several codes in one element, with white space between them.
        let own = (part.all("CRS") + part.all("SRS")).flatMap { $0.text.split(separator: " ") }
            .compactMap { SpatialReference(ogcName: String($0)) }
        var seen = Set(inherited)
        let references = inherited + own.filter { seen.insert($0).inserted }
        let layer = Layer(
            name: part.text("Name") ?? "", title: part.text("Title") ?? "", isTopmost: !isInside,
            references: references,
            extent: Self.extent(part) ?? above?.extent,
            attribution: part["Attribution"]?.text("Title") ?? above?.attribution ?? "")
        if !layer.name.isEmpty { layers.append(layer) }
        for inner in part.all("Layer") {
            add(inner, above: layer, references: references, isInside: isInside || !layer.name.isEmpty)
        }
    }

    private static func extent(_ part: XMLTree) -> Envelope? {
        if let box = part["EX_GeographicBoundingBox"] {
            return envelope(
                ["westBoundLongitude", "southBoundLatitude", "eastBoundLongitude", "northBoundLatitude"].map {
                    box.text($0)
                })
        }
        return part["LatLonBoundingBox"].flatMap { box in
            envelope(["minx", "miny", "maxx", "maxy"].map { box.attributes[$0] })
        }
    }

    private static func envelope(_ texts: [String?]) -> Envelope? {
        let numbers = texts.compactMap { $0.flatMap(Double.init) }.filter(\.isFinite)
        guard numbers.count == 4, numbers[0] <= numbers[2], numbers[1] <= numbers[3] else { return nil }
        return Envelope(
            xMin: numbers[0], yMin: numbers[1], xMax: numbers[2], yMax: numbers[3], spatialReference: .wgs84)
    }
}

extension SpatialReference {
    /// A reference by an OGC name: `EPSG:3857`, `urn:ogc:def:crs:EPSG::3857`, `CRS:84`, an address that ends with the code.
    init?(ogcName name: String) {
        let upper = name.uppercased()
        if upper.hasSuffix("CRS84") || upper == "CRS:84" || upper.hasSuffix(":84") && upper.contains("OGC") {
            self = .wgs84
            return
        }
        guard upper.contains("EPSG"),
            let code = upper.split(whereSeparator: { ":/".contains($0) }).last.flatMap({ Int($0) })
        else { return nil }
        self = code == 3_857 || code == 900_913 ? .webMercator : SpatialReference(wkid: code)
    }
}
