// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A statement that only the holder of a key can have made, good for a time: what a server hands out at sign-in.
///
/// The text is `payload.signature` in URL-safe Base64: the payload is JSON, the signature HMAC-SHA-256. The payload can be
/// read by whoever holds the text; it must hold no secrets.
public struct SignedToken: Sendable, Hashable {
    /// Whom or what the token speaks of: a user's name.
    public var subject: String
    /// Milliseconds since 1970-01-01T00:00Z from which on the token is no longer good.
    public var expiry: Int64
    /// Further statements.
    public var claims: JSONObject

    /// Makes a token; `signed(with:)` gives its text.
    public init(subject: String, expiry: Int64, claims: JSONObject = JSONObject()) {
        self.subject = subject
        self.expiry = expiry
        self.claims = claims
    }

    /// The token as text. The key should be 32 random bytes or more.
    public func signed(with key: [UInt8]) -> String {
        precondition(key.count >= 16, "a key of fewer than 16 bytes can be guessed")
        let payload: JSONValue = ["sub": .string(subject), "exp": .integer(expiry), "claims": .object(claims)]
        let body = Base64.encode(payload.serialized(), alphabet: .urlSafe)
        let signature = Digest.hmacSHA256(Array(body.utf8), key: key)
        return body + "." + Base64.encode(signature, alphabet: .urlSafe)
    }

    /// Reads a token and checks its signature, then its expiry against `now` (milliseconds since 1970).
    ///
    /// - Throws: `CodecError` with `.notAuthentic` in both cases, and for a text that is no token; the message says which,
    ///   and never repeats the text.
    public init(verifying text: String, key: [UInt8], now: Int64) throws(CodecError) {
        let parts = text.utf8.count <= 8_192 ? text.split(separator: ".", omittingEmptySubsequences: false) : []
        guard parts.count == 2, let signature = try? Base64.decode(String(parts[1]), alphabet: .urlSafe) else {
            throw CodecError(.notAuthentic, "The text is no token.")
        }
        let expected = Digest.hmacSHA256(Array(parts[0].utf8), key: key)
        guard Digest.areEqualInConstantTime(signature, expected) else {
            throw CodecError(.notAuthentic, "The token was not made by this server, or it was changed.")
        }
        guard let bytes = try? Base64.decode(String(parts[0]), alphabet: .urlSafe),
            let payload = try? JSONValue(parsing: bytes), let subject = payload["sub"]?.string,
            let expiry = payload["exp"]?.int64
        else { throw CodecError(.notAuthentic, "The token's content is not as this server writes it.") }
        guard now < expiry else { throw CodecError(.notAuthentic, "The token is out of date; sign in again.") }
        self.init(subject: subject, expiry: expiry, claims: payload["claims"]?.object ?? JSONObject())
    }
}
