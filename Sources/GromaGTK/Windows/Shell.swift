// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
import Observation

/// The part of a window below its header: the content, a sidebar at the start and a panel at the end, which are sheets on a phone.
@MainActor @Observable
final class Shell: CustomWidget {
    /// The class of the size it has now.
    private(set) var sizeClass = ShellLayout.SizeClass.full
    /// What of the content is covered by panels, from its edges, in device-independent pixels.
    private(set) var covered = Insets()
    struct Insets: Equatable {
        var top = 0.0
        var left = 0.0
        var bottom = 0.0
        var right = 0.0
    }
    var showsSidebar = false { didSet { if showsSidebar != oldValue { opened(oldValue, showsPanel) } } }
    var showsPanel = false { didSet { if showsPanel != oldValue { opened(showsSidebar, oldValue) } } }
    /// How far the sheet stands open on a phone.
    private(set) var detent = ShellLayout.Detent.half
    /// Called when a person draws the sheet shut.
    @ObservationIgnored var sheetWasClosed: @MainActor () -> Void = {}

    @ObservationIgnored private let content: Widget
    @ObservationIgnored private let sidebar: ShellPart
    @ObservationIgnored private let panel: ShellPart
    @ObservationIgnored private var sheetHeight = 0.0
    @ObservationIgnored private var aim: (from: Double, to: Double, start: Double)?
    @ObservationIgnored private var isDragged = false
    @ObservationIgnored private var lastSize = (width: 0, height: 0)

    init(content: Widget, sidebar: Widget, panel: Widget) {
        self.content = content
        self.sidebar = ShellPart(sidebar, edge: "start")
        self.panel = ShellPart(panel, edge: "end")
        super.init(role: GTK_ACCESSIBLE_ROLE_GROUP, isFocusable: false)
        unsafe insert(content.pointer)
        unsafe insert(self.sidebar.pointer)
        unsafe insert(self.panel.pointer)
        unsafe gtk_widget_set_hexpand(pointer.as(), 1)
        unsafe gtk_widget_set_vexpand(pointer.as(), 1)
        for part in [self.sidebar, self.panel] {
            part.isVisible = false
            part.dragged = { [weak self] change in self?.drag(change) }
            part.released = { [weak self] speed in self?.release(speed) }
            part.pressed = { [weak self] in self?.nextDetent() }
        }
    }

    /// The size that is to come, for those who ask before the first layout.
    func expect(width: Int, height: Int) {
        guard lastSize == (0, 0) else { return }
        let expected = ShellLayout.SizeClass(width: width, height: height)
        if expected != sizeClass { sizeClass = expected }
    }

    /// Moves the sheet to a detent; without effect on other layouts until they become narrow.
    func setDetent(_ detent: ShellLayout.Detent) {
        self.detent = detent
        glide(to: ShellLayout.sheetHeight(detent, in: lastSize.height))
    }

    private var isOpen: Bool { showsSidebar || showsPanel }

    private func opened(_ sidebarBefore: Bool, _ panelBefore: Bool) {
        if isOpen, !(sidebarBefore || panelBefore) { detent = .half }
        // A sheet that closes stays visible until it is down.
        if isOpen || !sizeClass.usesSheets { updateVisibility() }
        glide(to: isOpen ? ShellLayout.sheetHeight(detent, in: lastSize.height) : 0)
    }

    private func updateVisibility() {
        let sheet = sizeClass == .narrow || sizeClass == .landscape
        panel.isVisible = showsPanel
        sidebar.isVisible = showsSidebar && !(sheet && showsPanel)
        unsafe gtk_widget_queue_resize(pointer.as())
    }

    // MARK: Sheet

    private func drag(_ change: Double) {
        guard sizeClass.usesSheets else { return }
        if !isDragged { isDragged = true }
        aim = nil
        sheetHeight = min(max(sheetHeight - change, 0), Double(lastSize.height))
        unsafe gtk_widget_queue_allocate(pointer.as())
    }

    private func release(_ speed: Double) {
        isDragged = false
        guard sizeClass.usesSheets else { return }
        let landing = ShellLayout.detent(released: sheetHeight, speed: -speed, in: lastSize.height, mayClose: true)
        if let landing { setDetent(landing) } else { sheetWasClosed() }
    }

    private func nextDetent() {
        setDetent(detent == .full ? .half : ShellLayout.Detent(rawValue: detent.rawValue + 1) ?? .half)
    }

    private func glide(to height: Double) {
        guard sizeClass.usesSheets, unsafe adw_get_enable_animations(pointer.as()) != 0, lastSize.height > 0 else {
            sheetHeight = height
            updateVisibility()
            return
        }
        let isRunning = aim != nil
        aim = (sheetHeight, height, -1)
        guard !isRunning else { return }
        unsafe pointer.onTick { [weak self] time in self?.step(time) ?? false }
    }

    private func step(_ time: Double) -> Bool {
        guard var aim else { return false }
        if aim.start < 0 { aim.start = time }
        let part = min((time - aim.start) / 0.25, 1)
        let eased = 1 - (1 - part) * (1 - part) * (1 - part)
        sheetHeight = aim.from + (aim.to - aim.from) * eased
        self.aim = part < 1 ? aim : nil
        if part >= 1 { updateVisibility() }
        unsafe gtk_widget_queue_allocate(pointer.as())
        return part < 1
    }

