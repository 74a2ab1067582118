// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Groma
import GromaGTK

/// A portal's maps: its address, who asks, and the list.
@MainActor
final class PortalPage {
    private unowned let app: FieldApp
    private let address: EntryRow
    private let user = EntryRow(say("portal.user"))
    private let password = EntryRow(say("portal.password"), isSecret: true)
    private let found = Stack(.vertical, spacing: 6)
    private let status = Label("", style: .dim)
    private let content: Widget
    private weak var window: Window?

    init(app: FieldApp, address: String) {
        self.app = app
        self.address = EntryRow(say("portal.address"), text: address)
        let form = Form([self.address, user, password])
        let column = Stack(.vertical, spacing: 12, [form])
        content = ScrollView(Clamp(column, maximumWidth: 460))
        let show = Button(say("portal.show"), style: .suggested) { [weak self] in try await self?.ask() }
        column.append(show)
        column.append(status)
        column.append(found)
        column.margin = 12
        for row in [self.address, password] { row.onSubmit { [weak self] in try await self?.ask() } }
    }

    func show(in window: Window) {
        self.window = window
        window.panel = nil
        window.isSidebarShown = false
        window.sidebar = nil
        window.bottomBar = []
        window.toolbar = []
        window.leadingToolbar = [Button(say("back"), icon: .back) { [app] in app.showWelcome() }]
        window.title = say("portal")
        window.subtitle = ""
        window.content = content
        // The page lives as long as its content is shown.
        content.keep(self)
        address.focus()
    }

    private func ask() async throws {
        var text = address.text.trimmingCharacters(in: .whitespaces)
        if !text.contains("://") { text = "https://" + text }
        while text.hasSuffix("/") { text.removeLast() }
        guard let url = URL(string: text), url.host() != nil else {
            throw ServiceError(.unsupported, "\(address.text) is not an address.")
        }
        let name = user.text
        let portal = Portal(url: url, connection: name.isEmpty ? .anonymous : .authenticated)
        found.removeAll()
        status.text = say("portal.looking")
        do {
            if !name.isEmpty { try await portal.signIn(user: name, password: password.text) }
            var query = PortalQueryParameters(query: "type:\"Web Map\"")
            query.limit = 50
            let maps = try await portal.findItems(using: query).results
            var rows: [Row] = []
            for item in maps {
                let title = try await item.title()
                rows.append(Row(title, leading: IconView(.map)) { [app] in app.show(MapPlace(item)) })
            }
            status.text = rows.isEmpty ? say("portal.none") : ""
            if !rows.isEmpty { found.append(List(rows)) }
            app.rememberPortal(address.text)
        } catch {
            status.text = ""
            throw error
        }
    }
}
