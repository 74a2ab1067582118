// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

/// The data of a portal item of type "Feature Service": what the item changes of the service's layers and tables.
public struct FeatureServiceItemData: DocumentPart {
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }

    /// Reads a document's bytes. Throws `MappingError.malformed` for what is no JSON or has neither layers nor tables.
    public init(data: some Sequence<UInt8>) throws(MappingError) {
        let document = try JSONDocument.read(data, as: "item data of the feature service", mostBytes: WebMap.mostBytes)
        guard let object = document.object, object["layers"]?.array != nil || object["tables"]?.array != nil else {
            throw MappingError(.malformed, "Item data of a feature service is an object with layers or tables.")
        }
        self.init(json: object)
    }

    /// Layers that the item says something of.
    public var layers: [WebMapSublayer] {
        get { self[parts: "layers"] }
        set { self[parts: "layers"] = newValue }
    }
    /// Tables that the item says something of.
    public var tables: [WebMapSublayer] {
        get { self[parts: "tables"] }
        set { self[parts: "tables"] = newValue }
    }
}
