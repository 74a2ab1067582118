// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaServices
import Testing

@Suite("The server's side of the sign-in", .timeLimit(.minutes(10)))
struct OAuthServerTests {
    @Test("a code is good once; shown again it gives nothing, and what it gave before counts no more")
    func replay() async throws {
        try await PeerServer.run { peer in
            let raw = RawSignIn(server: peer)
            let code = try await raw.code()
            #expect(code.utf8.count == 43)
            let first = try await raw.exchange(code)
            #expect(first["username"] == "editor" && first["expires_in"] == "1800")
            let refresh = try #require(first["refresh_token"])
            func renew() async throws -> [String: String] {
                try await raw.token([
                    ("grant_type", "refresh_token"), ("client_id", raw.clientID), ("refresh_token", refresh),
                ])
            }
            #expect(try await renew()["access_token"] != nil)
            #expect(try await raw.exchange(code)["refusal"]?.contains("used before") == true)
            #expect(try await renew()["refusal"] != nil)
        }
    }

    @Test("a wrong verifier is refused and uses the code up; so do another program and another address")
    func verifier() async throws {
        try await PeerServer.run { peer in
            let raw = RawSignIn(server: peer)
            for wrong in [String(repeating: "A", count: 43), "short", String(repeating: "A", count: 200)] {
                let code = try await raw.code()
                #expect(try await raw.exchange(code, verifier: wrong)["refusal"] != nil)
                #expect(try await raw.exchange(code)["refusal"] != nil)
            }
            let code = try await raw.code()
            let elsewhere = try await raw.token([
                ("grant_type", "authorization_code"), ("client_id", raw.clientID), ("code", code),
                ("redirect_uri", "http://127.0.0.1:1/"), ("code_verifier", raw.verifier),
            ])
            #expect(elsewhere["refusal"]?.contains("another") == true)
            #expect(try await raw.token([("grant_type", "password"), ("client_id", raw.clientID)])["refusal"] != nil)
            #expect(try await raw.token([("grant_type", "refresh_token"), ("client_id", "who")])["refusal"] != nil)
        }
    }

    @Test("a code lasts two minutes, a form ten")
    func ends() async throws {
        try await PeerServer.run { peer in
            let raw = RawSignIn(server: peer)
            let browser = FakeBrowser()
            let code = try await raw.code()
            let page = try await browser.get(raw.page)
            peer.putClockForward(hours: 1)
            #expect(try await raw.exchange(code)["refusal"] != nil)
            let late = try await browser.submit(page, user: "editor", password: PeerServer.password)
            #expect(late.status == 400 && late.text.contains("run out"))
        }
    }

    @Test("an unknown program and an address that is not its own are shown as a page, never sent anywhere")
    func unknown() async throws {
        try await PeerServer.run { peer in
            let browser = FakeBrowser()
            var raw = RawSignIn(server: peer)
            raw.clientID = "stranger"
            #expect(try await browser.get(raw.page).status == 400)
            raw.clientID = "groma-field"
            for redirect in [
                "https://evil.example/", "http://127.0.0.1.evil.example/", "http://127.0.0.1:80@evil.example/",
                "javascript:alert(1)", "http://127.0.0.1/other", "//evil.example", "http://127.0.0.1/?x=1", "",
            ] {
                raw.redirect = redirect
                let page = try await browser.get(raw.page)
                #expect(page.status == 400 && page.ticket == nil && page.url.host() == "127.0.0.1", "\(redirect)")
            }
            // A good address without PKCE goes back to the program with the reason; nobody is there to hear it.
            raw.redirect = "urn:ietf:wg:oauth:2.0:oob"
            raw.method = "plain"
            #expect(try await browser.get(raw.page).status == 400)
            raw.method = "S256"
            raw.challenge = "short"
            #expect(try await browser.get(raw.page).status == 400)
        }
    }

    @Test("a form's ticket, a code and a refresh token are no access tokens; the pages can't be framed or kept")
    func kinds() async throws {
        try await PeerServer.run { peer in
            let raw = RawSignIn(server: peer)
            let browser = FakeBrowser()
            let ticket = try #require(try await browser.get(raw.page).ticket)
            let refresh = try #require(try await raw.exchange(try await raw.code())["refresh_token"])
            for text in [ticket, refresh] {
                let portal = Portal(url: peer.portalURL, client: peer.client())
                portal.signIn(token: text)
                await #expect { try await portal.portalInfo() } throws: {
                    ($0 as? ServiceError)?.code == .authenticationRequired
                }
            }
            let response = try await browser.transport.send(HTTPRequest(url: raw.page))
            #expect(response.headers["x-frame-options"] == "DENY" && response.headers["cache-control"] == "no-store")
            #expect(response.headers["content-security-policy"]?.contains("default-src 'none'") == true)
        }
    }

    @Test("who tries passwords has to wait, in the form as elsewhere")
    func patience() async throws {
        try await PeerServer.run { peer in
            let browser = FakeBrowser()
            var page = try await browser.get(RawSignIn(server: peer).page)
            for _ in 0..<10 { page = try await browser.submit(page, user: "viewer", password: "guess") }
            page = try await browser.submit(page, user: "viewer", password: PeerServer.password)
            #expect(page.text.contains("Too many wrong passwords"))
        }
    }

    @Test("an item becomes a program by its owner; addresses that a browser would run are refused")
    func registration() async throws {
        try await PeerServer.run { peer in
            let admin = try await peer.portal(user: "admin")
            let root = admin.sharingURL
            let made = try await admin.client.json(
                root.appending(path: "content/users/admin/addItem"),
                [("title", "Tree survey"), ("type", "Application")], method: .post)
            let id = try #require(made["id"]?.string)
            func register(_ redirects: String, by portal: Portal) async throws -> JSONValue {
                try await portal.client.json(
                    root.appending(path: "oauth2/registerApp"), [("itemId", id), ("redirect_uris", redirects)],
                    method: .post)
            }
            for bad in [#"["javascript:alert(1)"]"#, #"["http://evil.example/"]"#, "[]", #"["data:text/html,x"]"#] {
                await #expect(throws: ServiceError.self) { try await register(bad, by: admin) }
            }
            let viewer = try await peer.portal(user: "viewer")
            await #expect(throws: ServiceError.self) { try await register(#"["my-app://auth"]"#, by: viewer) }
            #expect(try await register(#"["my-app://auth"]"#, by: admin)["client_id"]?.string == id)
            var raw = RawSignIn(server: peer)
            raw.clientID = id
            raw.redirect = "my-app://auth"
            let page = try await FakeBrowser().get(raw.page)
            #expect(page.status == 200 && page.text.contains("Tree survey"))
        }
    }
}
