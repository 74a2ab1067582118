// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import Synchronization

/// Codes and refresh tokens: what a program has in hand between a person's sign-in and its own requests.
///
/// A code is kept in memory, good once, for two minutes. A refresh token is signed, and ends with its time, or when the person's password changes.
/// That its code was shown a second time, or that it was given back, is known as long as this process runs.
final class OAuthGrants: Sendable {
    /// Why a program gets nothing, by the names of RFC 6749, 5.2.
    struct Refusal: Error {
        var name: String
        var text: String
        static func grant(_ text: String) -> Refusal { Refusal(name: "invalid_grant", text: text) }
        static func request(_ text: String) -> Refusal { Refusal(name: "invalid_request", text: text) }
    }
    static let codeMilliseconds: Int64 = 120_000
    static let formMilliseconds: Int64 = 600_000
    static let accessMinutes = 30
    static let refreshMilliseconds: Int64 = 14 * 86_400_000
    /// More sign-ins than go on at once on any server; beyond that the oldest codes go.
    private static let mostCodes = 10_000

    private struct Code {
        var user: String
        var request: OAuthRequest
        var expires: Int64
        var family: String
        var isUsed = false
    }
    private struct State {
        var codes: [String: Code] = [:]
        /// Families of refresh tokens that no longer count, by when the last of them ends.
        var revoked: [String: Int64] = [:]
    }
    private let state = Mutex(State())
    private let tokens: TokenAuthority
    private let users: any PortalStore
    private let refreshKey: [UInt8]
    /// Signs the tickets of sign-in forms.
    let formKey: [UInt8]
    let now: @Sendable () -> Int64

    init(tokens: TokenAuthority, users: any PortalStore, now: @escaping @Sendable () -> Int64) {
        self.tokens = tokens
        self.users = users
        self.now = now
        refreshKey = tokens.key(for: "oauth refresh")
        formKey = tokens.key(for: "oauth form")
    }

    /// A code for a person who has just signed in.
    func code(for user: String, _ request: OAuthRequest) -> String {
        let code = Base64.encode(SecureRandom.bytes(32), alphabet: .urlSafe)
        let family = Base64.encode(SecureRandom.bytes(12), alphabet: .urlSafe)
        let now = now()
        state.withLock { state in
            state.codes = state.codes.filter { $0.value.expires > now }
            if state.codes.count >= Self.mostCodes,
                let oldest = state.codes.min(by: { $0.value.expires < $1.value.expires })
            {
                state.codes[oldest.key] = nil
            }
            state.codes[code] = Code(
                user: user, request: request, expires: now + Self.codeMilliseconds, family: family)
        }
        return code
    }

    /// What a program gets: tokens and their ends, in milliseconds since 1970.
    struct Grant: Sendable {
        var user: String
        var access: TokenAuthority.Grant
        /// Nil where the program has one already.
        var refresh: (token: String, expires: Int64)?
    }

    /// Exchanges a code. It is used up by the first try, whatever comes of it, so that a verifier cannot be guessed.
    func grant(code text: String, clientID: String, redirectURI: String, verifier: String) async throws -> Grant {
        let now = now()
        let code = state.withLock { state -> Code? in
            guard let code = state.codes[text], code.expires > now else { return nil }
            state.codes[text]?.isUsed = true
            // Shown a second time it may be stolen: what it gave counts no more.
            if code.isUsed { state.revoked[code.family] = now + Self.refreshMilliseconds }
            return code
        }
        guard let code, !code.isUsed else {
            throw Refusal.grant("The code is not known, was used before, or has run out. Sign in again.")
        }
        guard code.request.clientID == clientID, code.request.redirectURI == redirectURI else {
            throw Refusal.grant("The code was made for another program or another address.")
        }
        // RFC 7636, 4.1: 43 to 128 letters.
        let made = Base64.encode(Digest.sha256(Array(verifier.utf8)), alphabet: .urlSafe)
        guard (43...128).contains(verifier.utf8.count),
            Digest.areEqualInConstantTime(Array(made.utf8), Array(code.request.challenge.utf8))
        else { throw Refusal.grant("The code verifier does not belong to the challenge.") }
        guard let user = try await users.portalUser(code.user) else { throw Refusal.grant("The user is gone.") }
        let expires = now + Self.refreshMilliseconds
        let refresh = SignedToken(
            subject: user.name, expiry: expires,
            claims: [
                "client": .string(clientID), "family": .string(code.family), "password": .string(Self.mark(of: user)),
            ]
        ).signed(with: refreshKey)
        return Grant(
            user: user.name, access: tokens.grant(to: user.name, minutes: Self.accessMinutes),
            refresh: (refresh, expires))
    }

    /// A new access token for a refresh token.
    func grant(refreshToken: String, clientID: String) async throws -> Grant {
        let refusal = Refusal.grant("The refresh token is not ours, or has run out. Sign in again.")
        guard let token = try? SignedToken(verifying: refreshToken, key: refreshKey, now: now()),
            token.claims["client"]?.string == clientID, let family = token.claims["family"]?.string
        else { throw refusal }
        let now = now()
        let isRevoked = state.withLock { state in
            state.revoked = state.revoked.filter { $0.value > now }
            return state.revoked[family] != nil
        }
        guard !isRevoked, let user = try await users.portalUser(token.subject),
            token.claims["password"]?.string == Self.mark(of: user)
        else { throw refusal }
        return Grant(user: user.name, access: tokens.grant(to: user.name, minutes: Self.accessMinutes))
    }

    /// Takes a token back: a refresh token with all that came of the same sign-in, an access token alone. What is no token of ours, or of
    /// another program, counts as taken back already (RFC 7009, 2.2).
    func revoke(_ text: String, clientID: String) {
        let now = now()
        guard let token = try? SignedToken(verifying: text, key: refreshKey, now: now) else {
            return tokens.revoke(text)
        }
        guard token.claims["client"]?.string == clientID, let family = token.claims["family"]?.string else { return }
        state.withLock { state in
            state.revoked = state.revoked.filter { $0.value > now }
            state.revoked[family] = now + Self.refreshMilliseconds
        }
    }

    /// Changes with the password, and says nothing about it.
    private static func mark(of user: HostedUser) -> String {
        let bytes = Digest.hmacSHA256(Array((user.passwordHash ?? "").utf8), key: Array("password mark".utf8))
        return Base64.encode(Array(bytes.prefix(9)), alphabet: .urlSafe)
    }
}
