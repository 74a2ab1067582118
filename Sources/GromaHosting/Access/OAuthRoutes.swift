// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaStorage

/// Sign-in in a browser: `oauth2/authorize` with its form, `oauth2/token` and `oauth2/revokeToken`, and the registration of programs.
struct OAuthRoutes: Sendable {
    let context: RouteContext
    let grants: OAuthGrants

    func add(to router: inout Router<RESTHandler>) {
        for root in ["/portal/sharing/rest/oauth2", "/portal/sharing/oauth2"] {
            router.add(root + "/authorize") { try await authorize($0) }
            router.add(root + "/token") { try await token($0) }
            router.add(root + "/revokeToken") { try revoke($0) }
            router.add(root + "/registerApp") { try await register($0) }
        }
    }

    // MARK: Programs

    private func app(_ clientID: String) async throws -> OAuthApp? {
        if clientID == OAuthApp.field.clientID { return .field }
        return try await context.store.portalItem(clientID).flatMap(OAuthApp.init(item:))
    }

    /// Makes a program of an item: `itemId`, `redirect_uris` as a JSON array.
    private func register(_ request: RESTRequest) async throws -> HTTPResponse {
        try request.requirePost()
        guard let name = request.caller.name else { throw HostingError(.tokenRequired, "Token Required") }
        let id = try request.parameters.required("itemId")
        guard var item = try await context.store.portalItem(id) else {
            throw HostingError(.notFound, "Item does not exist or is inaccessible.")
        }
        try request.caller.require(.users([item.owner]), to: "register this item")
        let redirects = try request.parameters.list("redirect_uris")
        guard !redirects.isEmpty, redirects.count <= 20, redirects.allSatisfy(OAuthApp.mayBeRegistered) else {
            throw HostingError(
                .invalidParameter, "Invalid 'redirect_uris'.",
                details: [
                    "Give 1 to 20 addresses: https, http on this machine, an app's own scheme, or \(OAuthApp.outOfBand)."
                ])
        }
        item.unknownJSON[OAuthApp.itemMember] = [
            "client_id": .string(id), "redirect_uris": .array(redirects.map { .string($0) }),
            "registeredBy": .string(name),
        ]
        try await context.store.savePortalItem(item, data: nil)
        return request.answer([
            "itemId": .string(id), "client_id": .string(id), "redirect_uris": .array(redirects.map { .string($0) }),
        ])
    }

    // MARK: The person

    private func authorize(_ request: RESTRequest) async throws -> HTTPResponse {
        if request.http.method == "POST" { return try await signIn(request) }
        let parameters = request.parameters
        // Until program and address are known to belong together nothing is sent anywhere.
        guard let clientID = parameters["client_id"], let app = try await app(clientID) else {
            return OAuthPage.refusal("This server does not know the program that asks you to sign in.")
        }
        guard let redirect = parameters["redirect_uri"], app.allows(redirect) else {
            return OAuthPage.refusal("The address that the answer should go to is not registered for this program.")
        }
        let asked = OAuthRequest(
            clientID: clientID, redirectURI: redirect, state: parameters["state"] ?? "",
            challenge: parameters["code_challenge"] ?? "")
        guard asked.state.utf8.count <= 1_000 else {
            return OAuthPage.refusal("The program's request is longer than any should be.")
        }
        guard parameters["response_type"] == "code" else {
            return refuse(asked, "unsupported_response_type", "Ask for response_type=code.")
        }
        // SHA-256 in 32 bytes makes 43 letters.
        guard asked.challenge.utf8.count == 43, parameters["code_challenge_method"] == "S256" else {
            return refuse(asked, "invalid_request", "Send code_challenge with code_challenge_method=S256.")
        }
        return form(asked, app, user: "", problem: nil)
    }

    private func form(_ asked: OAuthRequest, _ app: OAuthApp, user: String, problem: String?) -> HTTPResponse {
        let ticket = asked.ticket(with: grants.formKey, expiry: grants.now() + OAuthGrants.formMilliseconds)
        return OAuthPage.form(
            app: app.title, ticket: ticket, user: user, problem: problem,
            cancel: asked.redirectURI == OAuthApp.outOfBand ? nil : asked.redirect([("error", "access_denied")]))
    }

