// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk

/// Text.
public final class Label: Widget {
    /// What a text is for, which says how large and how strong it is.
    public enum Style: Sendable, Hashable {
        case body
        /// The largest.
        case title
        /// Above a group.
        case heading
        /// Beside or below something.
        case caption
        /// As body, less strong.
        case dim
        /// Letters of one width: programs and what they print.
        case code
    }

    /// Makes a text that stays.
    public init(_ text: String, style: Style = .body, isSelectable: Bool = false) {
        unsafe super.init(sinking: UnsafeMutableRawPointer(gtk_label_new(text)))
        setUp(style, isSelectable)
    }

    /// Makes a text that is read again whenever something observable that it read changes.
    public init(_ text: @escaping @MainActor () -> String, style: Style = .body) {
        unsafe super.init(sinking: UnsafeMutableRawPointer(gtk_label_new("")))
        setUp(style, false)
        watch { unsafe gtk_label_set_text($0.pointer.opaque, text()) }
    }

    private func setUp(_ style: Style, _ isSelectable: Bool) {
        unsafe gtk_label_set_wrap(pointer.opaque, 1)
        unsafe gtk_label_set_wrap_mode(pointer.opaque, PANGO_WRAP_WORD_CHAR)
        unsafe gtk_label_set_xalign(pointer.opaque, 0)
        unsafe gtk_label_set_selectable(pointer.opaque, isSelectable ? 1 : 0)
        switch style {
        case .body: break
        case .title: addClass("title-2")
        case .heading: addClass("heading")
        case .caption: addClass("caption", "dim-label")
        case .dim: addClass("dim-label")
        case .code: addClass("monospace")
        }
    }

    /// What it says.
    public var text: String {
        get { unsafe gtk_label_get_text(pointer.opaque)?.text ?? "" }
        set { unsafe gtk_label_set_text(pointer.opaque, newValue) }
    }
    /// Goes on in the next line after so many letters of middling width.
    func limitWidth(characters: Int) { unsafe gtk_label_set_max_width_chars(pointer.opaque, Int32(characters)) }
    /// As many lines as are needed up to a number, cut with an ellipsis where that does not do.
    func limitLines(_ count: Int) {
        unsafe gtk_label_set_lines(pointer.opaque, Int32(count))
        unsafe gtk_label_set_ellipsize(pointer.opaque, PANGO_ELLIPSIZE_END)
    }
    /// One line, cut with an ellipsis where the room ends.
    func singleLine() {
        unsafe gtk_label_set_wrap(pointer.opaque, 0)
        unsafe gtk_label_set_ellipsize(pointer.opaque, PANGO_ELLIPSIZE_END)
    }
    func centered() {
        unsafe gtk_label_set_xalign(pointer.opaque, 0.5)
        unsafe gtk_label_set_justify(pointer.opaque, GTK_JUSTIFY_CENTER)
    }
}
