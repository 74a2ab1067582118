// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk

extension Window {
    /// The window's own keys and those of `keyCommands`, in the order of the list.
    var allKeyCommands: [KeyCommand] {
        let group = word("keys.window")
        return keyCommands + [
            KeyCommand(word("keys.nextPane"), keys: "F6", group: group) { [weak self] in self?.movePane(by: 1) },
            KeyCommand(word("keys.previousPane"), keys: "<Shift>F6", group: group) { [weak self] in
                self?.movePane(by: -1)
            },
            KeyCommand(word("keys.sidebar"), keys: "F9", group: group) { [weak self] in
                self?.isSidebarShown.toggle()
            },
            KeyCommand(word("keys.list"), keys: "<Control>question|<Control>F1", group: group) { [weak self] in
                self?.showKeys()
            },
            KeyCommand(word("keys.close"), keys: "<Control>w|<Control>q", group: group) { [weak self] in
                self?.close()
            },
        ]
    }

    func listenToKeys() {
        var pressed: [(keys: String, press: @MainActor () -> Bool)] = []
        for command in allKeyCommands {
            let press: @MainActor () -> Bool = { [weak self] in
                self?.run(command.action)
                return self != nil
            }
            pressed.append((command.keys, press))
        }
        pressed.append(("Escape", { [weak self] in self?.closeTopmost() ?? false }))
        keyListener.listen(to: pressed)
    }

    /// Closes a sheet or panel that lies open; false where there is none.
    private func closeTopmost() -> Bool {
        guard shell.showsPanel || (shell.showsSidebar && isNarrow) else { return false }
        closeSheet()
        return true
    }

    /// Shows every key that does something in this window.
    public func showKeys() {
        var groups: [(title: String, commands: [KeyCommand])] = []
        for command in allKeyCommands + mapKeyCommands {
            if let place = groups.firstIndex(where: { $0.title == command.group }) {
                groups[place].commands.append(command)
            } else {
                groups.append((command.group, [command]))
            }
        }
        var text = "<interface><object class=\"GtkShortcutsWindow\" id=\"keys\"><property name=\"modal\">1</property>"
        text += "<child><object class=\"GtkShortcutsSection\"><property name=\"section-name\">keys</property>"
        text += "<property name=\"max-height\">12</property>"
        for group in groups {
            text += "<child><object class=\"GtkShortcutsGroup\"><property name=\"title\">\(escaped(group.title))"
            text += "</property>"
            for command in group.commands {
                let first = command.keys.prefix { $0 != "|" }
                text += "<child><object class=\"GtkShortcutsShortcut\"><property name=\"accelerator\">"
                text += escaped(String(first)) + "</property><property name=\"title\">\(escaped(command.title))"
                text += "</property></object></child>"
            }
            text += "</object></child>"
        }
        text += "</object></child></object></interface>"
        guard let builder = unsafe gtk_builder_new_from_string(text, -1) else { return }
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(builder)) }
        guard let made = unsafe gtk_builder_get_object(builder, "keys") else { return }
        let list = unsafe Widget(wrapping: UnsafeMutableRawPointer(made))
        unsafe gtk_window_set_transient_for(list.pointer.as(), pointer.as())
        keyList = list
        unsafe list.pointer.on("close-request") { [weak self] signal in
            self?.keyList = nil
            signal.answer(false)
        }
        unsafe gtk_window_present(list.pointer.as())
    }

    /// What keys do while the map has the keyboard; told in the list, done by the map.
    private var mapKeyCommands: [KeyCommand] {
        guard content is MapView else { return [] }
        let lines: [(String, String)] = [
            ("keys.map.pan", "Left"), ("keys.map.panFine", "<Shift>Left"), ("keys.map.zoomIn", "plus"),
            ("keys.map.zoomOut", "minus"), ("keys.map.north", "n"), ("keys.map.whole", "0"),
            ("keys.map.ask", "Return"), ("keys.map.menu", "Menu"), ("keys.map.next", "period"),
            ("keys.map.previous", "comma"), ("keys.map.location", "l"), ("keys.map.basemap", "b"),
        ]
        return lines.map { KeyCommand(word($0.0), keys: $0.1, group: word("keys.map")) {} }
    }

    // MARK: Panes

    /// Moves the keyboard to the next part of the window that can have it, round at the ends.
    func movePane(by step: Int) {
        let panes = panes.filter { unsafe gtk_widget_get_mapped($0.pointer.as()) != 0 }
        guard !panes.isEmpty else { return }
        let focus = unsafe gtk_window_get_focus(pointer.as())
        let now = panes.lastIndex { pane in
            guard let focus = unsafe focus else { return false }
            return unsafe gtk_widget_is_ancestor(focus, pane.pointer.as()) != 0 || focus == pane.pointer.as()
        }
        unsafe gtk_window_set_focus_visible(pointer.as(), 1)
        for turn in 1...panes.count {
            let start = now ?? (step > 0 ? -1 : panes.count)
            let next = panes[((start + step * turn) % panes.count + panes.count) % panes.count]
            // The toolkit begins at the first control of a part that does not have the keyboard.
            unsafe gtk_window_set_focus(pointer.as(), nil)
            if unsafe gtk_widget_child_focus(next.pointer.as(), GTK_DIR_TAB_FORWARD) != 0 { return }
        }
        if let focus = unsafe focus { unsafe gtk_widget_grab_focus(focus) }
    }
}
