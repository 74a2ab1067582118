// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation

/// Carries requests to servers and answers back. `CurlTransport` is the one that Groma uses; tests put their own here.
public protocol HTTPTransport: Sendable {
    /// Sends `request` and returns the whole answer, whatever its HTTP status.
    ///
    /// Throws `ServiceError` with `transport`, `timeout` or `tooLarge`, and `CancellationError` at once when the task is cancelled.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

/// One request.
public struct HTTPRequest: Sendable {
    /// GET or POST; nothing else is asked of these services.
    public enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
    }
    /// The address, query included.
    public var url: URL
    /// GET unless there is a body.
    public var method: Method
    /// Header names and values, added to those the transport sets itself.
    public var headers: [(name: String, value: String)]
    /// The body of a POST.
    public var body: [UInt8]
    /// From the first byte sent to the last received.
    public var timeout: Duration
    /// Bytes of answer at most, after decompression.
    public var maximumBytes: Int

    /// Makes a request; by default 60 seconds and 512 MiB at most.
    public init(
        url: URL, method: Method = .get, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
        timeout: Duration = .seconds(60), maximumBytes: Int = 512 << 20
    ) {
        self.url = url
        self.method = method
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.maximumBytes = maximumBytes
    }
}

/// One answer.
public struct HTTPResponse: Sendable {
    /// The HTTP status, 400 and more included.
    public var status: Int
    /// Header values by lower-case name; of a repeated header the last.
    public var headers: [String: String]
    /// The whole body, unpacked.
    public var body: [UInt8]
    /// Where the answer came from after redirects.
    public var url: URL

    /// Makes an answer.
    public init(status: Int, headers: [String: String], body: [UInt8], url: URL) {
        self.status = status
        self.headers = headers
        self.body = body
        self.url = url
    }
}
