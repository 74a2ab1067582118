// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
import Observation

/// A window: a header, the content, a panel that is at the end side where there is room and a sheet on a phone, and bars.
@MainActor
public final class Window: Widget {
    struct Weak { weak var window: Window? }
    /// Windows by their pointers, so that a widget finds its own.
    static var open: [UnsafeMutableRawPointer: Weak] = unsafe [:]
    /// The window that was made last and is still there.
    static var last: Window? {
        let windows = unsafe Array(open.values)
        return windows.compactMap(\.window).max { $0.number < $1.number }
    }
    private static var made = 0

    let shell: Shell
    let header: Widget
    private let number: Int
    private let titles: Widget
    private let toasts: Widget
    private let banners: BannerBar
    private let progress: Widget
    private let contentSlot: Slot
    private let sidebarSlot: Slot
    private let panelSlot: Slot
    private let barSlot: Slot
    private let column = Stack(.vertical)
    private var closers: [@MainActor () -> Void] = []
    private var busy = 0
    private var panelWatch: Watch?
    private let status = unsafe Widget(sinking: UnsafeMutableRawPointer(cgtk_status_label_new()))
    let keyListener: KeyListener
    /// The list of keys while it is open.
    var keyList: Widget?

    /// Makes a window, not yet shown.
    /// - Parameters:
    ///   - title: in the header, and for the desktop's list of windows.
    ///   - content: the middle, which takes all room that is left.
    ///   - panel: at the end side, or a sheet. A `PopupsContainerView` is shown while it has something to show, anything else at once.
    ///   - sidebar: at the start side, or a sheet; shown by `isSidebarShown`.
    ///   - toolbar: at the end of the header.
    ///   - bottomBar: below the content, side by side.
    public init(
        _ title: String, content: Widget, panel: Widget? = nil, sidebar: Widget? = nil, toolbar: [Widget] = [],
        bottomBar: [Widget] = []
    ) {
        Self.made += 1
        number = Self.made
        MainLoop.prepare()
        titles = unsafe Widget(sinking: UnsafeMutableRawPointer(adw_window_title_new(title, nil)))
        header = unsafe Widget(sinking: UnsafeMutableRawPointer(adw_header_bar_new()))
        toasts = unsafe Widget(sinking: UnsafeMutableRawPointer(adw_toast_overlay_new()))
        progress = unsafe Widget(sinking: UnsafeMutableRawPointer(gtk_progress_bar_new()))
        banners = BannerBar()
        contentSlot = Slot(content)
        sidebarSlot = Slot(sidebar)
        panelSlot = Slot(panel)
        barSlot = Slot()
        shell = Shell(content: contentSlot, sidebar: sidebarSlot, panel: panelSlot)
        let window: UnsafeMutableRawPointer = unsafe UnsafeMutableRawPointer(adw_window_new())
        keyListener = unsafe KeyListener(window)
        unsafe super.init(sinking: window)
        unsafe Self.open[pointer] = Weak(window: self)
        unsafe gtk_window_set_title(pointer.as(), title)
        unsafe gtk_window_set_default_size(pointer.as(), 1_200, 800)
        unsafe gtk_widget_set_size_request(pointer.as(), 360, 294)
        putTogether()
        self.toolbar = toolbar
        for widget in toolbar { unsafe adw_header_bar_pack_end(header.pointer.opaque, widget.pointer.as()) }
        self.bottomBar = bottomBar
        showBottomBar()
        watchSize()
        followPanel()
        listenToKeys()
    }

    isolated deinit { unsafe Self.open[pointer] = nil }

    private func putTogether() {
        unsafe adw_header_bar_set_title_widget(header.pointer.opaque, titles.pointer.as())
        progress.addClass("groma-progress")
        progress.isVisible = false
        progress.align(GTK_ALIGN_FILL, GTK_ALIGN_START)
        progress.accessibleName = word("window.busy")
        let overlay = unsafe gtk_overlay_new()
        unsafe gtk_overlay_set_child(OpaquePointer(overlay), shell.pointer.as())
        unsafe gtk_overlay_add_overlay(OpaquePointer(overlay), progress.pointer.as())
        unsafe gtk_overlay_add_overlay(OpaquePointer(overlay), status.pointer.as())
        unsafe gtk_widget_set_can_target(progress.pointer.as(), 0)
        hideStatus()
        unsafe adw_toast_overlay_set_child(toasts.pointer.opaque, overlay)
        // Pictures are taken of the column alone, so it carries the window's own colour.
        column.addClass("background")
        column.append(header)
        column.append(banners)
        column.append(toasts)
        column.append(barSlot)
        unsafe adw_window_set_content(pointer.as(), column.pointer.as())
        kept = [column, shell, contentSlot, sidebarSlot, panelSlot, progress, titles]
        shell.sheetWasClosed = { [weak self] in self?.closeSheet() }
        unsafe pointer.on("close-request") { [weak self] signal in
            for closer in self?.closers ?? [] { closer() }
            signal.answer(false)
        }
    }

