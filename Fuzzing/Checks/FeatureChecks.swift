// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry

extension ReaderCheck {
    /// Esri JSON: feature sets, features, geometries.
    static let esriJSON = ReaderCheck(name: "esrijson", mostBytes: 16_384) { bytes throws(BrokenPromise) in
        if let geometry = try attempt({ () throws(FeatureError) in try JSONValue.geometry(parsing: bytes) }) {
            let again = try mustSucceed("reading the shape that was written") { () throws(FeatureError) in
                try JSONValue.geometry(parsing: geometry.esriJSON.serialized())
            }
            try promise(again.esriJSON == geometry.esriJSON, "a shape is read back as it was")
        }
        if let value = try? JSONValue(parsing: bytes) {
            _ = try attempt { () throws(FeatureError) in try FeatureRecord(json: value).json }
        }
        guard let set = try attempt({ () throws(FeatureError) in try FeatureSet(esriJSON: bytes) }) else { return }
        try set.mustBeSound()
        let again = try mustSucceed("reading the Esri JSON that was written") { () throws(FeatureError) in
            try FeatureSet(esriJSON: set.esriJSON())
        }
        try set.mustEqual(again, in: "Esri JSON")
        try set.mustBeWritable()
    }

    /// GeoJSON.
    static let geoJSON = ReaderCheck(name: "geojson", mostBytes: 16_384) { bytes throws(BrokenPromise) in
        guard let set = try attempt({ () throws(FeatureError) in try FeatureSet(geoJSON: bytes) }) else { return }
        try set.mustBeSound()
        let text = try attempt { () throws(FeatureError) in
            try set.geoJSON(spatialReference: set.spatialReference ?? .wgs84)
        }
        if let text {
            let again = try mustSucceed("reading the GeoJSON that was written") { () throws(FeatureError) in
                try FeatureSet(geoJSON: text)
            }
            try promise(again.count == set.count, "GeoJSON keeps every row")
        }
        try set.mustBeWritable()
    }

    /// Esri protocol buffers: all four kinds of answers.
    static let protobuf = ReaderCheck(name: "pbf", mostBytes: 16_384) { bytes throws(BrokenPromise) in
        let answer = try attempt { () throws(FeatureError) in try FeatureQueryAnswer(esriPBF: bytes) }
        guard let answer else { return }
        let again = try mustSucceed("reading the answer that was written") { () throws(FeatureError) in
            try FeatureQueryAnswer(esriPBF: answer.esriPBF())
        }
        switch (answer, again) {
        case (.features(let set), .features(let other)):
            try set.mustBeSound()
            try set.mustEqual(other, in: "protocol buffers", isOnGrid: true)
            try set.mustBeWritable()
        case (.count(let count), .count(let other)): try promise(count == other, "a count is read back as it was")
        case (.objectIDs(let ids, _), .objectIDs(let other, _)):
            try promise(ids == other, "object ids are read back as they were")
        case (.extent, .extent): break
        default: throw BrokenPromise(description: "an answer is read back as of its own kind")
        }
    }

    /// Comma separated values.
    static let csv = ReaderCheck(name: "csv", mostBytes: 8_192) { bytes throws(BrokenPromise) in
        guard let set = try attempt({ () throws(FeatureError) in try FeatureSet(csv: bytes) }) else { return }
        try set.mustBeSound()
        let again = try mustSucceed("reading the CSV that was written") { () throws(FeatureError) in
            try FeatureSet(csv: set.csv())
        }
        try promise(again.count == set.count, "CSV keeps every row: \(set.count), not \(again.count)")
        // Points stand in columns of their own beside the ones they were read from.
        try promise(again.fields.count >= set.fields.count, "CSV keeps every field")
        try set.mustBeWritable()
    }
}
