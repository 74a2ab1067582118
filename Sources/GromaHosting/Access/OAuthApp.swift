// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaStorage

/// A program that people may let in without telling it their password (RFC 6749). All are public clients: they prove by PKCE (RFC 7636) that it was they who asked.
struct OAuthApp: Sendable, Hashable {
    /// The id it says; that of its item, where it is registered by one.
    var clientID: String
    /// Shown to the person who signs in.
    var title: String
    /// Where answers may go, as registered.
    var redirectURIs: [String]

    /// The address that means: show the code on a page, to be copied.
    static let outOfBand = "urn:ietf:wg:oauth:2.0:oob"

    /// Groma Field, which every server knows.
    static let field = OAuthApp(
        clientID: "groma-field", title: "Groma Field", redirectURIs: ["http://127.0.0.1/", "http://[::1]/", outOfBand])
    /// The member of an item that holds its registration.
    static let itemMember = "registeredAppInfo"

    /// Reads an item's registration; nil where it has none.
    init?(item: PortalItemRecord) {
        guard let info = item.unknownJSON[Self.itemMember] else { return nil }
        self.init(
            clientID: item.id, title: item.title,
            redirectURIs: info["redirect_uris"]?.array?.compactMap(\.string) ?? [])
    }
    init(clientID: String, title: String, redirectURIs: [String]) {
        self.clientID = clientID
        self.title = title
        self.redirectURIs = redirectURIs
    }

    /// True for an address that is registered. On this machine any port is as good as another (RFC 8252, 7.3): a program cannot know before which is free.
    func allows(_ redirect: String) -> Bool {
        if redirectURIs.contains(redirect) { return true }
        guard let asked = Self.loopback(redirect) else { return false }
        return redirectURIs.contains { Self.loopback($0) == asked }
    }

    /// Host and path of an address on this machine; nil for all others, and for one with a name in it or a query.
    private static func loopback(_ text: String) -> [String]? {
        guard let parts = URLComponents(string: text), parts.scheme == "http", let host = parts.host,
            ["127.0.0.1", "[::1]", "localhost"].contains(host), parts.user == nil, parts.query == nil,
            parts.fragment == nil
        else { return nil }
        return [host, parts.path.isEmpty ? "/" : parts.path]
    }

    /// True for an address that may be registered: HTTPS, this machine, an app's own scheme, or out of band.
    static func mayBeRegistered(_ redirect: String) -> Bool {
        if redirect == outOfBand { return true }
        guard redirect.utf8.count <= 500, let parts = URLComponents(string: redirect),
            let scheme = parts.scheme?.lowercased(), parts.fragment == nil
        else { return false }
        switch scheme {
        case "https": return parts.host?.isEmpty == false
        case "http": return loopback(redirect) != nil
        // A scheme with a dot or a dash is an app's; `javascript:` and `data:` are a browser's.
        default: return scheme.contains(".") || scheme.contains("-")
        }
    }
}

/// What a person is asked for: the parameters of `authorize`, checked.
struct OAuthRequest: Sendable {
    var clientID: String
    var redirectURI: String
    /// Given back as it came.
    var state: String
    /// BASE64URL(SHA256(verifier)).
    var challenge: String

    /// What is known when the form comes back: the request itself, signed, so that it needs no memory here and nobody can change it.
    func ticket(with key: [UInt8], expiry: Int64) -> String {
        SignedToken(
            subject: clientID, expiry: expiry,
            claims: [
                "redirect": .string(redirectURI), "state": .string(state), "challenge": .string(challenge),
            ]
        ).signed(with: key)
    }

    init(clientID: String, redirectURI: String, state: String, challenge: String) {
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.state = state
        self.challenge = challenge
    }

    /// Reads a ticket. Throws for one that is not ours or has run out.
    init(ticket: String, key: [UInt8], now: Int64) throws(CodecError) {
        let token = try SignedToken(verifying: ticket, key: key, now: now)
        self.init(
            clientID: token.subject, redirectURI: token.claims["redirect"]?.string ?? "",
            state: token.claims["state"]?.string ?? "", challenge: token.claims["challenge"]?.string ?? "")
    }

    /// The redirect address with an answer in its query.
    func redirect(_ answer: [(String, String)]) -> String {
        let pairs = (answer + (state.isEmpty ? [] : [("state", state)])).map {
            "\($0.0)=\(PercentEncoding.encode($0.1))"
        }
        return redirectURI + (redirectURI.contains("?") ? "&" : "?") + pairs.joined(separator: "&")
    }
}
