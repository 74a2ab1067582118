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
        let beginning = try file.read(at: 0, count: max(pieceSize, 4_096))
        var document = EsriFeatureSetReader()
        guard let start = rowsStart(&document, beginning, documentSize: file.count) else { return nil }
        let pieces = EsriPieces(file: file, start: start, size: pieceSize, header: document.header)
        let isWhole =
            threads > 1
            ? await gather(pieces, into: &document, threads: threads)
            : (0..<pieces.count).allSatisfy { document.add(pieces[$0], $0, of: pieces) }
        return isWhole ? document.finish() : nil
    }

    /// Adds all pieces, which some tasks read meanwhile, in their order; false where one of them can't be added.
    private static func gather(
        _ pieces: EsriPieces, into document: inout EsriFeatureSetReader, threads: Int
    ) async -> Bool {
        await withTaskGroup(of: (Int, EsriPieces.Piece).self) { group in
            var next = 0, added = 0
            var waiting: [Int: EsriPieces.Piece] = [:]
            while added < pieces.count {
                // As few as keep every thread busy: what is read and not yet added takes memory.
                while next < pieces.count, next < added + threads + 2 {
                    group.addTask { [next] in (next, pieces[next]) }
                    next += 1
                }
                guard let (index, piece) = await group.next() else { return false }
                waiting[index] = piece
                while let piece = waiting.removeValue(forKey: added) {
                    guard document.add(piece, added, of: pieces) else { return false }
                    added += 1
                }
            }
            return true
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
}

/// A document in pieces of about equal size, each read by whoever asks for it.
private struct EsriPieces: Sendable {
    enum Piece: Sendable {
        case rows(EsriRowPiece)
        /// No row begins in it.
        case empty
        case unreadable
    }
    let file: FileBytes
    /// Where the first row stands.
    let start: Int
    let size: Int
    let header: EsriFeatureSetReader.Header

    /// Bytes before a border that tell whether a row begins there. Two neighbours must not see different ones.
    private static let lookBack = 256

    var count: Int { max(1, (file.count - start + size - 1) / size) }

    /// Reads a piece: the rows that begin behind its border and not behind the next.
    subscript(index: Int) -> Piece {
        let border = start + index * size, nextBorder = border + size
        let offset = max(start, border - Self.lookBack)
        guard var text = try? file.read(at: offset, count: nextBorder - offset + size / 16 + 1_024) else {
            return .unreadable
        }
        func cut(_ border: Int) -> Int? {
            guard border > start else { return 0 }
            let first = max(start, border - Self.lookBack) - offset
            while true {
                if let cut = EsriRowPiece.firstCut(in: text, from: border - offset, notBefore: first) { return cut }
                guard offset + text.count < file.count else { return text.count }
                guard let more = try? file.read(at: offset + text.count, count: size), !more.isEmpty else { return nil }
                text += more
            }
        }
        guard let from = cut(border), let to = cut(nextBorder) else { return .unreadable }
        if from == to { return .empty }
        let isLast = offset + to == file.count
        return EsriRowPiece(text, from..<to, header: header, isLast: isLast).map(Piece.rows) ?? .unreadable
    }
}

extension EsriFeatureSetReader {
    /// Adds a piece behind those before; false where that can't be.
    fileprivate mutating func add(_ piece: EsriPieces.Piece, _ index: Int, of pieces: EsriPieces) -> Bool {
        switch piece {
        case .rows(let rows):
            guard rows.add(to: &self) else { return false }
            if index == 0 { reserve(pieces: pieces.count) }
            return true
        case .empty: return true
        case .unreadable: return false
        }
    }

    /// Makes room for the rows of so many pieces, judging by the first.
    private mutating func reserve(pieces: Int) {
        let rows = Int(Double(count) * Double(pieces) * 1.02) + 64
        guard rows < 1 << 28 else { return }
        shapes.reserve(rows: rows)
        for place in columns.indices { columns[place].reserve(rows: rows) }
    }
}
