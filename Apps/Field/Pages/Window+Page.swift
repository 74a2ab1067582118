// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGTK

extension Window {
    /// Shows a page in place of the map: nothing stands beside it, and a button leads back. The page lives as long as it is shown.
    func show(page: AnyObject, _ content: Widget, titled title: String, back: @escaping @MainActor () -> Void) {
        panel = nil
        isSidebarShown = false
        sidebar = nil
        bottomBar = []
        toolbar = []
        leadingToolbar = [Button(say("back"), icon: .back) { back() }]
        self.title = title
        subtitle = ""
        self.content = content
        content.keep(page)
    }
}
