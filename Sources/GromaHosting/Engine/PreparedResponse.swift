// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CMicrohttpd
import Foundation
import GromaCodecs

/// A response in the library's form, ready to be queued.
@safe
final class PreparedResponse: @unchecked Sendable {
    // Unchecked: made by one thread, queued by another after a lock, never changed in between.
    private let pointer: OpaquePointer
    let status: Int
    /// Bytes of the body, or nil while a stream still makes them.
    let bytes: Int?
    let writer: ResponseWriter?

    private init(pointer: OpaquePointer, status: Int, bytes: Int?, writer: ResponseWriter? = nil) {
        unsafe self.pointer = pointer
        self.status = status
        self.bytes = bytes
        self.writer = writer
    }

    deinit { unsafe MHD_destroy_response(pointer) }

    /// Hands the response to the connection. To be called on the connection's thread.
    func queue(on connection: OpaquePointer) -> MHD_Result {
        unsafe MHD_queue_response(connection, UInt32(status), pointer)
    }

    /// Turns `response` into the library's form: validator, range, compression and the headers every answer has.
    static func make(
        _ response: HTTPResponse, to request: HTTPRequest, on connection: OpaquePointer, closes: Bool
    ) -> PreparedResponse {
        var response = response
        if let tag = response.headers["ETag"], request.headers["If-None-Match"] == tag, response.status == 200 {
            response.status = 304
            response.body = .bytes([])
        }
        let prepared: PreparedResponse
        switch response.body {
        case .bytes(let bytes): prepared = whole(bytes, &response, request)
        case .file(let url): prepared = file(url, &response, request)
        case .stream:
            let writer = unsafe ResponseWriter(connection: connection)
            let context = unsafe Unmanaged.passRetained(writer).toOpaque()
            let pointer = unsafe MHD_create_response_from_callback(
                UInt64.max, 64 << 10, readStream, context, freeStream)
            guard let pointer = unsafe pointer else {
                unsafe Unmanaged<ResponseWriter>.fromOpaque(context).release()
                return outOfMemory
            }
            prepared = unsafe PreparedResponse(pointer: pointer, status: response.status, bytes: nil, writer: writer)
        }
        for (name, value) in response.headers.fields { prepared.add(name, value) }
        for (name, value) in Self.corsHeaders { prepared.add(name, value) }
        if closes { prepared.add("Connection", "close") }
        return prepared
    }

    /// Any page may read what the caller's token allows: tokens travel in parameters and headers, never in cookies.
    private static let corsHeaders = [
        ("Access-Control-Allow-Origin", "*"),
        ("Access-Control-Allow-Methods", "GET, HEAD, POST, OPTIONS"),
        ("Access-Control-Allow-Headers", "Authorization, X-Esri-Authorization, Content-Type, Range, If-None-Match"),
        ("Access-Control-Expose-Headers", "Content-Length, Content-Range, ETag"),
        ("Access-Control-Max-Age", "3600"), ("X-Content-Type-Options", "nosniff"),
    ]

    private func add(_ name: String, _ value: String) {
        // A line break would begin another header; the library refuses it too, this keeps the rest of the value.
        let clean = value.filter { $0 != "\r" && $0 != "\n" && $0 != "\r\n" }
        _ = unsafe MHD_add_response_header(pointer, name, clean)
    }

    private static func whole(_ bytes: [UInt8], _ response: inout HTTPResponse, _ request: HTTPRequest)
        -> PreparedResponse
    {
        var bytes = bytes
        let isPlain = response.status == 200 && response.headers["Content-Encoding"] == nil
        if isPlain, let header = request.headers["Range"] {
            let length = bytes.count
            switch ByteRange(header: header, length: length) {
            case .whole: break
            case .part(let range):
                bytes = Array(bytes[range])
                response.status = 206
                response.headers["Content-Range"] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length)"
            case .unsatisfiable:
                bytes = []
                response.status = 416
                response.headers["Content-Range"] = "bytes */\(length)"
            }
        } else if isPlain, bytes.count >= 1_024, isCompressible(response.headers["Content-Type"]), request.acceptsGzip,
            let packed = gzip(bytes), packed.count < bytes.count
        {
            bytes = packed
            response.headers["Content-Encoding"] = "gzip"
        }
        if isCompressible(response.headers["Content-Type"]) { response.headers["Vary"] = "Accept-Encoding" }
        let pointer = unsafe bytes.withUnsafeBytes {
            unsafe MHD_create_response_from_buffer(
                $0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress ?? UnsafeRawPointer(bitPattern: 1)),
                .RESPMEM_MUST_COPY)
        }
        guard let pointer = unsafe pointer else { return outOfMemory }
        return unsafe PreparedResponse(pointer: pointer, status: response.status, bytes: bytes.count)
    }

    private static func file(_ url: URL, _ response: inout HTTPResponse, _ request: HTTPRequest) -> PreparedResponse {
        let descriptor = unsafe open(url.path, O_RDONLY | O_CLOEXEC)
        var information = stat()
        guard descriptor >= 0, unsafe fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG
        else {
            if descriptor >= 0 { close(descriptor) }
            response = .text("There is no such file.\n", status: 404)
            return whole(Array("There is no such file.\n".utf8), &response, request)
        }
        let length = Int(information.st_size)
        var range = 0..<length
        response.headers["Accept-Ranges"] = "bytes"
        switch ByteRange(header: request.headers["Range"], length: length) {
        case .whole: break
        case .part(let part):
            range = part
            response.status = 206
            response.headers["Content-Range"] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length)"
        case .unsatisfiable:
            range = 0..<0
            response.status = 416
            response.headers["Content-Range"] = "bytes */\(length)"
        }
        let pointer = unsafe MHD_create_response_from_fd_at_offset64(
            UInt64(range.count), descriptor, UInt64(range.lowerBound))
        guard let pointer = unsafe pointer else {
            close(descriptor)
            return outOfMemory
        }
        return unsafe PreparedResponse(pointer: pointer, status: response.status, bytes: range.count)
    }

    private static func isCompressible(_ type: String?) -> Bool {
        guard let type else { return false }
        return type.hasPrefix("application/json") || type.hasPrefix("text/") || type.hasPrefix("application/geo+json")
            || type.hasPrefix("application/x-protobuf")
    }

    private static func gzip(_ bytes: [UInt8]) -> [UInt8]? { try? Deflate.compress(bytes, wrapping: .gzip, level: 1) }

    /// The library answers nil only when memory is gone; an empty answer needs almost none.
    private static var outOfMemory: PreparedResponse {
        let pointer = unsafe MHD_create_response_from_buffer(
            0, UnsafeMutableRawPointer(bitPattern: 1), .RESPMEM_PERSISTENT)
        guard let pointer = unsafe pointer else { preconditionFailure("out of memory") }
        return unsafe PreparedResponse(pointer: pointer, status: 503, bytes: 0)
    }
}

private let readStream: MHD_ContentReaderCallback = { context, _, buffer, capacity in
    guard let context = unsafe context, let buffer = unsafe buffer else { return -2 }
    return unsafe Unmanaged<ResponseWriter>.fromOpaque(context).takeUnretainedValue().read(
        into: buffer, capacity: capacity)
}
private let freeStream: MHD_ContentReaderFreeCallback = { context in
    guard let context = unsafe context else { return }
    unsafe Unmanaged<ResponseWriter>.fromOpaque(context).takeRetainedValue().cancel()
}
