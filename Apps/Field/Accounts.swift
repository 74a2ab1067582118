// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
package import Foundation
package import Groma
import GromaGTK
import Observation

/// Who is signed in where. Nobody is, until a person does it.
@MainActor @Observable
package final class Accounts {
    /// Carries the requests of all portals, with the right name to each.
    @ObservationIgnored package let client: ServiceClient
    /// The names of the people signed in, by the portal's address.
    package private(set) var names: [URL: String] = [:]
    /// False where the desktop has no keyring: then a sign-in ends with the app. Nil before anybody asked.
    package private(set) var isDurable: Bool?
    @ObservationIgnored private var vault: (any CredentialVault)?
    @ObservationIgnored private let openVault: @MainActor () async -> any CredentialVault
    /// Called when somebody has signed in or out.
    @ObservationIgnored var onChange: @MainActor () -> Void = {}

    package init(
        client: ServiceClient = ServiceClient(),
        vault: @escaping @MainActor () async -> any CredentialVault = { await SecretServiceVault.desktop() }
    ) {
        self.client = client
        openVault = vault
    }

    func portal(_ url: URL) -> Portal { Portal(url: url, client: client) }

    /// The portals to open the keyring for at the next start.
    package var rememberedPortals: [String] { names.keys.map(\.absoluteString).sorted() }

    /// Signs in where somebody was signed in before. What can't be had any more is left out: then the portal is asked without a name.
    package func restore(_ portals: [String]) async {
        for url in portals.compactMap(URL.init(string:)) {
            guard let kept = try? await theVault().credential(for: url) else { continue }
            portal(url).signIn(kept.credential(for: portal(url)))
            names[url] = kept.username
        }
    }

    /// Signs in in the browser; `open` shows an address there. Ends when its task is cancelled.
    func signInInBrowser(at url: URL, open: @escaping @Sendable (URL) async throws -> Void) async throws {
        let portal = portal(url)
        guard let clientID = try await portal.offeredClientIDs().first,
            let redirect = URL(string: "http://127.0.0.1/")
        else { throw ServiceError(.unsupported, say("signIn.notOffered")) }
        let credential = try await portal.signIn(
            with: OAuthUserConfiguration(portalURL: url, clientID: clientID, redirectURL: redirect),
            browser: LoopbackBrowser(open: open))
        try await signedIn(url, credential.username, KeptCredential(credential))
    }

    /// Signs in with a name and a password. They are kept only when the person wants to stay signed in.
    func signIn(at url: URL, user: String, password: String, staysSignedIn: Bool) async throws {
        try await portal(url).signIn(user: user, password: password)
        try await signedIn(url, user, staysSignedIn ? .user(name: user, password: password) : nil)
    }

    func signOut(of url: URL) async throws {
        portal(url).signOut()
        names[url] = nil
        onChange()
        try await theVault().remove(for: url)
    }

    private func signedIn(_ url: URL, _ name: String, _ kept: KeptCredential?) async throws {
        names[url] = name
        onChange()
        if let kept { try await theVault().save(kept, for: url) }
    }

    private func theVault() async -> any CredentialVault {
        if let vault { return vault }
        let opened = await openVault()
        // Another task may have been faster.
        if let vault { return vault }
        vault = opened
        isDurable = opened.isDurable
        return opened
    }
}