    private func signIn(_ request: RESTRequest) async throws -> HTTPResponse {
        let parameters = request.parameters
        guard let ticket = parameters["oauth_state"],
            let asked = try? OAuthRequest(ticket: ticket, key: grants.formKey, now: grants.now()),
            let app = try await app(asked.clientID), app.allows(asked.redirectURI)
        else { return OAuthPage.refusal("This form has run out. Go back to the program and sign in again.") }
        let user = parameters["username"] ?? ""
        do {
            _ = try await context.tokens.signIn(user: user, password: parameters["password"] ?? "", minutes: 1)
        } catch let error as HostingError where error.code == .signInFailed {
            return form(asked, app, user: user, problem: error.details.first ?? error.message)
        }
        let code = grants.code(for: user, asked)
        if asked.redirectURI == OAuthApp.outOfBand { return OAuthPage.code(code) }
        return redirect(to: asked.redirect([("code", code)]))
    }

    private func refuse(_ asked: OAuthRequest, _ name: String, _ text: String) -> HTTPResponse {
        if asked.redirectURI == OAuthApp.outOfBand { return OAuthPage.refusal(text) }
        return redirect(to: asked.redirect([("error", name), ("error_description", text)]))
    }

    private func redirect(to address: String) -> HTTPResponse {
        // See other: whatever was posted here stays here.
        var response = HTTPResponse(status: 303)
        response.headers["Location"] = address
        response.headers["Cache-Control"] = "no-store"
        response.headers["Referrer-Policy"] = "no-referrer"
        return response
    }

    // MARK: The program

    private func token(_ request: RESTRequest) async throws -> HTTPResponse {
        do {
            guard request.http.method == "POST" else { throw OAuthGrants.Refusal.request("Send it with POST.") }
            return try await answer(request)
        } catch let refusal as OAuthGrants.Refusal {
            // As portals have it: the names of RFC 6749 inside of their own envelope.
            var response = request.answer([
                "error": [
                    "code": 400, "error": .string(refusal.name), "error_description": .string(refusal.text),
                    "message": .string(refusal.text), "details": [],
                ]
            ])
            response.errorCode = 400
            response.headers["Cache-Control"] = "no-store"
            return response
        }
    }

    /// `auth_token` counts no more. Whoever holds it may give it back.
    private func revoke(_ request: RESTRequest) throws -> HTTPResponse {
        try request.requirePost()
        grants.revoke(
            try request.parameters.required("auth_token"), clientID: try request.parameters.required("client_id"))
        return request.answer(["success": true])
    }

    private func answer(_ request: RESTRequest) async throws -> HTTPResponse {
        func needed(_ name: String) throws -> String {
            guard let value = request.parameters[name] else {
                throw OAuthGrants.Refusal.request("The parameter '\(name)' is missing.")
            }
            return value
        }
        let clientID = try needed("client_id")
        guard try await app(clientID) != nil else {
            throw OAuthGrants.Refusal(name: "invalid_client", text: "This server does not know the program.")
        }
        let grant: OAuthGrants.Grant
        switch try needed("grant_type") {
        case "authorization_code":
            grant = try await grants.grant(
                code: try needed("code"), clientID: clientID, redirectURI: try needed("redirect_uri"),
                verifier: try needed("code_verifier"))
        case "refresh_token":
            grant = try await grants.grant(refreshToken: try needed("refresh_token"), clientID: clientID)
        default:
            throw OAuthGrants.Refusal(
                name: "unsupported_grant_type", text: "Ask with authorization_code or refresh_token.")
        }
        let now = grants.now()
        var json: JSONObject = [
            "access_token": .string(grant.access.token),
            "expires_in": .integer((grant.access.expires - now) / 1_000), "username": .string(grant.user), "ssl": false,
        ]
        if let refresh = grant.refresh {
            json["refresh_token"] = .string(refresh.token)
            json["refresh_token_expires_in"] = .integer((refresh.expires - now) / 1_000)
        }
        var response = request.answer(.object(json))
        response.headers["Cache-Control"] = "no-store"
        return response
    }
}
