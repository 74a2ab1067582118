// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
package import Foundation

/// What is sent back.
package struct HTTPResponse: Sendable {
    /// Where the bytes come from.
    package enum Body: Sendable {
        case bytes([UInt8])
        /// A file, sent by the kernel without passing through memory; ranges are honoured.
        case file(URL)
        /// Written piece by piece while it is sent; the writer waits while the client is slow. An error thrown by the
        /// closure breaks the connection, so that the client cannot take half an answer for a whole one.
        case stream(@Sendable (ResponseWriter) async throws -> Void)
    }

    /// The HTTP status. Errors of the REST interface travel with 200.
    package var status: Int
    package var headers: HTTPHeaders
    package var body: Body
    /// The code of the error envelope in the body, for the access log.
    package var errorCode: Int?

    /// Makes a response.
    package init(status: Int = 200, contentType: String? = nil, body: Body = .bytes([]), errorCode: Int? = nil) {
        self.status = status
        self.headers = HTTPHeaders()
        self.body = body
        self.errorCode = errorCode
        if let contentType { headers["Content-Type"] = contentType }
    }

    /// A text of that type in UTF-8.
    package static func text(_ text: String, contentType: String = "text/plain; charset=utf-8", status: Int = 200)
        -> HTTPResponse
    {
        HTTPResponse(status: status, contentType: contentType, body: .bytes(Array(text.utf8)))
    }
}

/// A part of a body that a client asked for (RFC 9110, section 14).
package enum ByteRange: Equatable, Sendable {
    /// The whole body: no range was asked for, or one that we cannot parse and so must ignore.
    case whole
    case part(Range<Int>)
    /// The range begins behind the end.
    case unsatisfiable

    /// Reads a Range header for a body of `length` bytes: `bytes=a-b`, `bytes=a-`, `bytes=-n`. Several ranges count as none.
    package init(header: String?, length: Int) {
        self = .whole
        guard let header, header.hasPrefix("bytes=") else { return }
        let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { $0 >= 48 && $0 <= 57 } && $0.utf8.count < 19 })
        else {
            return
        }
        switch (Int(ends[0]), Int(ends[1])) {
        case (nil, let last?):
            self = last == 0 || length == 0 ? .unsatisfiable : .part(max(0, length - last)..<length)
        case (let first?, let last):
            if first >= length {
                self = .unsatisfiable
            } else if last.map({ $0 >= first }) ?? true {
                self = .part(first..<min((last ?? length - 1) + 1, length))
            }
        case (nil, nil): return
        }
    }
}
