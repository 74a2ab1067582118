// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk

/// One line of a list: a title, a second line for a fact, something at either end, and what a press does.
public final class Row: Widget {
    let action: (@MainActor () async throws -> Void)?

    /// Makes a row. `detail` is read again whenever something observable that it read changes; an empty text is no second line.
    public init(
        _ title: String, detail: (@MainActor () -> String)? = nil, leading: Widget? = nil, trailing: [Widget] = [],
        action: (@MainActor () async throws -> Void)? = nil
    ) {
        self.action = action
        unsafe super.init(sinking: UnsafeMutableRawPointer(adw_action_row_new()))
        unsafe adw_preferences_row_set_use_markup(pointer.as(), 0)
        unsafe adw_preferences_row_set_title(pointer.as(), title)
        if let leading { unsafe adw_action_row_add_prefix(pointer.as(), leading.pointer.as()) }
        for widget in trailing {
            widget.align(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
            unsafe adw_action_row_add_suffix(pointer.as(), widget.pointer.as())
        }
        kept = trailing + (leading.map { [$0] } ?? [])
        unsafe gtk_list_box_row_set_activatable(pointer.as(), action == nil ? 0 : 1)
        // A row with nothing but a switch is pressed to turn it.
        if action == nil, trailing.count == 1, let toggle = trailing[0] as? Switch { activates(toggle) }
        if let detail {
            watch { row in
                let text = detail()
                unsafe adw_action_row_set_subtitle(row.pointer.as(), text)
            }
        }
    }

    /// Makes a row of one line that does something.
    public convenience init(
        _ title: String, leading: Widget? = nil, trailing: [Widget] = [],
        action: @escaping @MainActor () async throws -> Void
    ) {
        self.init(title, detail: nil, leading: leading, trailing: trailing, action: action)
    }

    /// The first line.
    public var title: String {
        get { unsafe adw_preferences_row_get_title(pointer.as())?.text ?? "" }
        set { unsafe adw_preferences_row_set_title(pointer.as(), newValue) }
    }
    /// The second line.
    public var detail: String {
        get { unsafe adw_action_row_get_subtitle(pointer.as())?.text ?? "" }
        set { unsafe adw_action_row_set_subtitle(pointer.as(), newValue) }
    }
    /// A press on the row does what a press on this widget does.
    func activates(_ widget: Widget) { unsafe adw_action_row_set_activatable_widget(pointer.as(), widget.pointer.as()) }
}
