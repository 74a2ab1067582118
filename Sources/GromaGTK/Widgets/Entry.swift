// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk

/// A line that a person writes, with its title inside; stands in a list.
public final class EntryRow: Widget {
    /// Makes an empty line; a secret one shows dots.
    public init(_ title: String, text: String = "", isSecret: Bool = false) {
        unsafe super.init(
            sinking: UnsafeMutableRawPointer(isSecret ? adw_password_entry_row_new() : adw_entry_row_new()))
        unsafe adw_preferences_row_set_title(pointer.as(), title)
        self.text = text
    }

    /// What stands there.
    public var text: String {
        get { unsafe gtk_editable_get_text(pointer.opaque)?.text ?? "" }
        set { unsafe gtk_editable_set_text(pointer.opaque, newValue) }
    }
    /// Called when the Enter key is pressed in the line.
    public func onSubmit(_ action: @escaping @MainActor () async throws -> Void) {
        unsafe pointer.on("entry-activated") { [weak self] _ in self?.run(action) }
    }
}

/// A field to search in a list with.
public final class SearchField: Widget {
    /// Makes an empty field; `changed` is called a moment after a person stopped writing.
    public init(_ title: String, changed: @escaping @MainActor (String) -> Void) {
        unsafe super.init(sinking: UnsafeMutableRawPointer(gtk_search_entry_new()))
        accessibleName = title
        unsafe pointer.set("placeholder-text", title)
        unsafe pointer.on("search-changed") { [weak self] _ in if let self { changed(text) } }
    }

    /// What stands there.
    public var text: String {
        get { unsafe gtk_editable_get_text(pointer.opaque)?.text ?? "" }
        set { unsafe gtk_editable_set_text(pointer.opaque, newValue) }
    }
}
