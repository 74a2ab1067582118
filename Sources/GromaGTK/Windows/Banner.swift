// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk

/// What is still true and worth a line below the header.
public struct Banner {
    /// How much it matters.
    public enum Kind: Sendable, Hashable { case info, warning, error }
    /// The first line.
    public var title: String
    /// The second line; empty for none.
    public var detail: String
    /// How much it matters.
    public var kind: Kind
    /// One thing to do about it.
    public var button: (title: String, action: @MainActor () async throws -> Void)?

    /// Made by a map view of its layers, and taken back by it.
    var isOfLayers = false

    /// Makes a banner.
    public init(
        _ title: String, detail: String = "", kind: Kind = .info,
        button: (title: String, action: @MainActor () async throws -> Void)? = nil
    ) {
        self.title = title
        self.detail = detail
        self.kind = kind
        self.button = button
    }
}

/// The place below the header where a banner stands.
@MainActor
final class BannerBar: Widget {
    init() {
        unsafe super.init(sinking: UnsafeMutableRawPointer(gtk_info_bar_new()))
        unsafe gtk_info_bar_set_revealed(pointer.opaque, 0)
        unsafe gtk_info_bar_set_show_close_button(pointer.opaque, 1)
        unsafe pointer.on("response") { [weak self] signal in
            // Only the cross answers this one; the button has its own signal.
            if signal.int(1) == Int(GTK_RESPONSE_CLOSE.rawValue) { self?.banner = nil }
        }
    }

    var banner: Banner? {
        didSet {
            show()
            changed(banner)
        }
    }
    var changed: @MainActor (Banner?) -> Void = { _ in }

    private func show() {
        guard let banner else { return unsafe gtk_info_bar_set_revealed(pointer.opaque, 0) }
        for case let widget as Widget in kept { unsafe gtk_info_bar_remove_child(pointer.opaque, widget.pointer.as()) }
        let text = Stack(.vertical, spacing: 2)
        text.expand(horizontally: true)
        text.append(Label(banner.title, style: .heading))
        if !banner.detail.isEmpty { text.append(Label(banner.detail)) }
        let row = Stack(.horizontal, spacing: 12, [text])
        if let button = banner.button {
            let action = Button(button.title) { [weak self] in
                self?.banner = nil
                try await button.action()
            }
            action.align(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
            row.append(action)
        }
        row.expand(horizontally: true)
        unsafe gtk_info_bar_add_child(pointer.opaque, row.pointer.as())
        kept = [row]
        let kind: GtkMessageType =
            switch banner.kind {
            case .info: GTK_MESSAGE_INFO
            case .warning: GTK_MESSAGE_WARNING
            case .error: GTK_MESSAGE_ERROR
            }
        unsafe gtk_info_bar_set_message_type(pointer.opaque, kind)
        unsafe gtk_info_bar_set_revealed(pointer.opaque, 1)
    }
}
