// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk

/// Something that keys do wherever the keyboard is in a window; it stands in the window's list of keys.
public struct KeyCommand {
    /// What it does, for the list.
    public var title: String
    /// The keys as the toolkit writes them, `<Control>comma`; several with a bar between them, of which the list shows the first.
    public var keys: String
    /// The heading in the list.
    public var group: String
    /// What happens; an error is shown by the window.
    public var action: @MainActor () async throws -> Void

    /// Makes a command.
    public init(
        _ title: String, keys: String, group: String = "", action: @escaping @MainActor () async throws -> Void
    ) {
        self.title = title
        self.keys = keys
        self.group = group
        self.action = action
    }
}

/// What listens to the keys of a window's commands.
@MainActor @safe
final class KeyListener {
    private let window: UnsafeMutableRawPointer
    private var controller: UnsafeMutableRawPointer?

    /// The listener may not live longer than its window.
    init(_ window: UnsafeMutableRawPointer) { unsafe self.window = unsafe window }

    /// Listens to these keys in place of those before. A command that answers false leaves the key to others.
    func listen(to commands: [(keys: String, press: @MainActor () -> Bool)]) {
        if let controller = unsafe controller {
            unsafe gtk_widget_remove_controller(window.as(), controller.opaque)
        }
        guard let made = unsafe gtk_shortcut_controller_new() else { return }
        unsafe controller = UnsafeMutableRawPointer(made)
        unsafe gtk_shortcut_controller_set_scope(made.self, GTK_SHORTCUT_SCOPE_GLOBAL)
        for command in commands {
            guard let trigger = unsafe gtk_shortcut_trigger_parse_string(command.keys) else {
                preconditionFailure("\(command.keys) is no key the toolkit knows")
            }
            typealias Press = @MainActor () -> Bool
            let box = unsafe Unmanaged.passRetained(ClosureBox<Press>(command.press)).toOpaque()
            let action = unsafe gtk_callback_action_new(
                { _, _, box in
                    guard let box = unsafe box else { return 0 }
                    return unsafe Unmanaged<ClosureBox<Press>>.fromOpaque(box).takeUnretainedValue().closure() ? 1 : 0
                }, box, { box in if let box = unsafe box { unsafe Unmanaged<AnyObject>.fromOpaque(box).release() } })
            unsafe gtk_shortcut_controller_add_shortcut(made, gtk_shortcut_new(trigger, action))
        }
        unsafe gtk_widget_add_controller(window.as(), made)
    }
}
