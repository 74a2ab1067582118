// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
import GromaCodecs

/// What a person's sign-in in a browser gave: an access token, and what renews it without asking again.
public struct OAuthUserCredential: Sendable, Hashable {
    /// The configuration it was got with.
    public let configuration: OAuthUserConfiguration
    /// The person's name at the portal.
    public let username: String
    /// Goes along with requests.
    public var accessToken: String
    /// When the access token ends.
    public var accessTokenExpirationDate: Date
    /// Renews the access token; nil where the portal gives none, and then the person has to sign in again.
    public var refreshToken: String?
    /// When the refresh token ends; nil when the portal does not say.
    public var refreshTokenExpirationDate: Date?

    /// Makes a credential of what was kept.
    public init(
        configuration: OAuthUserConfiguration, username: String, accessToken: String, accessTokenExpirationDate: Date,
        refreshToken: String?, refreshTokenExpirationDate: Date? = nil
    ) {
        self.configuration = configuration
        self.username = username
        self.accessToken = accessToken
        self.accessTokenExpirationDate = accessTokenExpirationDate
        self.refreshToken = refreshToken
        self.refreshTokenExpirationDate = refreshTokenExpirationDate
    }

    /// Has a person sign in: shows the portal's page in `browser`, checks that the answer is to this question, and exchanges its code.
    ///
    /// Throws `ServiceError`: `cancelled` when the person refused, `authenticationRequired` when the portal does not give tokens for the code,
    /// `unexpectedAnswer` for an answer to another question. Ends with `CancellationError` when the task is cancelled.
    public static func credential(
        for configuration: OAuthUserConfiguration, browser: some OAuthBrowser,
        transport: any HTTPTransport = CurlTransport.shared
    ) async throws -> OAuthUserCredential {
        let redirect = try await browser.redirectURL(for: configuration.redirectURL)
        let state = secret(), verifier = secret()
        let challenge = Base64.encode(Digest.sha256(Array(verifier.utf8)), alphabet: .urlSafe)
        let page = ServiceClient.request(
            configuration.root.appending(path: "authorize"),
            [
                ("client_id", configuration.clientID), ("response_type", "code"),
                ("redirect_uri", redirect.absoluteString), ("state", state), ("code_challenge", challenge),
                ("code_challenge_method", "S256"),
            ], method: .get
        ).url
        let answer = try await browser.answer(to: page, redirectURL: redirect)
        let code = try code(in: answer, state: state, of: configuration)
        return try await token(
            [
                ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirect.absoluteString),
                ("code_verifier", verifier),
            ], for: configuration, replacing: nil, transport)
    }

    /// The same person's credential with a new access token. Throws `authenticationRequired` where the refresh token no longer counts.
    public func refreshed(transport: any HTTPTransport = CurlTransport.shared) async throws -> OAuthUserCredential {
        guard let refreshToken else {
            throw ServiceError(
                .authenticationRequired,
                "The sign-in at \(configuration.portalURL.host() ?? "the portal") has run out. Sign in again.")
        }
        return try await Self.token(
            [("grant_type", "refresh_token"), ("refresh_token", refreshToken)], for: configuration, replacing: self,
            transport)
    }

    /// Tells the portal that its tokens count no more. Throws `ServiceError` where the portal can't be told; they then end with their time.
    public func revokeToken(transport: any HTTPTransport = CurlTransport.shared) async throws {
        let url = configuration.root.appending(path: "revokeToken")
        // The one that would give others first.
        for token in [refreshToken ?? "", accessTokenExpirationDate > Date() ? accessToken : ""] where !token.isEmpty {
            let request = ServiceClient.request(
                url, [("auth_token", token), ("client_id", configuration.clientID), ("f", "json")], method: .post)
            _ = try ServiceClient.checked(try await transport.send(request), of: url)
        }
    }

    /// 32 random bytes as 43 letters: enough for a state, and what RFC 7636 asks of a verifier.
    private static func secret() -> String { Base64.encode(SecureRandom.bytes(32), alphabet: .urlSafe) }

    /// The code in the redirect's query, when it answers our question.
    private static func code(
        in answer: URL, state: String, of configuration: OAuthUserConfiguration
    ) throws -> String {
        let items = URLComponents(url: answer, resolvingAgainstBaseURL: false)?.queryItems ?? []
        func value(_ name: String) -> String? { items.first { $0.name == name }?.value }
        let host = configuration.portalURL.host() ?? "The portal"
        guard let given = value("state"), Digest.areEqualInConstantTime(Array(given.utf8), Array(state.utf8)) else {
            throw ServiceError(
                .unexpectedAnswer, "The browser brought an answer that does not belong to this sign-in. Sign in again.",
                url: answer.withoutQuery)
        }
        if let error = value("error") {
            if error == "access_denied" {
                throw ServiceError(.cancelled, "The sign-in at \(host) was cancelled.", serviceCode: 400)
            }
            let text = value("error_description") ?? error
            throw ServiceError(.refused, "\(host) refused the sign-in: \(text.prefix(300))", serviceCode: 400)
        }
        guard let code = value("code"), !code.isEmpty else {
            throw ServiceError(
                .unexpectedAnswer, "\(host) ended the sign-in without an answer.", url: answer.withoutQuery)
        }
        return code
    }

    private static func token(
        _ parameters: [(name: String, value: String)], for configuration: OAuthUserConfiguration,
        replacing old: OAuthUserCredential?, _ transport: any HTTPTransport
    ) async throws -> OAuthUserCredential {
        let url = configuration.root.appending(path: "token")
        let host = configuration.portalURL.host() ?? "The portal"
        let request = ServiceClient.request(
            url, parameters + [("client_id", configuration.clientID), ("f", "json")], method: .post)
        let answer: JSONValue
        do {
            let response = try ServiceClient.checked(try await transport.send(request), of: url)
            answer = try ServiceClient.parse(response.body, from: url)
        } catch let error as ServiceError where error.code == .refused {
            // A code or a refresh token that does not count: asking again cannot help, signing in can.
            throw ServiceError(
                .authenticationRequired, "\(host) does not accept this sign-in any more. Sign in again.",
                url: error.url,
                httpStatus: error.httpStatus, serviceCode: error.serviceCode, cause: error)
        }
        guard let access = answer["access_token"]?.string, let seconds = answer["expires_in"]?.double, seconds.isFinite
        else {
            throw ServiceError(.unexpectedAnswer, "\(host) answered a sign-in without a token.", url: url.withoutQuery)
        }
        let now = Date()
        let ends = answer["refresh_token_expires_in"]?.double.map { now.addingTimeInterval($0) }
        return OAuthUserCredential(
            configuration: configuration, username: answer["username"]?.string ?? old?.username ?? "",
            accessToken: access, accessTokenExpirationDate: now.addingTimeInterval(max(0, seconds)),
            refreshToken: answer["refresh_token"]?.string ?? old?.refreshToken,
            refreshTokenExpirationDate: ends ?? old?.refreshTokenExpirationDate)
    }
}
