// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk

/// A line of a menu, and what it does.
public struct MenuItem {
    /// What it says.
    public var title: String
    /// What a press does; an error is shown by the window.
    public var action: @MainActor () async throws -> Void

    /// Makes a line.
    public init(_ title: String, action: @escaping @MainActor () async throws -> Void) {
        self.title = title
        self.action = action
    }
}

/// A button that opens something above the window: a list, a menu.
public final class MenuButton: Widget {
    private let popover: Widget

    /// Makes a button that opens `content`. With an icon the title is its tooltip and its spoken name.
    public init(_ title: String, icon: Icon? = nil, popover content: Widget) {
        popover = unsafe Widget(sinking: UnsafeMutableRawPointer(gtk_popover_new()))
        unsafe super.init(sinking: UnsafeMutableRawPointer(gtk_menu_button_new()))
        unsafe gtk_popover_set_child(popover.pointer.as(), content.pointer.as())
        unsafe gtk_menu_button_set_popover(pointer.opaque, popover.pointer.as())
        if let icon {
            unsafe gtk_menu_button_set_icon_name(pointer.opaque, icon.name)
            tooltip = title
        } else {
            unsafe gtk_menu_button_set_label(pointer.opaque, title)
        }
        accessibleName = title
        kept = [content]
    }

    /// Makes a button with a menu.
    public convenience init(_ title: String, icon: Icon? = nil, items: [MenuItem]) {
        let stack = Stack(.vertical)
        self.init(title, icon: icon, popover: stack)
        popover.addClass("menu")
        for entry in items {
            let item = Button(entry.title, style: .flat) { [weak self] in
                self?.close()
                try await entry.action()
            }
            item.addClass("menu-item")
            if let label = unsafe gtk_button_get_child(item.pointer.as()) {
                unsafe gtk_widget_set_halign(label, GTK_ALIGN_START)
            }
            stack.append(item)
        }
    }

    /// True for the window's main menu, which F10 opens.
    public var isPrimary: Bool {
        get { unsafe gtk_menu_button_get_primary(pointer.opaque) != 0 }
        set { unsafe gtk_menu_button_set_primary(pointer.opaque, newValue ? 1 : 0) }
    }
    /// Closes what is open.
    public func close() { unsafe gtk_popover_popdown(popover.pointer.as()) }
    /// Opens it as a press does.
    public func open() { unsafe gtk_menu_button_popup(pointer.opaque) }
}