    /// Styles follow the class of the size, so that controls grow where fingers press them.
    private func watchSize() {
        watch { window in
            guard let window = window as? Window else { return }
            let sizeClass = window.shell.sizeClass
            window.setClass("narrow", sizeClass == .narrow || sizeClass == .landscape)
            window.barSlot.isVisible = window.needsBar
        }
    }

    /// A panel that knows whether it is needed comes and goes by itself.
    private func followPanel() {
        guard let panel = panelSlot.content as? any PanelContent else {
            panelWatch = nil
            return shell.showsPanel = panelSlot.content != nil
        }
        panelWatch = Watch { [weak self, weak panel] in self?.shell.showsPanel = panel?.isNeeded ?? false }
    }

    /// There for screen readers only: nobody sees it, and nothing is pressed through it.
    private func hideStatus() {
        status.name = "announcement"
        unsafe gtk_widget_set_opacity(status.pointer.as(), 0)
        unsafe gtk_widget_set_can_target(status.pointer.as(), 0)
        unsafe gtk_label_set_ellipsize(status.pointer.opaque, PANGO_ELLIPSIZE_END)
        status.align(GTK_ALIGN_START, GTK_ALIGN_START)
    }

    func closeSheet() {
        if shell.showsPanel {
            if let panel = panelSlot.content as? any PanelContent { panel.dismiss() } else { shell.showsPanel = false }
        } else {
            isSidebarShown = false
        }
    }

    // MARK: Parts

    /// In the header and in the desktop's list of windows.
    public var title: String {
        get { unsafe adw_window_title_get_title(titles.pointer.opaque)?.text ?? "" }
        set {
            unsafe adw_window_title_set_title(titles.pointer.opaque, newValue)
            unsafe gtk_window_set_title(pointer.as(), newValue)
        }
    }
    /// Below the title; empty for nothing.
    public var subtitle: String {
        get { unsafe adw_window_title_get_subtitle(titles.pointer.opaque)?.text ?? "" }
        set { unsafe adw_window_title_set_subtitle(titles.pointer.opaque, newValue) }
    }
    /// What the window is about.
    public var content: Widget? {
        get { contentSlot.content }
        set { contentSlot.content = newValue }
    }
    /// At the end side, or a sheet.
    public var panel: Widget? {
        get { panelSlot.content }
        set {
            panelSlot.content = newValue
            followPanel()
        }
    }
    /// At the start side, or a sheet.
    public var sidebar: Widget? {
        get { sidebarSlot.content }
        set { sidebarSlot.content = newValue }
    }
    /// Whether the sidebar is open. Observable.
    public var isSidebarShown: Bool {
        get { shell.showsSidebar }
        set { shell.showsSidebar = newValue && sidebarSlot.content != nil }
    }
    /// Whether the panel is open. Observable. A panel that shows itself closes by what it shows.
    public var isPanelShown: Bool {
        get { shell.showsPanel }
        set { shell.showsPanel = newValue && panelSlot.content != nil }
    }
    /// Whether panels are sheets now, for want of room beside the content. Observable.
    public var isNarrow: Bool { shell.sizeClass.usesSheets }
    /// Whether there is room for a panel on either side. Observable.
    public var isWide: Bool { shell.sizeClass == .full }

    /// At the end of the header, the first one outermost.
    public var toolbar: [Widget] = [] {
        didSet {
            for widget in oldValue { unsafe adw_header_bar_remove(header.pointer.opaque, widget.pointer.as()) }
            for widget in toolbar { unsafe adw_header_bar_pack_end(header.pointer.opaque, widget.pointer.as()) }
        }
    }
    /// At the start of the header.
    public var leadingToolbar: [Widget] = [] {
        didSet {
            for widget in oldValue { unsafe adw_header_bar_remove(header.pointer.opaque, widget.pointer.as()) }
            for widget in leadingToolbar {
                unsafe adw_header_bar_pack_start(header.pointer.opaque, widget.pointer.as())
            }
        }
    }
    /// Keys that do something wherever the keyboard is in the window, beside the window's own.
    public var keyCommands: [KeyCommand] = [] { didSet { listenToKeys() } }
    /// The parts that the keyboard goes through, in reading order.
    var panes: [Widget] { [header, banners, sidebarSlot, contentSlot, panelSlot, barSlot] }

