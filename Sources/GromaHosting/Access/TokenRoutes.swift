// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs

/// Sign-in: `generateToken` of the portal and of the server, which are one.
struct TokenRoutes: Sendable {
    let context: RouteContext

    func add(to router: inout Router<RESTHandler>) {
        for path in [
            "/portal/sharing/rest/generateToken", "/portal/sharing/generateToken", "/arcgis/tokens",
            "/arcgis/tokens/generateToken", "/arcgis/admin/generateToken",
        ] {
            router.add(path) { try await generate($0) }
        }
    }

    private func generate(_ request: RESTRequest) async throws -> HTTPResponse {
        let parameters = request.parameters
        let minutes = try parameters.integer("expiration", in: 0...10_000_000) ?? 60
        let grant: TokenAuthority.Grant
        if let user = parameters["username"] {
            guard request.http.method == "POST" else {
                throw HostingError(
                    .signInFailed, "Unable to generate token.",
                    details: ["Send user name and password in the body of a POST: addresses are logged."])
            }
            let password = try parameters.required("password")
            grant = try await context.tokens.signIn(user: user, password: password, minutes: minutes)
        } else if let name = request.caller.name {
            // The exchange of a portal's token for one of a server of it (`serverURL`): here both are the same.
            grant = context.tokens.grant(to: name, minutes: minutes)
        } else {
            throw HostingError(
                .signInFailed, "Unable to generate token.", details: ["'username' and 'password' must be specified."])
        }
        var response = request.answer([
            "token": .string(grant.token), "expires": .integer(grant.expires), "ssl": false,
        ])
        response.headers["Cache-Control"] = "no-store"
        return response
    }
}
