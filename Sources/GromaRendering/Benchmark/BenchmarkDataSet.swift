// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry

/// A set of shapes for measuring, in the layout that our benchmark scripts write.
///
/// Little endian: "SPB1"; u32 kind (1 point, 2 line, 3 polygon), feature, part and vertex counts, 0; u32 first part of each
/// feature and the part count; u32 first vertex of each part and the vertex count; padding to 8; f64 x and y in turn.
enum BenchmarkDataSet {
    private static let headerSize = 24

    /// Reads a set; throws `file` when it can't be read and `malformed` when its counts do not fit its size.
    @concurrent
    static func read(_ path: String, threads: Int) async throws(RenderingError) -> GeometryColumn {
        if path.hasSuffix(".json") { return try await featureSet(path, threads: threads) }
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
        } catch {
            throw RenderingError(.file, "The benchmark set \(path) can't be read.", cause: error.reasonText)
        }
        guard let column = unsafe data.withUnsafeBytes({ unsafe column($0) }) else {
            throw RenderingError(.malformed, "\(path) is not a benchmark set (SPB1), or is cut.")
        }
        return column
    }

    private static func featureSet(_ path: String, threads: Int) async throws(RenderingError) -> GeometryColumn {
        let column: GeometryColumn?
        do {
            guard let file = try FileBytes(path: path) else {
                throw CodecError(.operationFailed, "It is no file that can be read in parts.")
            }
            column = try await FeatureSet.read(esriJSON: file, threads: threads).geometries
        } catch {
            throw RenderingError(.malformed, "The benchmark set \(path) can't be read.", cause: error.reasonText)
        }
        guard let column else { throw RenderingError(.malformed, "The benchmark set \(path) has no shapes.") }
        return column
    }

    private static func column(_ bytes: UnsafeRawBufferPointer) -> GeometryColumn? {
        guard bytes.count >= headerSize, unsafe bytes.starts(with: "SPB1".utf8) else { return nil }
        func word(_ offset: Int) -> Int {
            Int(UInt32(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
        }
        let features = word(8), parts = word(12), vertices = word(16)
        let partsAt = headerSize + 4 * (features + 1)
        let end = partsAt + 4 * (parts + 1), numbersAt = (end + 7) & ~7
        guard bytes.count >= numbersAt + 16 * vertices else { return nil }
        let types: [GeometryType] = [.point, .polyline, .polygon]
        guard (1...3).contains(word(4)) else { return nil }
        var column = GeometryColumn(type: types[word(4) - 1])
        column.featureStarts = (0...features).map { word(headerSize + 4 * $0) }
        column.partStarts = (0...parts).map { word(partsAt + 4 * $0) }
        column.coordinates.xy = unsafe [Double](unsafeUninitializedCapacity: 2 * vertices) { numbers, count in
            unsafe UnsafeMutableRawBufferPointer(numbers).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: bytes[numbersAt..<numbersAt + 16 * vertices]))
            count = 2 * vertices
        }
        return column
    }
}