    /// Below the content.
    public var bottomBar: [Widget] = [] { didSet { showBottomBar() } }

    /// Buttons with captions are for thumbs: where there is room, a sidebar takes their place.
    private var needsBar: Bool {
        guard !bottomBar.isEmpty, shell.sizeClass != .landscape else { return false }
        return shell.sizeClass == .narrow || bottomBar.contains { !($0 is BarButton) }
    }

    private func showBottomBar() {
        let bar = Stack(.horizontal, spacing: 6)
        bar.addClass("groma-bottom-bar")
        if bottomBar.contains(where: { $0 is BarButton }) { unsafe gtk_box_set_homogeneous(bar.pointer.as(), 1) }
        for widget in bottomBar {
            widget.expand(horizontally: widget is ToggleGroup || widget is BarButton)
            bar.append(widget)
        }
        barSlot.content = bottomBar.isEmpty ? nil : bar
        barSlot.isVisible = needsBar
    }

    // MARK: Life

    /// Shows the window, or brings it to the front.
    public func present() { unsafe gtk_window_present(pointer.as()) }
    /// Closes the window as a person does.
    public func close() { unsafe gtk_window_close(pointer.as()) }
    /// Called when a person closes the window, before it goes.
    public func whenClosed(_ action: @escaping @MainActor () -> Void) { closers.append(action) }
    /// The size to open with, in device-independent pixels; without effect once shown where the desktop decides.
    public func setDefaultSize(width: Int, height: Int) {
        unsafe gtk_window_set_default_size(pointer.as(), Int32(width), Int32(height))
        shell.expect(width: width, height: height)
    }
    /// Puts a text where other programs can paste it.
    public func copy(_ text: String) {
        unsafe gdk_clipboard_set_text(gtk_widget_get_clipboard(pointer.as()), text)
        toast(word("popup.copied"))
    }
    /// Writes a PNG of what the window shows, without what floats outside of it.
    /// - Returns: false where it has not been drawn yet, or the file can't be written.
    @discardableResult
    public func savePicture(to path: String) -> Bool { unsafe WidgetPicture.save(column.pointer, to: path) }

    // MARK: Messages

    /// What was announced last.
    public private(set) var announcement = ""

    /// A line that goes by itself: something is done.
    public func toast(_ text: String) {
        let toast = unsafe adw_toast_new(escaped(text))
        unsafe adw_toast_overlay_add_toast(toasts.pointer.opaque, toast)
        announce(text)
    }
    /// What a screen reader says now, without anything to be seen. A later text takes the place of one that was not said yet.
    public func announce(_ text: String) {
        announcement = text
        unsafe gtk_label_set_text(status.pointer.opaque, text)
    }
    /// What is still true and worth a line below the header; nil for nothing.
    public var banner: Banner? {
        get { banners.banner }
        set { banners.banner = newValue }
    }
    /// Calls `action` with each banner that comes, and with nil when one goes. For tests.
    package func onBanner(_ action: @escaping @MainActor (Banner?) -> Void) { banners.changed = action }
    /// Says in words what went wrong.
    public func show(_ error: any Error) {
        banner = Banner(ErrorText.title(of: error), detail: ErrorText.detail(of: error), kind: .error)
    }
    /// Shows, while it runs, that something goes on.
    public func busy<Value>(_ work: @MainActor () async throws -> Value) async rethrows -> Value {
        isBusy(+1)
        defer { isBusy(-1) }
        return try await work()
    }
    private func isBusy(_ change: Int) {
        busy += change
        setProgress(isRunning: busy > 0)
    }
    func setProgress(isRunning: Bool) {
        guard isRunning != progress.isVisible else { return }
        progress.isVisible = isRunning
        guard isRunning, unsafe adw_get_enable_animations(pointer.as()) != 0 else {
            unsafe gtk_progress_bar_set_fraction(progress.pointer.opaque, 1)
            return
        }
        var next = 0.0
        unsafe progress.pointer.onTick { [weak progress] time in
            guard let progress, progress.isVisible else { return false }
            if time > next {
                unsafe gtk_progress_bar_pulse(progress.pointer.opaque)
                next = time + 0.1
            }
            return true
        }
    }
}

/// A panel that knows whether it has something to show.
@MainActor
protocol PanelContent: AnyObject {
    /// Observable.
    var isNeeded: Bool { get }
    /// A person closed the panel.
    func dismiss()
}