    // MARK: Layout

    override func measure(_ orientation: GtkOrientation, for size: Int) -> (minimum: Int, natural: Int) {
        orientation == GTK_ORIENTATION_HORIZONTAL ? (320, 640) : (200, 480)
    }

    override func allocate(width: Int, height: Int) {
        let newClass = ShellLayout.SizeClass(width: width, height: height)
        if newClass != sizeClass || lastSize.height != height {
            lastSize = (width, height)
            if newClass != sizeClass { sizeClass = newClass }
            aim = nil
            sheetHeight = isOpen ? ShellLayout.sheetHeight(detent, in: height) : 0
            let sheet = newClass == .narrow || newClass == .landscape
            panel.isVisible = showsPanel
            sidebar.isVisible = showsSidebar && !(sheet && showsPanel)
        }
        lastSize = (width, height)
        let layout = ShellLayout(
            width: width, height: height, showsSidebar: sidebar.isVisible, showsPanel: panel.isVisible,
            sheetHeight: sheetHeight)
        place(content, layout.content)
        for (part, box) in [(sidebar, layout.sidebar), (panel, layout.panel)] {
            part.show(as: newClass, isWhole: newClass.usesSheets && detent == .full)
            if let box, part.isVisible { place(part, box) }
        }
        let insets = Insets(
            top: layout.covered.top, left: layout.covered.left, bottom: layout.covered.bottom,
            right: layout.covered.right)
        // While a finger moves the sheet the map stays where it is.
        if insets != covered, aim == nil, !isDragged { covered = insets }
    }

    private func place(_ widget: Widget, _ box: ShellLayout.Box) {
        var minimum: Int32 = 0
        unsafe gtk_widget_measure(widget.pointer.as(), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, nil, nil, nil)
        let width = max(box.width, Int(minimum))
        unsafe gtk_widget_measure(widget.pointer.as(), GTK_ORIENTATION_VERTICAL, Int32(width), &minimum, nil, nil, nil)
        unsafe place(
            widget.pointer, x: Double(box.x), y: Double(box.y), width: width, height: max(box.height, Int(minimum)))
    }
}

/// A sidebar or panel with the handle that it has as a sheet.
@MainActor
final class ShellPart: Widget {
    var dragged: @MainActor (Double) -> Void = { _ in }
    var released: @MainActor (Double) -> Void = { _ in }
    var pressed: @MainActor () -> Void = {}
    private let handle: Widget
    private let edge: String

    init(_ content: Widget, edge: String) {
        self.edge = edge
        handle = unsafe Widget(sinking: UnsafeMutableRawPointer(gtk_button_new()))
        unsafe super.init(sinking: UnsafeMutableRawPointer(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)))
        let grabber = unsafe Widget(sinking: UnsafeMutableRawPointer(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)))
        grabber.addClass("groma-grabber")
        grabber.align(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
        unsafe gtk_button_set_child(handle.pointer.as(), grabber.pointer.as())
        handle.addClass("flat", "groma-handle")
        handle.accessibleName = word("window.sheet.handle")
        unsafe gtk_box_append(pointer.as(), handle.pointer.as())
        unsafe gtk_box_append(pointer.as(), content.pointer.as())
        content.expand(horizontally: true, vertically: true)
        kept = [content, handle, grabber]
        unsafe gtk_widget_set_overflow(pointer.as(), GTK_OVERFLOW_HIDDEN)
        unsafe handle.pointer.on("clicked") { [weak self] _ in self?.pressed() }
        addDrag()
    }

    func show(as sizeClass: ShellLayout.SizeClass, isWhole: Bool) {
        let isSheet = sizeClass.usesSheets
        handle.isVisible = isSheet
        setClass("groma-sheet", isSheet)
        setClass("whole", isWhole)
        setClass("groma-side", !isSheet)
        setClass(edge, !isSheet)
    }

    private func addDrag() {
        guard let gesture = unsafe gtk_gesture_drag_new() else { return }
        let drag = unsafe UnsafeMutableRawPointer(gesture)
        unsafe gtk_event_controller_set_propagation_phase(gesture, GTK_PHASE_CAPTURE)
        var last = 0.0
        unsafe drag.on("drag-begin") { _ in last = 0 }
        // The handle moves with the sheet, so an offset tells only what the sheet has not followed yet.
        unsafe drag.on("drag-update") { [weak self] signal in
            let offset = signal.double(2)
            guard abs(offset) > 8 || last != 0 else { return }
            if let gesture = unsafe signal.object(0) {
                unsafe gtk_gesture_set_state(gesture.opaque, GTK_EVENT_SEQUENCE_CLAIMED)
            }
            last = offset
            self?.dragged(offset)
        }
        unsafe drag.on("drag-end") { [weak self] _ in if last != 0 { self?.released(0) } }
        unsafe gtk_widget_add_controller(handle.pointer.as(), gesture)
    }
}
