// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaServices
import Synchronization
import Testing

@Suite("Sign-in in the browser, our client on our server", .timeLimit(.minutes(10)))
struct OAuthPeerTests {
    private func configuration(_ peer: PeerServer) throws -> OAuthUserConfiguration {
        OAuthUserConfiguration(
            portalURL: peer.portalURL, clientID: "groma-field",
            redirectURL: try #require(URL(string: "http://127.0.0.1/")))
    }

    @Test("a person signs in in the browser, reads what only they may, and is renewed without being asked")
    func whole() async throws {
        try await PeerServer.run { peer in
            let portal = Portal(url: peer.portalURL, client: peer.client())
            #expect(try await portal.userName() == nil)
            #expect(try await portal.offeredClientIDs() == ["groma-field"])
            let credential = try await portal.signIn(
                with: try configuration(peer), browser: FakeBrowser().signingIn("editor"))
            #expect(credential.username == "editor" && credential.refreshToken != nil)
            #expect(abs(credential.accessTokenExpirationDate.timeIntervalSinceNow - 1_800) < 60)
            #expect(try await portal.userName() == "editor")
            let vault = peer.table("Vault", client: portal.client)
            #expect(try await vault.queryFeatureCount(using: QueryParameters()) == 25)
            // An hour later the server wants a new token; the refresh token gets it.
            peer.putClockForward(hours: 1)
            #expect(try await vault.queryFeatureCount(using: QueryParameters()) == 25)
            // What was kept is enough for the next start.
            let kept = try #require(KeptCredential(credential))
            let later = Portal(url: peer.portalURL, client: peer.client())
            later.signIn(kept.credential(for: later))
            #expect(try await later.userName() == "editor")
            // Three weeks later it is not, and the person is told to sign in again.
            peer.putClockForward(hours: 500)
            let last = Portal(url: peer.portalURL, client: peer.client())
            last.signIn(kept.credential(for: last))
            await #expect { try await last.portalInfo() } throws: {
                ($0 as? ServiceError)?.code == .authenticationRequired
            }
            last.signOut()
            #expect(try await last.userName() == nil)
        }
    }

