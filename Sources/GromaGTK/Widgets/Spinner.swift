// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk

/// Something is going on, for a time nobody knows.
public final class Spinner: Widget {
    /// Makes a spinner that turns; `title` is what a screen reader says.
    public init(_ title: String) {
        unsafe super.init(sinking: UnsafeMutableRawPointer(gtk_spinner_new()))
        unsafe gtk_spinner_start(pointer.opaque)
        accessibleName = title
    }
}

/// One of two states, changed by a press.
public final class Switch: Widget {
    private var isSetting = false

    /// Makes a switch; `changed` is called when a person turns it.
    public init(_ title: String, isOn: Bool, changed: @escaping @MainActor (Bool) -> Void) {
        unsafe super.init(sinking: UnsafeMutableRawPointer(gtk_switch_new()))
        accessibleName = title
        self.isOn = isOn
        align(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
        unsafe pointer.on("notify::active") { [weak self] _ in
            guard let self, !isSetting else { return }
            changed(self.isOn)
        }
    }

    /// Whether it is on. Setting it does not call back.
    public var isOn: Bool {
        get { unsafe gtk_switch_get_active(pointer.opaque) != 0 }
        set {
            isSetting = true
            unsafe gtk_switch_set_active(pointer.opaque, newValue ? 1 : 0)
            isSetting = false
        }
    }
}
