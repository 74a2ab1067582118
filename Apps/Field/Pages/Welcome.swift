// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Groma
import GromaGTK

/// What one sees without a map: ways to open one, and those that were open before.
@MainActor
final class Welcome {
    private let content: Widget

    init(app: FieldApp, recent: [FieldMemory.Recent]) {
        let ways = List([
            Row(
                say("openPortal"), detail: { say("openPortal.detail") }, leading: Self.icon(.server)
            ) { [unowned app] in app.openPortal() },
            Row(say("openFile"), detail: { say("openFile.detail") }, leading: Self.icon(.file)) { [unowned app] in
                try await app.openFile()
            },
            Row(say("preferences"), detail: { say("preferences.all") }, leading: Self.icon(.settings)) {
                [unowned app] in app.showPreferences()
            },
        ])
        ways.accessibleName = say("welcome.ways")
        let column = Stack(.vertical, spacing: 12, [ways])
        if !recent.isEmpty {
            column.append(Label(say("recent"), style: .heading))
            let list = List(
                recent.map { map in
                    Row(map.title.isEmpty ? map.place : map.title, detail: { map.place }, leading: Self.icon(.map)) {
                        [unowned app] in app.open(map.place)
                    }
                })
            list.accessibleName = say("recent.list")
            column.append(list)
        }
        column.append(
            Label(
                say("welcome.privacy"),
                style: .caption))
        column.margin = 12
        let page = StatusPage(
            "Groma Field", detail: say("welcome.detail"), icon: .map,
            content: Clamp(column, maximumWidth: 460))
        content = page
    }

    private static func icon(_ icon: Icon) -> Widget { IconView(icon) }

    func show(in window: Window) {
        window.panel = nil
        window.isSidebarShown = false
        window.sidebar = nil
        window.bottomBar = []
        window.toolbar = []
        window.leadingToolbar = []
        window.title = "Groma Field"
        window.subtitle = ""
        window.content = content
    }
}
