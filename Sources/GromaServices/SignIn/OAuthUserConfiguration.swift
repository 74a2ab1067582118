// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation

/// How an app lets people sign in to a portal in their browser: OAuth 2 with an authorization code and PKCE.
public struct OAuthUserConfiguration: Sendable, Hashable {
    /// The portal's address, as `https://host/portal`.
    public let portalURL: URL
    /// The id under which the portal knows the app.
    public let clientID: String
    /// Where the browser goes with the answer. For a `LoopbackBrowser` an address of this machine, `http://127.0.0.1/`; without a port any free one is taken.
    public let redirectURL: URL

    /// Makes a configuration; nothing is asked yet.
    public init(portalURL: URL, clientID: String, redirectURL: URL) {
        self.portalURL = portalURL
        self.clientID = clientID
        self.redirectURL = redirectURL
    }

    /// True for addresses of the portal's server: the same scheme, so that nothing meant for HTTPS goes out in the clear, host and port. A scheme's
    /// usual port is the same as none.
    public func canBeUsed(for url: URL) -> Bool {
        guard let host = url.host()?.lowercased(), let scheme = url.scheme?.lowercased() else { return false }
        return scheme == portalURL.scheme?.lowercased() && host == portalURL.host()?.lowercased()
            && Self.port(of: url) == Self.port(of: portalURL)
    }

    private static func port(of url: URL) -> Int? {
        url.port ?? ["https": 443, "http": 80][url.scheme?.lowercased() ?? ""]
    }

    var root: URL { portalURL.appending(path: "sharing/rest/oauth2") }
}

/// Shows a person the portal's page and brings back where it ended.
public protocol OAuthBrowser: Sendable {
    /// The address to ask for in place of the configuration's, when this one listens somewhere else; otherwise the same.
    func redirectURL(for configured: URL) async throws -> URL
    /// Shows `page` and returns the redirect address with its query once the browser was sent there. Throws when the person gives up.
    func answer(to page: URL, redirectURL: URL) async throws -> URL
}
