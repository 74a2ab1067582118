// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs

extension FeatureSet {
    /// Most bytes of a feature document.
    static let maximumDocumentSize = 1 << 32

    /// How Esri JSON is read.
    static var esriJSONOptions: JSONReader.Options {
        var options = JSONReader.Options()
        options.acceptsNonFinite = true
        options.maximumBytes = maximumDocumentSize
        return options
    }

    /// Reads an Esri JSON feature set (`f=json`) straight into columns; also a single feature, a single geometry, or a list
    /// of `geometries`.
    ///
    /// Attribute names are matched to `fields` in any case; attributes that no field names get fields behind these, with types found
    /// from the values, as all have without fields. Absent, `null` and
    /// `NaN` coordinates make empty shapes, an absent or null geometry a null one. Curves become chains of straight segments
    /// and are kept beside them (`hasCurves`), quantised coordinates are put back to their place. Open rings are closed,
    /// otherwise rings stay as they stand.
    ///
    /// - Throws: `FeatureError`; its cause tells line and column.
    public init(esriJSON bytes: [UInt8]) throws(FeatureError) {
        do throws(CodecError) {
            self = try JSONReader.read(bytes, options: FeatureSet.esriJSONOptions) { reader throws(CodecError) in
                try EsriFeatureSetReader.read(&reader)
            }
        } catch {
            throw FeatureError(reading: "Esri JSON", error)
        }
    }
}

extension FeatureError {
    /// An error of the bytes below as one of the document.
    init(reading format: String, _ error: CodecError) {
        let code: Code =
            switch error.code {
            case .tooLarge: .tooLarge
            case .unsupported: .unsupported
            default: .malformed
            }
        self.init(code, "The \(format) document cannot be read: \(error.description)", cause: error)
    }

    /// The place in the document where reading stopped, where it is a text.
    public var place: (line: Int, column: Int)? {
        guard let error = cause as? CodecError, let line = error.line, let column = error.column else { return nil }
        return (line, column)
    }
}
