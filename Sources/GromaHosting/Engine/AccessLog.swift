// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
import Synchronization

/// One line a request: time, method, path with query, status, bytes, milliseconds. Secrets never reach it.
public final class AccessLog: Sendable {
    /// One answered request.
    public struct Entry: Sendable, CustomStringConvertible {
        /// When the head of the request had arrived.
        public var time: Date
        /// The HTTP method.
        public var method: String
        /// Path and query, percent-encoded, the values of secret parameters replaced by `***`.
        public var path: String
        /// The HTTP status.
        public var status: Int
        /// The code of the error envelope, which travels with status 200; nil when there was none.
        public var errorCode: Int?
        /// Bytes of the body before they went out; of a streamed body those sent.
        public var bytes: Int
        /// From the head of the request to the answer being ready.
        public var milliseconds: Double

        public var description: String {
            let stamp = time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
            let tenths = (milliseconds * 10).rounded() / 10
            let error = errorCode.map { " error=\($0)" } ?? ""
            return "\(stamp) \(method) \(path) \(status) \(bytes) \(tenths)ms\(error)"
        }
    }

    private let descriptor: Int32
    private let onEntry: (@Sendable (Entry) -> Void)?
    private let writing = Mutex(())

    /// Makes a log that appends to `file` (made with mode 0600 when missing) and calls `onEntry`, either may be nil.
    /// Throws `HostingError.configuration` when the file cannot be opened.
    public init(file: URL?, onEntry: (@Sendable (Entry) -> Void)? = nil) throws(HostingError) {
        self.onEntry = onEntry
        guard let file else {
            descriptor = -1
            return
        }
        descriptor = unsafe open(file.path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        if descriptor < 0 {
            throw HostingError(
                .configuration,
                "The access log \(file.path) cannot be opened: \(unsafe String(cString: strerror(errno))).")
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Writes one line; a full disk loses lines, not requests.
    func add(_ entry: Entry) {
        onEntry?(entry)
        guard descriptor >= 0 else { return }
        let line = Array("\(entry)\n".utf8)
        writing.withLock { _ in _ = unsafe line.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) } }
    }
}

/// The one place that knows which parameters are secret.
enum Redaction {
    private static let secrets: Set<String> = [
        "token", "password", "access_token", "refresh_token", "client_secret", "code", "code_verifier", "auth_token",
    ]

    /// Path and query as they may be logged, at most 1,000 bytes.
    static func target(path: String, query: [(name: String, value: String)]) -> String {
        var text = PercentEncoding.encode(path, keeping: "/")
        for (index, item) in query.enumerated() where text.utf8.count < 1_000 {
            text += index == 0 ? "?" : "&"
            text += PercentEncoding.encode(String(item.name.prefix(200)))
            text +=
                "="
                + (secrets.contains(item.name.lowercased())
                    ? "***" : PercentEncoding.encode(String(item.value.prefix(500)), keeping: ",*/:{}[]"))
        }
        return text.utf8.count <= 1_000 ? text : String(text.prefix(997)) + "..."
    }
}
