// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk

/// Choices one below the other, of which one is taken: for more than fit side by side, and for such that need a word of explanation.
public final class ChoiceList: Widget {
    private var buttons: [Widget] = []
    private var isSetting = false
    private let changed: @MainActor (Int) -> Void

    /// Makes choices with a second line each, empty for none; `changed` is called with the place of one that a person takes.
    public init(
        _ choices: [(title: String, detail: String)], selectedIndex: Int = 0,
        changed: @escaping @MainActor (Int) -> Void
    ) {
        self.selectedIndex = selectedIndex
        self.changed = changed
        unsafe super.init(sinking: UnsafeMutableRawPointer(gtk_list_box_new()))
        unsafe gtk_list_box_set_selection_mode(pointer.opaque, GTK_SELECTION_NONE)
        addClass("boxed-list")
        unsafe gtk_widget_set_valign(pointer.as(), GTK_ALIGN_START)
        for (index, choice) in choices.enumerated() {
            let button = unsafe Widget(sinking: UnsafeMutableRawPointer(gtk_check_button_new()))
            if let first = buttons.first {
                unsafe gtk_check_button_set_group(button.pointer.as(), first.pointer.as())
            }
            button.accessibleName = choice.title
            unsafe button.pointer.on("toggled") { [weak self] _ in self?.toggled(index) }
            buttons.append(button)
            let row = Row(choice.title, detail: { choice.detail }, leading: button)
            row.activates(button)
            unsafe gtk_list_box_append(pointer.opaque, row.pointer.as())
            kept.append(row)
        }
        press()
    }

    /// The place of the taken choice. Setting it does not call back.
    public var selectedIndex: Int { didSet { press() } }

    private func press() {
        guard buttons.indices.contains(selectedIndex) else { return }
        isSetting = true
        unsafe gtk_check_button_set_active(buttons[selectedIndex].pointer.as(), 1)
        isSetting = false
    }

    private func toggled(_ index: Int) {
        guard !isSetting, unsafe gtk_check_button_get_active(buttons[index].pointer.as()) != 0 else { return }
        selectedIndex = index
        changed(index)
    }
}
