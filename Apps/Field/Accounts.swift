// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
package import Foundation
package import Groma
package import GromaGTK
import Observation

/// Who is signed in where. Nobody is, until a person does it.
@MainActor @Observable
package final class Accounts {
    /// Carries the requests of all portals, with the right name to each.
    @ObservationIgnored package let client: ServiceClient
    /// The names of the people signed in, by the portal's address.
    package private(set) var names: [URL: String] = [:]
    /// Portals that take a sign-in of before no longer.
    package private(set) var expired: [URL] = []
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
        client.credentials.whenRefused { [weak self] url in
            Task { @MainActor in self?.wasRefused(url) }
        }
    }

    /// The sign-in at that server counts no more: what everybody may see is asked for without a name from now on.
    private func wasRefused(_ address: URL) {
        guard let url = names.keys.first(where: { $0.host() == address.host() && $0.port == address.port }) else {
            return
        }
        portal(url).signOut()
        names[url] = nil
        if !expired.contains(url) { expired.append(url) }
        onChange()
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
    package func signInInBrowser(at url: URL, open: @escaping @Sendable (URL) async throws -> Void) async throws {
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

    /// Says in a window that a sign-in has run out, with a way to `signIn` again; nothing else stops.
    package func tellExpiry(in window: Window, signIn: @escaping @MainActor (URL) -> Void) {
        window.watch { [weak self] window in
            guard let portal = self?.expired.last, let window = window as? Window else { return }
            window.banner = Banner(
                say("signedOut", portal.host() ?? portal.absoluteString), detail: say("signedOut.detail"),
                kind: .warning, button: (say("signIn.password"), { signIn(portal) }))
        }
    }

    /// Signs out here at once, then tells the portal. A portal that can't be told lets the tokens end with their time.
    func signOut(of url: URL) async throws {
        let credential = client.credentials.credential(for: url)
        portal(url).signOut()
        names[url] = nil
        expired.removeAll { $0 == url }
        onChange()
        try await theVault().remove(for: url)
        if case .oauth(let user) = credential { try? await user.revokeToken(transport: client.transport) }
    }

    private func signedIn(_ url: URL, _ name: String, _ kept: KeptCredential?) async throws {
        names[url] = name
        expired.removeAll { $0 == url }
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
