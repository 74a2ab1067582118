// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs

/// A request to the REST interface, with what every operation wants to know about it.
struct RESTRequest: Sendable {
    let http: HTTPRequest
    let parameters: RequestParameters
    let files: [UploadedFile]
    /// What the names in the route's pattern stand for.
    let captures: [String: String]
    let caller: Caller
    /// `http://host:port`, as the client reached us, without a slash at the end.
    let serverURL: String

    /// The base address of the service root, which `{server}` stands for in stored documents.
    var rootURL: String { serverURL + "/arcgis" }

    /// A part of the path.
    func capture(_ name: String) -> String { captures[name] ?? "" }

    /// A part of the path that is a number.
    func number(_ name: String) throws(HostingError) -> Int {
        guard let number = Int(capture(name)) else {
            throw HostingError(.notFound, "Invalid URL", details: ["'\(capture(name).prefix(60))' is not a number."])
        }
        return number
    }

    /// Throws for methods that must not change anything.
    func requirePost() throws(HostingError) {
        guard http.method == "POST" else {
            throw HostingError(.invalidParameter, "This operation changes data: send it with POST.")
        }
    }

    /// A JSON answer, indented for `f=pjson`.
    func answer(_ value: JSONValue) -> HTTPResponse {
        let isPretty = parameters["f"]?.lowercased() == "pjson"
        return .json(value.serialized(pretty: isPretty))
    }
}

extension HTTPResponse {
    /// A JSON text.
    static func json(_ bytes: [UInt8]) -> HTTPResponse {
        HTTPResponse(contentType: "application/json; charset=utf-8", body: .bytes(bytes))
    }
}

/// Answers one kind of request.
typealias RESTHandler = @Sendable (RESTRequest) async throws -> HTTPResponse