    @Test("tokens that are given back count no more, others stay, and giving back what is no token is no error")
    func revoked() async throws {
        try await PeerServer.run { peer in
            let configuration = try configuration(peer)
            func signIn() async throws -> (portal: Portal, credential: OAuthUserCredential) {
                let portal = Portal(url: peer.portalURL, client: peer.client())
                return (
                    portal,
                    try await portal.signIn(with: configuration, browser: FakeBrowser().signingIn("editor"))
                )
            }
            let first = try await signIn(), second = try await signIn()
            try await first.credential.revokeToken()
            let old = Portal(url: peer.portalURL, client: peer.client())
            old.signIn(token: first.credential.accessToken)
            await #expect { try await old.portalInfo() } throws: {
                ($0 as? ServiceError)?.code == .authenticationRequired
            }
            await #expect { try await first.credential.refreshed() } throws: {
                ($0 as? ServiceError)?.code == .authenticationRequired
            }
            #expect(try await second.portal.userName() == "editor")
            #expect(try await second.credential.refreshed().username == "editor")
            // Twice, and nonsense.
            try await first.credential.revokeToken()
            var none = second.credential
            none.refreshToken = "none of ours"
            none.accessToken = "nor this"
            try await none.revokeToken()
            #expect(try await second.credential.refreshed().username == "editor")
            // What a store has renewed meanwhile is what it says.
            peer.putClockForward(hours: 1)
            #expect(try await second.portal.userName() != nil)
            guard case .oauth(let held) = second.portal.client.credentials.credential(for: peer.portalURL) else {
                Issue.record("nobody is signed in")
                return
            }
            try await held.revokeToken()
            let told = Mutex<[URL]>([])
            second.portal.client.credentials.whenRefused { url in told.withLock { $0.append(url) } }
            await #expect(throws: ServiceError.self) {
                try await peer.table("Vault", client: second.portal.client).queryFeatureCount(using: QueryParameters())
            }
            #expect(told.withLock { $0.count } == 1)
        }
    }

    @Test("a wrong password shows the form again and says so; the right one then goes on")
    func wrongPassword() async throws {
        try await PeerServer.run { peer in
            let seen = Mutex<[String]>([])
            let browser = FakeBrowser()
            let loopback = LoopbackBrowser { url in
                let page = try await browser.get(url)
                let second = try await browser.submit(page, user: "editor", password: "wrong<\"")
                seen.withLock { $0.append(second.text) }
                Task { try await browser.submit(second, user: "editor", password: PeerServer.password) }
            }
            let portal = Portal(url: peer.portalURL, client: peer.client())
            try await portal.signIn(with: try configuration(peer), browser: loopback)
            let text = seen.withLock { $0[0] }
            #expect(text.contains("role=\"alert\"") && text.contains("value=\"editor\"") && !text.contains("wrong<"))
            #expect(try await portal.userName() == "editor")
        }
    }

    @Test("a person who presses Cancel has cancelled; nobody is signed in")
    func cancelled() async throws {
        try await PeerServer.run { peer in
            let browser = FakeBrowser()
            let loopback = LoopbackBrowser { url in
                let page = try await browser.get(url)
                Task { try await browser.get(try #require(page.cancelLink)) }
            }
            let portal = Portal(url: peer.portalURL, client: peer.client())
            let configuration = try configuration(peer)
            await #expect {
                try await portal.signIn(with: configuration, browser: loopback)
            } throws: { ($0 as? ServiceError)?.code == .cancelled }
            let name = try await portal.userName()
            #expect(name == nil)
        }
    }

    @Test("a browser that was closed: the app's Cancel ends the waiting and the port; patience ends too")
    func closedBrowser() async throws {
        try await PeerServer.run { peer in
            let opened = AsyncStream<URL>.makeStream()
            let configuration = try configuration(peer)
            let task = Task {
                try await OAuthUserCredential.credential(
                    for: configuration, browser: LoopbackBrowser { opened.continuation.yield($0) })
            }
            var pages = opened.stream.makeAsyncIterator()
            let page = try #require(await pages.next())
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            let items = try #require(URLComponents(url: page, resolvingAgainstBaseURL: false)?.queryItems)
            let redirect = try #require(items.first { $0.name == "redirect_uri" }?.value.flatMap(URL.init(string:)))
            #expect(redirect.host() == "127.0.0.1" && (redirect.port ?? 0) > 0)
            await #expect {
                try await OAuthUserCredential.credential(
                    for: configuration, browser: LoopbackBrowser(patience: .milliseconds(1)) { _ in })
            } throws: { ($0 as? ServiceError)?.code == .timeout }
            // A browser that can't be opened is the error itself.
            await #expect {
                try await OAuthUserCredential.credential(
                    for: configuration, browser: LoopbackBrowser { _ in throw CocoaError(.fileNoSuchFile) })
            } throws: { $0 is CocoaError }
        }
    }

    @Test("an answer with another state, or with none, is not taken; the port waits for the right one")
    func wrongState() async throws {
        try await PeerServer.run { peer in
            let configuration = try configuration(peer)
            for items in [
                [URLQueryItem(name: "code", value: "x"), URLQueryItem(name: "state", value: "other")],
                [URLQueryItem(name: "code", value: "x")],
            ] {
                await #expect {
                    try await OAuthUserCredential.credential(for: configuration, browser: LyingBrowser { _ in items })
                } throws: { ($0 as? ServiceError)?.code == .unexpectedAnswer }
            }
            let browser = FakeBrowser()
            let statuses = Mutex<[Int]>([])
            let loopback = LoopbackBrowser { url in
                let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
                let redirect = try #require(items.first { $0.name == "redirect_uri" }?.value.flatMap(URL.init(string:)))
                for path in ["?code=forged&state=forged", "?code=forged", "favicon.ico"] {
                    let forged = try #require(URL(string: path, relativeTo: redirect)?.absoluteURL)
                    let status = try await browser.get(forged).status
                    statuses.withLock { $0.append(status) }
                }
                let page = try await browser.get(url)
                Task { try await browser.submit(page, user: "viewer", password: PeerServer.password) }
            }
            let credential = try await OAuthUserCredential.credential(for: configuration, browser: loopback)
            #expect(credential.username == "viewer")
            #expect(statuses.withLock { $0 } == [400, 400, 404])
        }
    }

    @Test("only an address of this machine can be listened on")
    func foreignRedirect() async throws {
        for text in ["https://example.org/", "http://example.org/", "my-app://auth", "http://localhost/"] {
            let url = try #require(URL(string: text))
            await #expect { try await LoopbackBrowser { _ in }.redirectURL(for: url) } throws: {
                ($0 as? ServiceError)?.code == .unsupported
            }
        }
    }
}
