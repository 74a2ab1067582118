// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Header fields in the order they came; names are looked up without regard to case.
package struct HTTPHeaders: Sendable {
    /// Names and values as they stood.
    package var fields: [(name: String, value: String)] = []

    /// No fields.
    package init() {}
    /// Gathers fields in order.
    package init(_ fields: [(name: String, value: String)]) { self.fields = fields }

    /// The first field of that name; setting replaces every field of it, nil removes them.
    package subscript(name: String) -> String? {
        get { fields.first { Self.same($0.name, name) }?.value }
        set {
            fields.removeAll { Self.same($0.name, name) }
            if let newValue { fields.append((name, newValue)) }
        }
    }

    /// Why a server that stands behind another might read another request here than that one did (RFC 9112, 3.2 and 6.3); nil when it is clear.
    func framingProblem(needsHost: Bool) -> HostingError? {
        func count(_ name: String) -> Int { fields.count { Self.same($0.name, name) } }
        let lengths = count("Content-Length")
        if lengths > 1 { return HostingError(.malformed, "The request has \(lengths) Content-Length headers.") }
        if lengths == 1, count("Transfer-Encoding") > 0 {
            return HostingError(.malformed, "The request has both Content-Length and Transfer-Encoding.")
        }
        let hosts = count("Host")
        if hosts > 1 || (needsHost && hosts == 0) {
            return HostingError(.malformed, "The request must have one Host header; it has \(hosts).")
        }
        return nil
    }

    static func same(_ a: String, _ b: String) -> Bool {
        a.utf8.count == b.utf8.count && zip(a.utf8, b.utf8).allSatisfy { lower($0) == lower($1) }
    }
    private static func lower(_ byte: UInt8) -> UInt8 { byte >= 65 && byte <= 90 ? byte | 32 : byte }
}

/// A request as it came over the wire, body complete and within the server's bounds.
package struct HTTPRequest: Sendable {
    /// GET, HEAD, POST, OPTIONS, …
    package var method: String
    /// The path, percent-decoded, without the query.
    package var path: String
    /// Names and values of the query, decoded, in order.
    package var query: [(name: String, value: String)]
    package var headers: HTTPHeaders
    package var body: [UInt8]

    /// Makes a request.
    package init(
        method: String = "GET", path: String, query: [(name: String, value: String)] = [],
        headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = []
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
    }

    /// True when the client takes gzip: named in Accept-Encoding and not with weight zero (RFC 9110, 12.5.3).
    package var acceptsGzip: Bool {
        guard let accepted = headers["Accept-Encoding"] else { return false }
        return accepted.split(separator: ",").contains { coding in
            let parts = coding.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            guard let name = parts.first, name == "gzip" || name == "x-gzip" || name == "*" else { return false }
            return !parts.dropFirst().contains {
                $0.hasPrefix("q=0") && $0.dropFirst(3).allSatisfy { "0.".contains($0) }
            }
        }
    }
}
