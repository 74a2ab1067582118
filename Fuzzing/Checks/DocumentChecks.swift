// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaMapping

extension ReaderCheck {
    /// JSON trees: reading, passing over, writing, in strict and in tolerant form.
    static let json = ReaderCheck(name: "json", mostBytes: 16_384) { bytes throws(BrokenPromise) in
        var tolerant = JSONReader.Options.document
        tolerant.acceptsNonFinite = true
        for options in [JSONReader.Options.document, tolerant] {
            let value = try attempt { () throws(CodecError) in try JSONValue(parsing: bytes, options: options) }
            guard let value else { continue }
            try mustSucceed("passing over what can be read") { () throws(CodecError) in
                try JSONReader.read(bytes, options: options) { reader throws(CodecError) in try reader.skipValue() }
            }
            for isPretty in [false, true] {
                let again = try mustSucceed("reading what was written") { () throws(CodecError) in
                    try JSONValue(parsing: value.serialized(pretty: isPretty))
                }
                try promise(again == value, "a tree is read back as it was")
            }
        }
    }

    /// Web maps: reading, every typed view, the coverage report, feature collections, symbols and labels.
    static let webMap = ReaderCheck(name: "webmap", mostBytes: 32_768) { bytes throws(BrokenPromise) in
        guard let map = try attempt({ () throws(MappingError) in try WebMap(data: bytes) }) else { return }
        let again = try mustSucceed("reading the map that was written") { () throws(MappingError) in
            try WebMap(data: JSONValue.object(map.json).serialized())
        }
        try promise(again.json == map.json, "a web map is read back as it was")
        let report = CoverageReport(map)
        _ = report.text.count + report.json.text().count
        _ = (map.initialViewpoint, map.background, map.spatialReference, map.bookmarks.map(\.viewpoint))
        for layer in map.allLayers.map(\.layer) + map.tables {
            try look(at: layer.layerDefinition)
            _ = layer.popupDefinition?.elements.count
            for collection in layer.featureCollection?.layers ?? [] {
                try look(at: collection.layerDefinition)
                _ = try attempt { () throws(MappingError) in try collection.table().rows.extent }
            }
        }
    }

    private static func look(at definition: LayerDefinition?) throws(BrokenPromise) {
        let attributes: [String: AttributeValue] = ["a": 1, "NAME": "x", "POP": 2.5]
        if let renderer = definition?.drawingInfo?.renderer {
            _ = renderer.symbol(for: attributes)
            _ = SymbolAdjuster(renderer).adjustments(for: attributes, scale: 5_000)
        }
        for label in definition?.drawingInfo?.labelDefinitions ?? [] { _ = LabelText(label).text(for: attributes) }
    }
}
