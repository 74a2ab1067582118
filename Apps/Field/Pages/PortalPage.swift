// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
package import Foundation
package import Groma
package import GromaGTK

/// A portal: its address, who asks, and its maps.
@MainActor
package final class PortalPage {
    /// What the page leads to.
    package struct Ways {
        var back: @MainActor () -> Void
        var show: @MainActor (PortalItem) -> Void
        /// Shows an address in the person's browser; nil takes the desktop's.
        var openBrowser: (@Sendable (URL) async throws -> Void)?
        /// Called with an address that answered.
        var remember: @MainActor (String) -> Void

        package init(
            back: @escaping @MainActor () -> Void, show: @escaping @MainActor (PortalItem) -> Void,
            openBrowser: (@Sendable (URL) async throws -> Void)? = nil,
            remember: @escaping @MainActor (String) -> Void
        ) {
            self.back = back
            self.show = show
            self.openBrowser = openBrowser
            self.remember = remember
        }
    }
    private let accounts: Accounts
    private let ways: Ways
    private let address: EntryRow
    private let user = EntryRow(say("portal.user"))
    private let password = EntryRow(say("portal.password"), isSecret: true)
    private let stays: Switch
    private let found = Stack(.vertical, spacing: 6)
    private let status = Label("", style: .dim)
    private let account = Slot()
    private let content: Widget
    private var waiting: Task<Void, any Error>?

    package init(accounts: Accounts, address: String, ways: Ways) {
        self.accounts = accounts
        self.ways = ways
        self.address = EntryRow(say("portal.address"), text: address)
        stays = Switch(say("signIn.stay"), isOn: false) { _ in }
        let column = Stack(.vertical, spacing: 12, [Form([self.address])])
        content = ScrollView(column, maximumWidth: 460)
        let show = Button(say("portal.show"), style: .suggested) { [weak self] in try await self?.ask() }
        for widget in [show, status, found, Label(say("signIn.title"), style: .heading), account] {
            column.append(widget)
        }
        column.margin = 12
        tell("")
        self.address.onSubmit { [weak self] in try await self?.ask() }
        password.onSubmit { [weak self] in try await self?.signIn() }
        account.watch { [weak self] _ in
            guard let self else { return }
            let names = self.accounts.names, isDurable = self.accounts.isDurable
            // Outside of what is watched: what the address says is no part of it.
            Task { self.showAccount(names, isDurable) }
        }
    }

    package func show(in window: Window) {
        window.show(page: self, content, titled: say("portal")) { [weak self, ways] in
            self?.waiting?.cancel()
            ways.back()
        }
        address.focus()
    }

    private func portalURL() throws -> URL {
        var text = address.text.trimmingCharacters(in: .whitespaces)
        if !text.contains("://") { text = "https://" + text }
        while text.hasSuffix("/") { text.removeLast() }
        guard let url = URL(string: text), url.host() != nil else {
            throw ServiceError(.unsupported, say("portal.noAddress", address.text))
        }
        return url
    }

    // MARK: Maps

    private func ask() async throws {
        let portal = accounts.portal(try portalURL())
        found.removeAll()
        tell(say("portal.looking"))
        do {
            var query = PortalQueryParameters(query: "type:\"Web Map\" -tags:basemap")
            query.limit = 50
            let maps = try await portal.findItems(using: query).results
            var rows: [Row] = []
            for item in maps {
                let title = try await item.title()
                rows.append(Row(title, leading: IconView(.map)) { [ways] in ways.show(item) })
            }
            tell(rows.isEmpty ? say("portal.none") : "")
            if !rows.isEmpty { found.append(List(rows)) }
            ways.remember(address.text)
        } catch {
            tell("")
            throw error
        }
    }

    /// A line below the button; an empty one takes no room.
    private func tell(_ text: String) {
        status.text = text
        status.isVisible = !text.isEmpty
    }

    // MARK: Who asks

    /// The one who is signed in at the portal of the address, or the ways to sign in.
    private func showAccount(_ names: [URL: String], _ isDurable: Bool?) {
        guard waiting == nil else { return }
        if let url = try? portalURL(), let name = names[url] {
            let out = Button(say("signIn.out")) { [accounts] in try await accounts.signOut(of: url) }
            let column = Stack(
                .vertical, spacing: 12, [List([Row(name, detail: { url.absoluteString }, trailing: [out])])])
            if isDurable == false { column.append(Label(say("signIn.notDurable"), style: .caption)) }
            account.content = column
            return
        }
        let browser = Button(say("signIn.browser")) { [weak self] in try await self?.signInInBrowser() }
        let button = Button(say("signIn.password")) { [weak self] in try await self?.signIn() }
        let stay = List([Row(say("signIn.stay"), detail: { say("signIn.stay.detail") }, trailing: [stays])])
        // What is in the old ones comes free before the new ones take it.
        account.content = nil
        account.content = Stack(
            .vertical, spacing: 12,
            [browser, Label(say("signIn.or"), style: .caption), Form([user, password]), stay, button])
    }

    private func signInInBrowser() async throws {
        let url = try portalURL()
        let cancel = Button(say("signIn.cancel")) { [weak self] in self?.waiting?.cancel() }
        let spinner = Spinner(say("signIn.waiting"))
        account.content = Stack(.vertical, spacing: 12, [spinner, Label(say("signIn.waiting"), style: .dim), cancel])
        let window = content.window
        let open: @Sendable (URL) async throws -> Void =
            ways.openBrowser ?? { [weak window] url in try await window?.openInBrowser(url) }
        let task = Task { [accounts] in try await accounts.signInInBrowser(at: url, open: open) }
        waiting = task
        defer {
            waiting = nil
            showAccount(accounts.names, accounts.isDurable)
        }
        do {
            try await task.value
        } catch let error as ServiceError where error.code == .cancelled && accounts.names[url] == nil {
            window?.toast(say("signIn.cancelled"))
            return
        }
        try await told(url)
    }

    private func signIn() async throws {
        let url = try portalURL()
        guard !user.text.isEmpty else { throw ServiceError(.unsupported, say("signIn.noName")) }
        try await accounts.signIn(
            at: url, user: user.text, password: password.text, staysSignedIn: stays.isOn)
        password.text = ""
        try await told(url)
    }

    /// Says who it is, and shows the maps they may see.
    private func told(_ url: URL) async throws {
        if let name = accounts.names[url] { content.window?.toast(say("signIn.as", name)) }
        try await ask()
    }
}
