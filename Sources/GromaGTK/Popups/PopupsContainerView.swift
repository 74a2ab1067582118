// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
import Foundation
internal import GromaFeatures
internal import GromaPopups
public import GromaView

/// Shows a container's popups, one at a time: a header with what can be done, a way to the others, and the content.
@MainActor
public final class PopupsContainerView: Widget, PanelContent {
    /// What is shown.
    public let container: PopupsContainer
    private let column = Stack(.vertical)
    private let title = Label("", style: .title)
    private let subtitle = Label("", style: .caption)
    private let buttons = Stack(.horizontal, spacing: 6)
    private let dots = Stack(.horizontal, spacing: 6)
    private let body = Slot()
    private let pager: PopupPager
    private var shown: Popup?
    /// The zone in which its dates are written.
    private var shownZone: TimeZone?

    /// Makes the view of a container. In a window's panel it is there while the container has popups.
    public init(_ container: PopupsContainer) {
        self.container = container
        pager = PopupPager(container)
        unsafe super.init(sinking: column.pointer)
        kept = [column]
        name = "popups"
        expand(horizontally: true, vertically: true)
        buildHeader()
        column.append(dots)
        dots.align(GTK_ALIGN_CENTER, GTK_ALIGN_START)
        dots.setMargins(top: 0, bottom: 6, start: 12, end: 12)
        let scroll = ScrollView(body, maximumWidth: 600)
        column.append(scroll)
        column.append(pager)
        watch { ($0 as? PopupsContainerView)?.update() }
        addKeys()
    }

    var isNeeded: Bool { !container.popups.isEmpty && !container.isCollapsed }
    func dismiss() { container.removeAll() }

    private func buildHeader() {
        for label in [title, subtitle] { label.limitLines(3) }
        let titles = Stack(.vertical, spacing: 2, [title, subtitle])
        titles.expand(horizontally: true)
        titles.align(GTK_ALIGN_FILL, GTK_ALIGN_CENTER)
        let close = Button(word("popup.close"), icon: .close, style: .flat) { [container] in container.removeAll() }
        for widget in [buttons, close] as [Widget] { widget.align(GTK_ALIGN_END, GTK_ALIGN_CENTER) }
        let header = Stack(.horizontal, spacing: 6, [titles, buttons, close])
        header.setMargins(top: 9, bottom: 9, start: 18, end: 9)
        column.append(header)
    }

    private func update() {
        let count = container.popups.count
        let usesDots = container.pagingStyle == .dots || (container.pagingStyle == .automatic && count <= 10)
        dots.isVisible = usesDots && count > 1
        if dots.isVisible { showDots(count) } else { dots.removeAll() }
        pager.isVisible = !usesDots && count > 1
        guard let popup = container.currentPopup else {
            shown = nil
            body.content = nil
            return
        }
        showActions(popup)
        let zone = DeviceZone.shared.current
        guard popup !== shown || zone != shownZone else { return }
        (shown, shownZone) = (popup, zone)
        let evaluated = popup.evaluated(locale: Surroundings.locale, timeZone: zone, patience: Self.patience)
        showTitle(evaluated.title, of: popup)
        body.content = PopupBody(popup, evaluated, zone) { [weak self] evaluated in
            guard let self, shown === popup else { return }
            showTitle(evaluated.title, of: popup)
        }
    }

    /// How long the main thread evaluates scripts before it shows what there is: what takes longer comes after it.
    static let patience = Duration.milliseconds(50)

    private func showTitle(_ text: String, of popup: Popup) {
        let count = container.popups.count, layerName = popup.layerInfo?.name ?? ""
        title.text = text
        subtitle.text = layerName
        subtitle.isVisible = !layerName.isEmpty && layerName != text
        accessibleName =
            count > 1 ? word("popup.place", text, "\(container.currentIndex + 1)", "\(count)") : text
    }

    private func showActions(_ popup: Popup) {
        var shown: [Widget] = []
        if let action = container.customAction {
            shown.append(Button(action.title) { try await action.action(popup) })
        }
        if !container.moreActions.isEmpty {
            shown.append(
                MenuButton(
                    word("popup.more"), icon: Icon(named: "view-more-symbolic"),
                    items: container.moreActions.map { more in MenuItem(more.title) { try await more.action(popup) } }))
        }
        buttons.replaceAll(with: shown)
    }

    private func showDots(_ count: Int) {
        let current = container.currentIndex
        dots.replaceAll(
            with: (0..<count).map { index in
                let dot = unsafe Widget(sinking: UnsafeMutableRawPointer(gtk_button_new()))
                let mark = unsafe Widget(sinking: UnsafeMutableRawPointer(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)))
                mark.addClass("groma-dot")
                mark.setClass("current", index == current)
                mark.align(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
                unsafe gtk_button_set_child(dot.pointer.as(), mark.pointer.as())
                dot.addClass("flat", "circular", "groma-dot-button")
                dot.accessibleName = word("popup.dot", "\(index + 1)", "\(count)")
                dot.kept = [mark]
                unsafe dot.pointer.on("clicked") { [weak container] _ in container?.currentIndex = index }
                return dot
            })
    }

    private func addKeys() {
        guard let controller = unsafe gtk_event_controller_key_new() else { return }
        unsafe gtk_widget_add_controller(pointer.as(), controller)
        unsafe UnsafeMutableRawPointer(controller).on("key-pressed") { [weak self] signal in
            guard let container = self?.container else { return }
            switch Int32(signal.uint(1)) {
            case GDK_KEY_Page_Down: container.currentIndex += 1
            case GDK_KEY_Page_Up: container.currentIndex -= 1
            case GDK_KEY_Escape: container.removeAll()
            default: return signal.answer(false)
            }
            signal.answer(true)
        }
    }
}

/// First, previous, which of how many, next, last.
@MainActor
private final class PopupPager: Widget {
    init(_ container: PopupsContainer) {
        let bar = Stack(.horizontal, spacing: 6)
        unsafe super.init(sinking: bar.pointer)
        addClass("groma-toolbar")
        kept = [bar]
        func button(_ key: String, _ icon: Icon, _ place: @escaping @MainActor (PopupsContainer) -> Int) -> Button {
            let button = Button(word(key), icon: icon, style: .flat) { [weak container] in
                if let container { container.currentIndex = place(container) }
            }
            button.enabled { [weak container] in container.map { place($0) != $0.currentIndex } ?? false }
            return button
        }
        bar.append(button("popup.first", .first) { _ in 0 })
        bar.append(button("popup.previous", .back) { max($0.currentIndex - 1, 0) })
        let label = Label { [weak container] in
            guard let container, !container.popups.isEmpty else { return "" }
            return word("popup.of", "\(container.currentIndex + 1)", "\(container.popups.count)")
        }
        label.centered()
        label.expand(horizontally: true)
        label.addClass("heading")
        bar.append(label)
        bar.append(button("popup.next", .next) { min($0.currentIndex + 1, $0.popups.count - 1) })
        bar.append(button("popup.last", .last) { $0.popups.count - 1 })
    }
}
