// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaServices
import Synchronization

/// A person with a browser: gets the portal's page, fills in its form, and follows where it leads.
struct FakeBrowser: Sendable {
    let transport = CurlTransport()

    /// What the form of a page would send along.
    struct Page: Sendable {
        var url: URL
        var status: Int
        var text: String
        var ticket: String? { Self.between(text, "name=\"oauth_state\" value=\"", "\"") }
        var cancelLink: URL? {
            Self.between(text, "<a href=\"", "\">Cancel")
                .flatMap { URL(string: $0.replacingOccurrences(of: "&amp;", with: "&")) }
        }
        private static func between(_ text: String, _ start: String, _ end: String) -> String? {
            guard let from = text.range(of: start), let to = text[from.upperBound...].range(of: end) else { return nil }
            return String(text[from.upperBound..<to.lowerBound])
        }
    }

    func get(_ url: URL) async throws -> Page { Self.page(try await transport.send(HTTPRequest(url: url))) }

    func submit(_ page: Page, user: String, password: String) async throws -> Page {
        let form = [("oauth_state", page.ticket ?? ""), ("username", user), ("password", password)]
        let allowed = CharacterSet.alphanumerics
        let body = form.map { "\($0.0)=\($0.1.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")" }
        return Self.page(
            try await transport.send(
                HTTPRequest(
                    url: page.url, method: .post, headers: [("Content-Type", "application/x-www-form-urlencoded")],
                    body: Array(body.joined(separator: "&").utf8))))
    }

    private static func page(_ response: HTTPResponse) -> Page {
        Page(url: response.url, status: response.status, text: String(decoding: response.body, as: UTF8.self))
    }

    /// Signs in where a `LoopbackBrowser` shows a page.
    func signingIn(_ user: String, _ password: String = PeerServer.password) -> LoopbackBrowser {
        LoopbackBrowser { [self] url in
            let page = try await get(url)
            // A browser waits for nobody: what comes of it shows at the other end.
            Task { try await submit(page, user: user, password: password) }
        }
    }
}

/// Brings back what a test says, in place of what the portal answered.
struct LyingBrowser: OAuthBrowser {
    let answer: @Sendable (URL) -> [URLQueryItem]
    func redirectURL(for configured: URL) async throws -> URL { configured }
    func answer(to page: URL, redirectURL: URL) async throws -> URL {
        redirectURL.appending(queryItems: answer(page))
    }
}

/// The page that an app asks for, as its own parts: for what no app of ours would ask.
struct RawSignIn: Sendable {
    let server: PeerServer
    var clientID = "groma-field"
    var redirect = "http://127.0.0.1:1/"
    var state = "the state"
    // RFC 7636, appendix B.
    var verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    var challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    var method = "S256"
    var kind = "code"

    var root: URL { server.portalURL.appending(path: "sharing/rest/oauth2") }
    var page: URL {
        root.appending(path: "authorize").appending(queryItems: [
            URLQueryItem(name: "client_id", value: clientID), URLQueryItem(name: "redirect_uri", value: redirect),
            URLQueryItem(name: "state", value: state), URLQueryItem(name: "code_challenge", value: challenge),
            URLQueryItem(name: "code_challenge_method", value: method),
            URLQueryItem(name: "response_type", value: kind),
        ])
    }

    /// A code, by the page that shows it.
    func code(user: String = "editor") async throws -> String {
        var asked = self
        asked.redirect = "urn:ietf:wg:oauth:2.0:oob"
        let browser = FakeBrowser()
        let shown = try await browser.submit(
            try await browser.get(asked.page), user: user, password: PeerServer.password)
        guard let start = shown.text.range(of: "<title>SUCCESS code=") else { return "" }
        return String(shown.text[start.upperBound...].prefix { $0 != "<" })
    }

    /// What the token service answers.
    func token(_ parameters: [(name: String, value: String)]) async throws -> [String: String] {
        do {
            let answer = try await server.client().json(root.appending(path: "token"), parameters, method: .post)
            return (answer.object?.members ?? []).reduce(into: [:]) {
                $0[$1.key] = $1.value.string ?? $1.value.int.map(String.init) ?? ""
            }
        } catch let error as ServiceError { return ["refusal": error.message] }
    }
    func exchange(_ code: String, verifier: String? = nil) async throws -> [String: String] {
        try await token([
            ("grant_type", "authorization_code"), ("client_id", clientID), ("code", code),
            ("redirect_uri", "urn:ietf:wg:oauth:2.0:oob"), ("code_verifier", verifier ?? self.verifier),
        ])
    }
}
