// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk

/// A button. What it does may take its time and may fail; pressing again cancels the run of the press before.
public final class Button: Widget {
    /// How much a button stands out.
    public enum Style: Sendable, Hashable {
        /// As buttons are where it stands.
        case standard
        /// The one that most people want.
        case suggested
        /// Loses something.
        case destructive
        /// Without a frame.
        case flat
    }

    /// Makes a button. With an icon the title is its tooltip and its spoken name, unless `showsTitle`.
    public init(
        _ title: String, icon: Icon? = nil, showsTitle: Bool = false, style: Style = .standard,
        action: @escaping @MainActor () async throws -> Void
    ) {
        unsafe super.init(sinking: UnsafeMutableRawPointer(gtk_button_new()))
        self.title = title
        if let icon, showsTitle {
            let content: UnsafeMutableRawPointer = unsafe UnsafeMutableRawPointer(adw_button_content_new())
            unsafe adw_button_content_set_icon_name(content.opaque, icon.name)
            unsafe adw_button_content_set_label(content.opaque, title)
            unsafe gtk_button_set_child(pointer.as(), content.as())
        } else if let icon {
            unsafe gtk_button_set_icon_name(pointer.as(), icon.name)
            tooltip = title
        } else {
            unsafe gtk_button_set_label(pointer.as(), title)
        }
        accessibleName = title
        switch style {
        case .standard: break
        case .suggested: addClass("suggested-action")
        case .destructive: addClass("destructive-action")
        case .flat: addClass("flat")
        }
        unsafe pointer.on("clicked") { [weak self] _ in self?.run(action) }
    }

    private var title = ""

    /// Replaces the icon of a button that has one.
    public func setIcon(_ icon: Icon, title: String) {
        unsafe gtk_button_set_icon_name(pointer.as(), icon.name)
        tooltip = title
        accessibleName = title
    }
}
