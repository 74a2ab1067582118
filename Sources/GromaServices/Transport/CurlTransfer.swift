// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import CCurl
import Foundation
import Synchronization

/// One request on its way. The easy handle is made, used and freed on the transport's thread.
@safe final class CurlTransfer: @unchecked Sendable {  // one thread; continuation locked
    let request: HTTPRequest
    private let continuation = Mutex<CheckedContinuation<HTTPResponse, any Error>?>(nil)
    private var handle: UnsafeMutableRawPointer?
    private var headerList: UnsafeMutablePointer<curl_slist>?
    private var body: [UInt8] = []
    private var headers: [String: String] = [:]
    private var isTooLarge = false

    init(request: HTTPRequest) {
        self.request = request
        unsafe handle = nil
        unsafe headerList = nil
    }

    func begin(_ continuation: CheckedContinuation<HTTPResponse, any Error>) {
        self.continuation.withLock { $0 = continuation }
    }

    /// Answers the caller, once.
    func finish(_ result: Result<HTTPResponse, any Error>) {
        let waiting = continuation.withLock { state in
            let taken = state
            state = nil
            return taken
        }
        waiting?.resume(with: result)
    }

    func finish(throwing error: any Error) { finish(.failure(error)) }

    /// Makes the handle and adds it; returns its address, or nil when the caller has already been answered.
    func start(in multi: CurlMulti) -> UInt? {
        guard continuation.withLock({ $0 != nil }) else { return nil }
        guard let easy = unsafe curl_easy_init() else {
            finish(throwing: ServiceError(.transport, "libcurl could not make a transfer; is memory exhausted?"))
            return nil
        }
        unsafe handle = easy
        unsafe configure(easy)
        unsafe multi.add(easy)
        return UInt(bitPattern: easy)
    }

    private func configure(_ easy: UnsafeMutableRawPointer) {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe _ = ccurl_set_text(easy, CURLOPT_URL, request.url.absoluteString)
        unsafe _ = ccurl_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https")
        unsafe _ = ccurl_set_text(easy, CURLOPT_ACCEPT_ENCODING, "")
        unsafe _ = ccurl_set_text(easy, CURLOPT_USERAGENT, "Groma")
        unsafe _ = ccurl_set_long(easy, CURLOPT_NOSIGNAL, 1)
        // libcurl would take headers with tokens along to any host: redirects are followed by `HTTPRequest.redirected(by:)`.
        unsafe _ = ccurl_set_long(easy, CURLOPT_FOLLOWLOCATION, 0)
        unsafe _ = ccurl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, min(15_000, milliseconds(request.timeout)))
        unsafe _ = ccurl_set_long(easy, CURLOPT_TIMEOUT_MS, milliseconds(request.timeout))
        unsafe _ = ccurl_set_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        unsafe _ = ccurl_set_long(easy, CURLOPT_PIPEWAIT, 1)
        var lines = request.headers.map { "\($0.name): \($0.value)" }
        if request.method == .post {
            unsafe _ = ccurl_set_long(easy, CURLOPT_POST, 1)
            unsafe _ = ccurl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, request.body.count)
            // COPYPOSTFIELDS takes its own copy, so the array need not outlive this call.
            unsafe request.body.withUnsafeBytes { bytes in
                unsafe _ = ccurl_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, bytes.baseAddress)
            }
            // Without this curl asks for leave first and waits a second for servers that never answer.
            lines.append("Expect:")
        }
        for line in lines { unsafe headerList = curl_slist_append(headerList, line) }
        unsafe _ = ccurl_set_headers(easy, headerList)
        unsafe _ = ccurl_set_write(
            easy,
            { bytes, size, count, context in
                guard let context = unsafe context, let bytes = unsafe bytes else { return 0 }
                let transfer = unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
                return unsafe transfer.take(UnsafeRawBufferPointer(start: bytes, count: size * count))
                    ? size * count : 0
            }, context)
        unsafe _ = ccurl_set_header_reader(
            easy,
            { bytes, size, count, context in
                guard let context = unsafe context, let bytes = unsafe bytes else { return 0 }
                let transfer = unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
                unsafe transfer.takeHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
                return size * count
            }, context)
    }

    private func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard body.count + bytes.count <= request.maximumBytes else {
            isTooLarge = true
            return false
        }
        unsafe body.append(contentsOf: bytes)
        return true
    }

    private func takeHeader(_ bytes: UnsafeRawBufferPointer) {
        let line = unsafe String(decoding: bytes, as: UTF8.self)
        if line.hasPrefix("HTTP/") {
            headers = [:]  // a redirect's or a proxy's head came before this one
            return
        }
        // A head is bounded by curl (300 kB) and its lines by this count.
        guard headers.count < 200, let colon = line.firstIndex(of: ":") else { return }
        let name = line[..<colon].lowercased()
        headers[name] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Takes the handle out and frees it; returns its address if there was one.
    func stop(in multi: CurlMulti) -> UInt? {
        guard let easy = unsafe handle else { return nil }
        unsafe multi.remove(easy)
        unsafe curl_easy_cleanup(easy)
        unsafe curl_slist_free_all(headerList)
        unsafe headerList = nil
        unsafe handle = nil
        return UInt(bitPattern: easy)
    }

    /// Reads what the ended transfer brought, frees it, and answers the caller.
    func complete(_ result: CURLcode, in multi: CurlMulti) {
        var status = 0
        var address = request.url
        if let easy = unsafe handle {
            unsafe _ = ccurl_response_code(easy, &status)
            var text: UnsafeMutablePointer<CChar>?
            unsafe _ = ccurl_effective_url(easy, &text)
            if let text = unsafe text, let url = unsafe URL(string: String(cString: text)) { address = url }
        }
        _ = stop(in: multi)
        guard result == CURLE_OK else { return finish(throwing: failure(result)) }
        finish(.success(HTTPResponse(status: status, headers: headers, body: body, url: address)))
    }

    private func failure(_ result: CURLcode) -> ServiceError {
        let address = request.url.withoutQuery
        let host = request.url.host() ?? "the server"
        let reason = unsafe String(cString: curl_easy_strerror(result))
        if isTooLarge {
            return ServiceError(
                .tooLarge,
                "The answer of \(host) is larger than the \(request.maximumBytes) bytes this request allows.",
                url: address)
        }
        switch result {
        case CURLE_OPERATION_TIMEDOUT:
            return ServiceError(
                .timeout, "\(host) did not answer within \(request.timeout). Check the connection, or try again later.",
                url: address)
        case CURLE_COULDNT_RESOLVE_HOST:
            return ServiceError(
                .transport, "No server is known under the name \(host). Check the address and the network.",
                url: address)
        case CURLE_COULDNT_CONNECT:
            return ServiceError(.transport, "\(host) is not reachable: \(reason). Is the server running?", url: address)
        default:
            return ServiceError(.transport, "The connection to \(host) failed: \(reason).", url: address)
        }
    }
}

private func milliseconds(_ duration: Duration) -> Int {
    let parts = duration.components
    return max(1, Int(parts.seconds) * 1_000 + Int(parts.attoseconds / 1_000_000_000_000_000))
}

extension URL {
    /// The address without query and fragment, where tokens stand.
    package var withoutQuery: String {
        var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
        parts?.query = nil
        parts?.fragment = nil
        parts?.password = nil
        parts?.user = nil
        return parts?.string ?? host() ?? ""
    }
}
