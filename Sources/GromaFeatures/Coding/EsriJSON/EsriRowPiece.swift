// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaGeometry

/// Rows of one piece of a feature set's text, read by themselves, and put together with others in their order.
///
/// A piece is cut where a row seems to begin: behind `}}` and a comma, before an object. That may be wrong (a text may hold anything),
/// so a piece counts only when its rows end exactly where the next one was cut. The first piece begins with a row for certain;
/// hence the second does, and so on.
struct EsriRowPiece: Sendable {
    private let header: EsriFeatureSetReader.Header
    private let columns: [ColumnBuilder]
    private let shapes: GeometryColumnBuilder
    private let centroids: CentroidReader
    private let shapeReference: SpatialReference?
    private let count: Int
    private let padding: PaddingBudget

    /// Reads `range` of a text, which begins with a row; nil where the rows do not end with the range, or can't be read. The last
    /// piece goes on to the document's end.
    init?(_ text: [UInt8], _ range: Range<Int>, header: EsriFeatureSetReader.Header, isLast: Bool) {
        var document = EsriFeatureSetReader()
        document.header = header
        document.rows = .features
        document.padding = PaddingBudget(documentSize: range.count)
        document.beginRows(documentSize: range.count)
        let isWhole = unsafe text.withUnsafeBytes { bytes in
            let piece = unsafe UnsafeRawBufferPointer(rebasing: bytes[range])
            return (try? unsafe Self.read(piece, by: &document, isLast: isLast)) ?? false
        }
        // Fields that only some rows name are found when all are read in order.
        guard isWhole, document.inferred.columns.isEmpty else { return nil }
        self.header = document.header
        columns = document.columns
        shapes = document.shapes
        centroids = document.centroids
        shapeReference = document.shapeReference
        count = document.count
        padding = document.padding
    }

    private static func read(
        _ bytes: UnsafeRawBufferPointer, by document: inout EsriFeatureSetReader, isLast: Bool
    ) throws(CodecError) -> Bool {
        // Inside of the document and of its list of features.
        var reader = try unsafe JSONReader(elements: bytes, depth: 2, options: FeatureSet.esriJSONOptions)
        while try reader.nextElement() {
            if !isLast, reader.isAtEnd() { return true }
            try document.readFeature(&reader)
        }
        guard isLast else { return false }
        while try reader.nextKey() {
            if reader.keyEquals("features") || reader.keyEquals("geometries") { return false }
            try document.readHeaderMember(&reader)
        }
        try reader.finish()
        return true
    }

    /// Adds the rows to those before; false where they do not go together.
    func add(to document: inout EsriFeatureSetReader) -> Bool {
        guard header.readsFeatures(like: document.header), document.shapes.append(contentsOf: shapes) else {
            return false
        }
        document.header = header
        for place in columns.indices { document.columns[place].append(contentsOf: columns[place]) }
        document.centroids.append(contentsOf: centroids, from: document.count)
        document.shapeReference = document.shapeReference ?? shapeReference
        document.count += count
        return document.padding.spend(padding.spent)
    }

    /// The first place from `place` on where a row seems to begin, judging by bytes from `first` on only; nil where there is none.
    static func firstCut(in text: [UInt8], from place: Int, notBefore first: Int) -> Int? {
        unsafe text.withUnsafeBufferPointer { text in
            var place = place
            while place < text.count {
                if unsafe text[place] == UInt8(ascii: "{"), unsafe isCut(text, place, first) { return place }
                place += 1
            }
            return nil
        }
    }

    private static func isCut(_ text: UnsafeBufferPointer<UInt8>, _ brace: Int, _ first: Int) -> Bool {
        var place = brace
        for byte in [UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "}")] {
            repeat { place -= 1 } while unsafe place >= first && text[place] <= 32
            guard place >= first, unsafe text[place] == byte else { return false }
        }
        return true
    }
}

extension EsriFeatureSetReader {
    /// Reads up to the first row; false where a document says what its rows look like only behind them.
    mutating func readUpToRows(_ reader: inout JSONReader, documentSize: Int) throws(CodecError) -> Bool {
        try reader.beginObject()
        while try reader.nextKey() {
            guard reader.keyEquals("features") else {
                if reader.keyEquals("geometries") { return false }
                try readHeaderMember(&reader)
                continue
            }
            rows = .features
            padding = PaddingBudget(documentSize: documentSize)
            beginRows(documentSize: documentSize)
            guard header.isReadyForFeatures, try !reader.readNull() else { return false }
            try reader.beginArray()
            return true
        }
        return false
    }
}
