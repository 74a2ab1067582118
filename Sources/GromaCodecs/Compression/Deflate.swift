// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CImages

/// Deflate compression (RFC 1951) in its three wrappings.
public enum Deflate {
    /// What stands round the compressed bytes.
    public enum Wrapping: Sendable, CaseIterable {
        /// Nothing (RFC 1951).
        case raw
        /// A short header and Adler-32 (RFC 1950): PNG, HTTP's `deflate`.
        case zlib
        /// A header and CRC-32 (RFC 1952): HTTP's `gzip`, `.gz` files.
        case gzip
    }

    /// Compresses; `level` 1 (fast) to 12 (small).
    ///
    /// - Throws: `CodecError` with `.operationFailed` when there is no memory.
    public static func compress(
        _ bytes: [UInt8], wrapping: Wrapping = .zlib, level: Int = 6
    ) throws(CodecError) -> [UInt8] {
        precondition((1...12).contains(level), "levels are 1...12")
        guard let compressor = unsafe libdeflate_alloc_compressor(Int32(level)) else { throw outOfMemory }
        defer { unsafe libdeflate_free_compressor(compressor) }
        let bound =
            switch wrapping {
            case .raw: unsafe libdeflate_deflate_compress_bound(compressor, bytes.count)
            case .zlib: unsafe libdeflate_zlib_compress_bound(compressor, bytes.count)
            case .gzip: unsafe libdeflate_gzip_compress_bound(compressor, bytes.count)
            }
        let compressed = unsafe [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            count =
                switch wrapping {
                case .raw: unsafe libdeflate_deflate_compress(compressor, bytes, bytes.count, output.baseAddress, bound)
                case .zlib: unsafe libdeflate_zlib_compress(compressor, bytes, bytes.count, output.baseAddress, bound)
                case .gzip: unsafe libdeflate_gzip_compress(compressor, bytes, bytes.count, output.baseAddress, bound)
                }
        }
        guard !compressed.isEmpty else { throw CodecError(.operationFailed, "\(bytes.count) bytes did not compress.") }
        return compressed
    }

    /// Decompresses at most `maximumSize` bytes.
    ///
    /// - Throws: `CodecError` with `.malformed`, and `.tooLarge` when there is more in it; memory stays below twice the bound.
    public static func decompress(
        _ bytes: [UInt8], wrapping: Wrapping = .zlib, maximumSize: Int
    ) throws(CodecError) -> [UInt8] {
        guard let decompressor = unsafe libdeflate_alloc_decompressor() else { throw outOfMemory }
        defer { unsafe libdeflate_free_decompressor(decompressor) }
        var result: [UInt8] = []
        var offset = 0
        // A gzip file may be several, one after the other (RFC 1952, 2.2).
        repeat {
            let member = try unsafe decompressMember(
                bytes, from: offset, wrapping, decompressor, maximumSize: maximumSize - result.count)
            if result.isEmpty { result = member.output } else { result += member.output }
            offset += member.consumed
        } while wrapping == .gzip && offset < bytes.count
        return result
    }

    private static func decompressMember(
        _ bytes: [UInt8], from offset: Int, _ wrapping: Wrapping, _ decompressor: OpaquePointer, maximumSize: Int
    ) throws(CodecError) -> (output: [UInt8], consumed: Int) {
        var capacity = min(maximumSize, max(4 * (bytes.count - offset), 1_024))
        while true {
            var consumed = 0
            var status = LIBDEFLATE_SUCCESS
            let output = unsafe [UInt8](unsafeUninitializedCapacity: max(capacity, 1)) { output, count in
                unsafe bytes.withUnsafeBytes { input in
                    let start = unsafe input.baseAddress.map { unsafe $0 + offset }
                    let length = input.count - offset
                    switch wrapping {
                    case .raw:
                        status = unsafe libdeflate_deflate_decompress_ex(
                            decompressor, start, length, output.baseAddress, capacity, &consumed, &count)
                    case .zlib:
                        status = unsafe libdeflate_zlib_decompress_ex(
                            decompressor, start, length, output.baseAddress, capacity, &consumed, &count)
                    case .gzip:
                        status = unsafe libdeflate_gzip_decompress_ex(
                            decompressor, start, length, output.baseAddress, capacity, &consumed, &count)
                    }
                }
                if status != LIBDEFLATE_SUCCESS { count = 0 }
            }
            switch status {
            case LIBDEFLATE_SUCCESS: return (output, consumed)
            case LIBDEFLATE_INSUFFICIENT_SPACE:
                guard capacity < maximumSize else {
                    throw CodecError(
                        .tooLarge, "The compressed bytes hold more than the \(maximumSize) bytes that are accepted.")
                }
                capacity = min(maximumSize, capacity * 4)
            default:
                throw CodecError(.malformed, "The bytes are no \(wrapping) stream, or they are cut or damaged.")
            }
        }
    }

    private static var outOfMemory: CodecError { CodecError(.operationFailed, "There is no memory for compression.") }

    /// The CRC-32 of bytes (ISO 3309, as PNG and gzip use it), going on from `start`.
    public static func crc32(_ bytes: [UInt8], startingFrom start: UInt32 = 0) -> UInt32 {
        unsafe libdeflate_crc32(start, bytes, bytes.count)
    }
}
