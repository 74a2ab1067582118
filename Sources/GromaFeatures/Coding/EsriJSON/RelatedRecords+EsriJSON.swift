// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs

extension RelatedRecords {
    /// The answer of `queryRelatedRecords` (`f=json`), UTF-8.
    public func esriJSON() -> [UInt8] {
        var writer = JSONWriter(capacity: 1_024 + rows.count * 96)
        writer.beginObject()
        rows.writeHeader(&writer)
        writer.key("relatedRecordGroups")
        writer.beginArray()
        let features = EsriRowWriter(rows)
        for group in groups {
            writer.beginObject()
            writer.key("objectId")
            writer.write(group.objectID)
            writer.key("relatedRecords")
            writer.beginArray()
            for row in group.rows { features.write(row, to: &writer) }
            writer.endArray()
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return writer.finish()
    }

    /// Reads the answer of `queryRelatedRecords`; a row that stands in several groups is read once for each.
    /// Throws `FeatureError` for another document.
    public init(esriJSON bytes: [UInt8]) throws(FeatureError) {
        let document: JSONObject
        do throws(CodecError) {
            var options = JSONReader.Options()
            options.acceptsNonFinite = true
            let value = try JSONReader.read(bytes, options: options) { (reader) throws(CodecError) in
                try reader.readValue()
            }
            document = value.object ?? JSONObject()
        } catch {
            throw FeatureError(.malformed, "The answer of queryRelatedRecords is no JSON.", cause: error)
        }
        guard let list = document["relatedRecordGroups"]?.array else {
            throw FeatureError(.malformed, "The answer of queryRelatedRecords has no relatedRecordGroups.")
        }
        var features: [JSONValue] = [], groups: [Group] = []
        for entry in list {
            guard let id = entry["objectId"]?.int64 else {
                throw FeatureError(.malformed, "A group of related records has no objectId.")
            }
            let records = entry["relatedRecords"]?.array ?? []
            groups.append(Group(objectID: id, rows: Array(features.count..<(features.count + records.count))))
            features += records
        }
        var set = document
        set["relatedRecordGroups"] = nil
        set["features"] = .array(features)
        self.init(rows: try FeatureSet(esriJSON: JSONValue.object(set).serialized()), groups: groups)
    }
}
