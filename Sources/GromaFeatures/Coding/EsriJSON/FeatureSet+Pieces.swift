// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
package import GromaCodecs

extension FeatureSet {
    /// Bytes that a task reads at a time: rows of that many still lie in the processor's cache when they are put together.
    private static let pieceSize = 1 << 20

    /// Reads a file of Esri JSON to the same rows as `init(esriJSON:)` does its bytes, shared among `threads` tasks (by default one a
    /// processor) and with a few megabytes of the text in memory at a time.
    ///
    /// A document whose fields stand behind its features is read as a whole, and so is one that can't be read, for the error's place.
    ///
    /// - Throws: `FeatureError`.
    @concurrent
    package static func read(esriJSON file: FileBytes, threads: Int? = nil) async throws(FeatureError) -> FeatureSet {
        let threads = min(max(1, threads ?? ProcessInfo.processInfo.activeProcessorCount), 64)
        let bytes: [UInt8]
        do throws(CodecError) {
            if let set = try await readPieces(of: file, threads: threads, pieceSize: pieceSize) { return set }
            bytes = try file.read(at: 0, count: file.count)
        } catch {
            throw FeatureError(reading: "Esri JSON", error)
        }
        return try FeatureSet(esriJSON: bytes)
    }

    /// The same for a document that can be read piece by piece; nil for any other.
    package static func readPieces(
        of file: FileBytes, threads: Int, pieceSize: Int
    ) async throws(CodecError) -> FeatureSet? {
        guard file.count <= maximumDocumentSize else { return nil }
        var text = try file.read(at: 0, count: min(file.count, pieceSize * threads))
        var read = text.count
        var document = EsriFeatureSetReader()
        guard var start = rowsStart(&document, text, documentSize: file.count) else { return nil }
        var isFirst = true
        while true {
            let isLast = read >= file.count
            // What is behind the last row that surely is whole waits for the next round.
            if let end = isLast ? text.count : EsriRowPiece.lastCut(in: text, start..<text.count) {
                let pieces = await pieces(
                    of: text, start..<end, header: document.header, threads: threads, isLast: isLast)
                for piece in pieces {
                    guard let piece, piece.add(to: &document) else { return nil }
                }
                if isLast { return document.finish() }
                if isFirst { document.reserve(documentSize: file.count, read: end) }
                isFirst = false
                start = end
            }
            text.removeSubrange(..<start)
            start = 0
            let more = try file.read(at: read, count: min(file.count - read, pieceSize * threads))
            guard !more.isEmpty else { return nil }
            text += more
            read += more.count
        }
    }

    /// Where the first row stands, after the header was read; nil where it can't be told from the text's beginning.
    private static func rowsStart(
        _ document: inout EsriFeatureSetReader, _ text: [UInt8], documentSize: Int
    ) -> Int? {
        unsafe text.withUnsafeBytes { bytes in
            guard var reader = try? unsafe JSONReader(bytes, options: esriJSONOptions),
                let isReady = try? document.readUpToRows(&reader, documentSize: documentSize), isReady
            else { return nil }
            return reader.offset
        }
    }

    /// Reads about equal pieces of `range`, one a task.
    private static func pieces(
        of text: [UInt8], _ range: Range<Int>, header: EsriFeatureSetReader.Header, threads: Int, isLast: Bool
    ) async -> [EsriRowPiece?] {
        var starts = [range.lowerBound]
        for part in 1..<max(threads, 1) {
            let wanted = range.lowerBound + range.count * part / threads
            if let cut = EsriRowPiece.lastCut(in: text, starts[starts.count - 1]..<wanted) { starts.append(cut) }
        }
        let ends = starts.dropFirst() + [range.upperBound]
        if starts.count == 1 { return [EsriRowPiece(text, range, header: header, isLast: isLast)] }
        return await withTaskGroup(of: (Int, EsriRowPiece?).self) { group in
            for (index, (start, end)) in zip(starts, ends).enumerated() {
                group.addTask {
                    let isLast = isLast && end == range.upperBound
                    return (index, EsriRowPiece(text, start..<end, header: header, isLast: isLast))
                }
            }
            var pieces = [EsriRowPiece?](repeating: nil, count: starts.count)
            for await (index, piece) in group { pieces[index] = piece }
            return pieces
        }
    }
}

extension EsriFeatureSetReader {
    /// Makes room for all rows, judging by those that were read so far.
    fileprivate mutating func reserve(documentSize: Int, read: Int) {
        let rows = Int(Double(count) * Double(documentSize) / Double(max(1, read)) * 1.02) + 64
        guard rows < 1 << 28 else { return }
        shapes.reserve(rows: rows)
        for place in columns.indices { columns[place].reserve(rows: rows) }
    }
}
