// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk

/// Anything that stands in a window.
///
/// A widget keeps what is put into it, and is kept by what it is put into; the toolkit's own object lives as long as either needs it.
@MainActor
public class Widget {
    let reference: ObjectReference
    /// What must live as long as this: children, drawing objects, controllers.
    var kept: [AnyObject] = []
    private var watches: [Watch] = []
    let actions = ActionRun()

    init(sinking pointer: UnsafeMutableRawPointer) { reference = unsafe ObjectReference(sinking: pointer) }

    /// Takes in a widget that was made by other means: a pointer to a `GtkWidget`, of which a reference is kept.
    public init(wrapping pointer: UnsafeMutableRawPointer) { reference = unsafe ObjectReference(sinking: pointer) }

    /// The toolkit's widget, a `GtkWidget`, for other bindings. Valid as long as this object lives.
    public var pointer: UnsafeMutableRawPointer { unsafe reference.pointer }

    /// Can be used while `condition` is true; asked again whenever something observable that it read changes.
    @discardableResult
    public func enabled(_ condition: @escaping @MainActor () -> Bool) -> Self {
        watch { unsafe gtk_widget_set_sensitive($0.pointer.as(), condition() ? 1 : 0) }
    }

    /// Is there while `condition` is true; asked again whenever something observable that it read changes.
    @discardableResult
    public func visible(_ condition: @escaping @MainActor () -> Bool) -> Self {
        watch { unsafe gtk_widget_set_visible($0.pointer.as(), condition() ? 1 : 0) }
    }

    /// Runs `update` now and whenever something observable that it read changes, as long as the widget lives.
    @discardableResult
    public func watch(_ update: @escaping @MainActor (Widget) -> Void) -> Self {
        watches.append(Watch { [weak self] in if let self { update(self) } })
        return self
    }

    /// Whether the widget can be used. What `enabled` says last wins.
    public var isEnabled: Bool {
        get { unsafe gtk_widget_get_sensitive(pointer.as()) != 0 }
        set { unsafe gtk_widget_set_sensitive(pointer.as(), newValue ? 1 : 0) }
    }
    /// Whether the widget is there. What `visible` says last wins.
    public var isVisible: Bool {
        get { unsafe gtk_widget_get_visible(pointer.as()) != 0 }
        set { unsafe gtk_widget_set_visible(pointer.as(), newValue ? 1 : 0) }
    }
    /// A name by which styles, tests and assistive tools of the developer find the widget; people don't see it.
    public var name: String {
        get { unsafe gtk_widget_get_name(pointer.as())?.text ?? "" }
        set { unsafe gtk_widget_set_name(pointer.as(), newValue) }
    }
    /// Shown when the pointer rests on the widget.
    public var tooltip: String {
        get { unsafe gtk_widget_get_tooltip_text(pointer.as())?.text ?? "" }
        set { unsafe gtk_widget_set_tooltip_text(pointer.as(), newValue.isEmpty ? nil : newValue) }
    }
    /// What a screen reader says. Buttons and labels say their title by themselves.
    public var accessibleName: String = "" {
        didSet { unsafe cgtk_set_accessible_text(pointer, GTK_ACCESSIBLE_PROPERTY_LABEL, accessibleName) }
    }
    /// The widget's size now, in device-independent pixels; zeros before it is shown.
    public var size: (width: Int, height: Int) {
        unsafe (Int(gtk_widget_get_width(pointer.as())), Int(gtk_widget_get_height(pointer.as())))
    }
    /// The room around the widget in device-independent pixels.
    public var margin: Int {
        get { unsafe Int(gtk_widget_get_margin_top(pointer.as())) }
        set { setMargins(top: newValue, bottom: newValue, start: newValue, end: newValue) }
    }
    /// Takes the room that others in the same row or column leave.
    public func fill() { expand(horizontally: true) }
    /// Lets an object live as long as the widget.
    public func keep(_ object: AnyObject) { kept.append(object) }
    /// Moves the keyboard to the widget.
    public func focus() { unsafe gtk_widget_grab_focus(pointer.as()) }

    /// The window the widget stands in; nil before it is put into one.
    public var window: Window? {
        guard let root = unsafe gtk_widget_get_root(pointer.as()) else { return nil }
        return unsafe Window.open[UnsafeMutableRawPointer(root)]?.window
    }

    /// Runs what a person asked for; an error is shown by the window around, in words.
    func run(_ action: @escaping @MainActor () async throws -> Void) {
        actions.start(action) { [weak self] error in (self?.window ?? Window.last)?.show(error) }
    }
}

extension Widget {
    func addClass(_ names: String...) { for name in names { unsafe gtk_widget_add_css_class(pointer.as(), name) } }
    func setClass(_ name: String, _ isOn: Bool) {
        if isOn {
            unsafe gtk_widget_add_css_class(pointer.as(), name)
        } else {
            unsafe gtk_widget_remove_css_class(pointer.as(), name)
        }
    }
    func expand(horizontally: Bool? = nil, vertically: Bool? = nil) {
        if let horizontally { unsafe gtk_widget_set_hexpand(pointer.as(), horizontally ? 1 : 0) }
        if let vertically { unsafe gtk_widget_set_vexpand(pointer.as(), vertically ? 1 : 0) }
    }
    func align(_ horizontal: GtkAlign, _ vertical: GtkAlign) {
        unsafe gtk_widget_set_halign(pointer.as(), horizontal)
        unsafe gtk_widget_set_valign(pointer.as(), vertical)
    }
    func setMargins(top: Int, bottom: Int, start: Int, end: Int) {
        unsafe gtk_widget_set_margin_top(pointer.as(), Int32(top))
        unsafe gtk_widget_set_margin_bottom(pointer.as(), Int32(bottom))
        unsafe gtk_widget_set_margin_start(pointer.as(), Int32(start))
        unsafe gtk_widget_set_margin_end(pointer.as(), Int32(end))
    }
    func requestSize(width: Int = -1, height: Int = -1) {
        unsafe gtk_widget_set_size_request(pointer.as(), Int32(width), Int32(height))
    }
}
