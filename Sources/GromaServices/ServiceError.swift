// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs

/// What went wrong between this program and a server.
///
/// Network trouble (`transport`, `timeout`, `tooLarge`) and a server's verdict (`refused` and what follows) are different
/// codes, so that a caller knows whether trying again can help. Tokens and passwords never stand in `message` or `url`.
public struct ServiceError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure. A struct, so that a new code breaks nobody's `switch`.
    public struct Code: Hashable, Sendable {
        /// The code's stable name.
        public let name: String
        /// The server could not be reached, the connection broke, or something between says that the server is not there now
        /// (502, 503, 504). Trying again may help.
        public static let transport = Code(name: "transport")
        /// The server took longer than the request allows.
        public static let timeout = Code(name: "timeout")
        /// The answer is larger than the request allows.
        public static let tooLarge = Code(name: "tooLarge")
        /// The answer is not of the format that was asked for.
        public static let unexpectedAnswer = Code(name: "unexpectedAnswer")
        /// The server says no: see `serviceCode`, `details` and `httpStatus`.
        public static let refused = Code(name: "refused")
        /// A token is missing, expired or wrong (service codes 498 and 499): sign in and try again.
        public static let authenticationRequired = Code(name: "authenticationRequired")
        /// Signed in, and not allowed to do this.
        public static let forbidden = Code(name: "forbidden")
        /// No such item, service, layer or feature.
        public static let notFound = Code(name: "notFound")
        /// A person gave up, or said no, where they were asked.
        public static let cancelled = Code(name: "cancelled")
        /// Something Groma cannot ask of this service.
        public static let unsupported = Code(name: "unsupported")
    }
    /// The kind of failure.
    public var code: Code
    /// What failed, on which object, and what to do.
    public var message: String
    /// The address asked, without its query.
    public var url: String?
    /// The HTTP status of the answer, when there was one. ArcGIS services answer errors with 200.
    public var httpStatus: Int?
    /// The code in the service's error envelope.
    public var serviceCode: Int?
    /// The lines of detail in the service's error envelope.
    public var details: [String]
    /// The error below, if one was involved.
    public var cause: (any Error)?

    /// Makes an error.
    public init(
        _ code: Code, _ message: String, url: String? = nil, httpStatus: Int? = nil, serviceCode: Int? = nil,
        details: [String] = [], cause: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.url = url
        self.httpStatus = httpStatus
        self.serviceCode = serviceCode
        self.details = details
        self.cause = cause
    }

    public var description: String {
        var text = message
        if !details.isEmpty { text += " (" + details.joined(separator: "; ") + ")" }
        if let cause { text += " (\(cause.reasonText))" }
        if let url { text += " [\(url)]" }
        return text
    }
}
