// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk

/// A few choices side by side, of which one is taken.
public final class ToggleGroup: Widget {
    private var buttons: [Widget] = []
    private var isSetting = false
    private let changed: @MainActor (Int) -> Void

    /// Makes choices, the first of them taken; `changed` is called with the place of one that a person takes.
    public init(_ titles: [String], changed: @escaping @MainActor (Int) -> Void) {
        self.changed = changed
        unsafe super.init(sinking: UnsafeMutableRawPointer(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)))
        unsafe gtk_box_set_homogeneous(pointer.as(), 1)
        addClass("linked")
        for (index, title) in titles.enumerated() {
            let button = unsafe Widget(sinking: UnsafeMutableRawPointer(gtk_toggle_button_new_with_label(title)))
            if let first = buttons.first { unsafe gtk_toggle_button_set_group(button.pointer.as(), first.pointer.as()) }
            button.accessibleName = title
            unsafe button.pointer.on("toggled") { [weak self] _ in self?.toggled(index) }
            unsafe gtk_box_append(pointer.as(), button.pointer.as())
            buttons.append(button)
        }
        press()
    }

    /// The place of the taken choice. Setting it does not call back.
    public var selectedIndex: Int = 0 { didSet { press() } }

    private func press() {
        guard buttons.indices.contains(selectedIndex) else { return }
        isSetting = true
        unsafe gtk_toggle_button_set_active(buttons[selectedIndex].pointer.as(), 1)
        isSetting = false
    }

    private func toggled(_ index: Int) {
        guard !isSetting, unsafe gtk_toggle_button_get_active(buttons[index].pointer.as()) != 0 else { return }
        selectedIndex = index
        changed(index)
    }
}
