// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
package import Foundation
import GromaCodecs

/// The server's stores.
package typealias ServerStore = FeatureStore & TileStore & PortalStore

/// Answers requests: finds the route, the caller and the parameters, and puts failures into the error envelope.
package final class RESTApplication: Sendable {
    let store: any ServerStore
    let tokens: TokenAuthority
    let uploads: UploadStore
    /// The folder of the pictures under `/sample/pictures/`, or nil.
    let picturesFolder: URL?
    /// The address to use in answers instead of the one in the request's Host header, or nil.
    let publicURL: String?
    private let onFailure: (@Sendable (HostingError) -> Void)?
    private let router: Router<RESTHandler>

    /// Makes an application on a store. `tokenKey`: 32 random bytes. `now`: the clock by which tokens end. `onFailure` is told
    /// of errors that clients see as 500.
    package init(
        store: any ServerStore, tokenKey: [UInt8], picturesFolder: URL? = nil, publicURL: String? = nil,
        now: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1_000) },
        onFailure: (@Sendable (HostingError) -> Void)? = nil
    ) {
        self.store = store
        self.tokens = TokenAuthority(key: tokenKey, users: store, now: now)
        self.uploads = UploadStore()
        self.picturesFolder = picturesFolder
        self.publicURL = publicURL
        self.onFailure = onFailure
        var router = Router<RESTHandler>()
        let context = RouteContext(
            store: store, tokens: tokens, uploads: uploads, picturesFolder: picturesFolder)
        InfoRoutes(context: context).add(to: &router)
        TokenRoutes(context: context).add(to: &router)
        OAuthRoutes(context: context, grants: OAuthGrants(tokens: tokens, users: store, now: now)).add(to: &router)
        FeatureQueryRoutes(context: context).add(to: &router)
        FeatureEditRoutes(context: context).add(to: &router)
        AttachmentRoutes(context: context).add(to: &router)
        // Last of its kind: its `FeatureServer/{layer}` would take the operations of a service for layers.
        FeatureServiceRoutes(context: context).add(to: &router)
        TileRoutes(context: context).add(to: &router)
        PortalRoutes(context: context).add(to: &router)
        PortalContentRoutes(context: context).add(to: &router)
        PublishingRoutes(context: context).add(to: &router)
        PictureRoutes(context: context).add(to: &router)
        self.router = router
    }

    /// Answers a request; never throws.
    @concurrent
    package func respond(to request: HTTPRequest) async -> HTTPResponse {
        switch request.method {
        case "GET", "HEAD", "POST": break
        case "OPTIONS": return HTTPResponse(status: 204)
        default:
            return ErrorEnvelope.response(
                HostingError(.unsupported, "The method \(request.method.prefix(20)) is not supported."), httpStatus: 405
            )
        }
        guard let (handler, captures) = router.match(request.path) else { return notFound(request.path) }
        do {
            return try await handler(restRequest(request, captures))
        } catch {
            let failure = HostingError(mapping: error)
            if failure.code.restCode >= 500 { onFailure?(failure) }
            return ErrorEnvelope.response(failure)
        }
    }

    private func restRequest(_ request: HTTPRequest, _ captures: [String: String]) async throws -> RESTRequest {
        let form = try FormData(of: request)
        let parameters = RequestParameters(form.fields + request.query)
        let caller = try await tokens.caller(token: Self.token(of: request, parameters))
        return RESTRequest(
            http: request, parameters: parameters, files: form.files, captures: captures, caller: caller,
            serverURL: serverURL(of: request))
    }

    /// A token stands in a parameter or in one of two headers.
    private static func token(of request: HTTPRequest, _ parameters: RequestParameters) -> String? {
        if let token = parameters["token"] { return token }
        for header in ["X-Esri-Authorization", "Authorization"] {
            if let value = request.headers[header], value.lowercased().hasPrefix("bearer ") {
                return String(value.dropFirst(7)).trimmed
            }
        }
        return nil
    }

    /// The address the client used. A Host header that is no host name is not repeated in answers.
    private func serverURL(of request: HTTPRequest) -> String {
        if let publicURL { return publicURL }
        let host = request.headers["Host"] ?? ""
        let isName =
            !host.isEmpty && host.utf8.count <= 255
            && host.utf8.allSatisfy {
                ($0 >= 48 && $0 <= 58) || ($0 >= 65 && $0 <= 93 && $0 != 92) || ($0 >= 97 && $0 <= 122)
                    || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
            }
        return "http://" + (isName ? host : "localhost")
    }

    private func notFound(_ path: String) -> HTTPResponse {
        let lowered = path.lowercased()
        let isREST = lowered.hasPrefix("/arcgis/rest/") || lowered.hasPrefix("/portal/sharing/")
        let error = HostingError(.notFound, "Invalid URL", details: ["There is nothing at \(path.prefix(200))."])
        return ErrorEnvelope.response(error, httpStatus: isREST ? 200 : 404)
    }
}

/// What the routes work with.
struct RouteContext: Sendable {
    let store: any ServerStore
    let tokens: TokenAuthority
    let uploads: UploadStore
    let picturesFolder: URL?

    /// The service of that name and kind, which the caller may read.
    func service(_ name: String, _ kind: HostedService.Kind, for caller: Caller) async throws -> HostedService {
        guard
            let service = try await store.services().first(where: {
                $0.kind == kind && HTTPHeaders.same($0.name, name)
            })
        else {
            throw HostingError(
                .notFound, "Service \(name.prefix(100))/\(kind.rawValue) not found",
                details: ["The list of services is at /arcgis/rest/services."])
        }
        try caller.require(service.access.read, to: "read \(service.name)")
        return service
    }
}
