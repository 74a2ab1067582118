// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
public import GromaCodecs

/// Asks REST services: adds the format and the token, tells error envelopes from answers, signs in again when a token ran out.
///
/// One client serves many portals, tables and tile layers; it is cheap and safe to share between tasks.
public final class ServiceClient: Sendable {
    /// Carries the requests.
    public let transport: any HTTPTransport
    /// Who is signed in where.
    public let credentials: CredentialStore

    /// Nobody signed in, over the shared transport.
    public static let shared = ServiceClient()

    /// Makes a client with its own credentials.
    public init(transport: any HTTPTransport = CurlTransport.shared, credentials: CredentialStore = CredentialStore()) {
        self.transport = transport
        self.credentials = credentials
    }

    /// Asks for a JSON document (`f=json` is added) and returns it when it is no error.
    ///
    /// Parameters with an empty value are left out. Long ones go by POST. Throws `ServiceError`: an error envelope with
    /// HTTP 200 counts as the server's refusal, text that is not JSON as `unexpectedAnswer`.
    public func json(
        _ url: URL, _ parameters: [(name: String, value: String)] = [], method: HTTPRequest.Method? = nil,
        timeout: Duration = .seconds(60)
    ) async throws -> JSONValue {
        let bytes = try await bytes(url, parameters + [("f", "json")], method: method, timeout: timeout)
        return try Self.parse(bytes, from: url)
    }

    /// Asks for bytes: an image, a file, or features in a binary format.
    ///
    /// An HTTP status of 400 and more, and an error envelope in place of the bytes, are thrown as `ServiceError`.
    public func bytes(
        _ url: URL, _ parameters: [(name: String, value: String)] = [], method: HTTPRequest.Method? = nil,
        timeout: Duration = .seconds(60)
    ) async throws -> [UInt8] {
        try await send(url, timeout: timeout) { Self.request(url, parameters, method: method) }.body
    }

    /// Sends a form with files, for attachments.
    public func upload(_ url: URL, _ form: MultipartForm, timeout: Duration = .seconds(300)) async throws -> JSONValue {
        let encoded = form.encoded()
        let response = try await send(url, timeout: timeout) {
            HTTPRequest(
                url: url, method: .post,
                headers: [("Content-Type", "multipart/form-data; boundary=\(encoded.boundary)")],
                body: encoded.body)
        }
        return try Self.parse(response.body, from: url)
    }

    private func send(_ url: URL, timeout: Duration, _ make: () -> HTTPRequest) async throws -> HTTPResponse {
        var request = make()
        request.timeout = timeout
        let plainHeaders = request.headers
        let token = try await credentials.token(for: url, using: transport)
        if let token { request.headers.append(("X-Esri-Authorization", "Bearer \(token)")) }
        do {
            return try Self.checked(try await transport.send(request), of: url)
        } catch let error as ServiceError where error.code == .authenticationRequired && token != nil {
            // The server forgot the token before its time: a new one, and one more try.
            guard
                let renewed = try await credentials.renewedToken(
                    insteadOf: token, for: url, using: transport)
            else { throw error }
            request.headers = plainHeaders + [("X-Esri-Authorization", "Bearer \(renewed)")]
            return try Self.checked(try await transport.send(request), of: url)
        }
    }

    /// The request of a call without files: GET while the address stays short, a form by POST otherwise.
    static func request(
        _ url: URL, _ parameters: [(name: String, value: String)], method: HTTPRequest.Method?
    ) -> HTTPRequest {
        let form = parameters.filter { !$0.value.isEmpty }.map { "\($0.name.formEncoded)=\($0.value.formEncoded)" }
            .joined(separator: "&")
        if method == .post || (method == nil && form.utf8.count > 1_500) {
            return HTTPRequest(
                url: url, method: .post, headers: [("Content-Type", "application/x-www-form-urlencoded")],
                body: Array(form.utf8))
        }
        guard !form.isEmpty, var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
            return HTTPRequest(url: url)
        }
        let earlier = parts.percentEncodedQuery.map { $0 + "&" } ?? ""
        parts.percentEncodedQuery = earlier + form
        return HTTPRequest(url: parts.url ?? url)
    }

    /// The answer, unless it is an error by status or by envelope.
    static func checked(_ response: HTTPResponse, of url: URL) throws -> HTTPResponse {
        if let error = ServiceError(envelopeIn: response, of: url) { throw error }
        guard response.status < 400 else {
            let host = url.host() ?? "The server"
            let code: ServiceError.Code =
                switch response.status {
                case 401: .authenticationRequired
                case 403: .forbidden
                case 404, 410: .notFound
                case 502...504: .transport
                default: .refused
                }
            throw ServiceError(
                code, "\(host) answered with HTTP status \(response.status).", url: url.withoutQuery,
                httpStatus: response.status)
        }
        return response
    }

    static func parse(_ bytes: [UInt8], from url: URL) throws -> JSONValue {
        do {
            return try JSONValue(parsing: bytes)
        } catch {
            throw ServiceError(
                .unexpectedAnswer,
                "\(url.host() ?? "The server") did not answer with JSON. Is this the address of a REST service?",
                url: url.withoutQuery, cause: error)
        }
    }
}

extension ServiceError {
    /// The error in `{"error":{"code":…,"message":…,"details":[…]}}`, or nil when the body is no such envelope.
    init?(envelopeIn response: HTTPResponse, of url: URL) {
        // An envelope is small and begins with its only key, so large answers and pictures are not parsed twice.
        guard response.body.count < 64 << 10, response.body.first(where: { $0 > 0x20 }) == UInt8(ascii: "{"),
            let document = try? JSONValue(parsing: response.body), let error = document["error"], error.object != nil
        else { return nil }
        let number = error["code"]?.int
        let details = error["details"]?.array?.compactMap(\.string) ?? []
        let said = error["message"]?.string ?? error["error_description"]?.string ?? ""
        let host = url.host() ?? "The server"
        let code: Code =
            switch number {
            case 498, 499, 401: .authenticationRequired
            case 403: .forbidden
            case 404: .notFound
            case 502, 503, 504: .transport
            default: .refused
            }
        var message = "\(host) refused the request"
        if let number { message += " with code \(number)" }
        message += said.isEmpty ? "." : ": \(said)"
        if code == .authenticationRequired { message += " Sign in, or sign in again." }
        self.init(
            code, message, url: url.withoutQuery, httpStatus: response.status, serviceCode: number,
            details: details.filter { !$0.isEmpty })
    }
}

extension String {
    /// The text as a value of an URL-encoded form.
    var formEncoded: String {
        var text = ""
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "*"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                text += byte < 16 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return text
    }
}
