// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
import Foundation
internal import GromaArcade
internal import GromaCodecs
internal import GromaFeatures
internal import GromaMapping
internal import GromaPopups
internal import GromaServices

/// What a popup says, from top to bottom.
@MainActor
final class PopupBody: Widget {
    private let popup: Popup
    private let column = Stack(.vertical, spacing: 12)
    private var work: Task<Void, Never>?

    /// Shows what is there; `changed` is called with all of it when the scripts have been evaluated.
    init(
        _ popup: Popup, _ evaluated: EvaluatedPopup, _ zone: TimeZone,
        changed: @escaping @MainActor (EvaluatedPopup) -> Void
    ) {
        self.popup = popup
        unsafe super.init(sinking: column.pointer)
        kept = [column]
        column.setMargins(top: 3, bottom: 18, start: 12, end: 12)
        show(evaluated)
        guard popup.hasScripts else { return }
        // Scripts that ask tables or take their time answer later; then everything is said again.
        work = Task { [weak self, popup] in
            await popup.evaluateExpressions(in: ArcadeContext(timeZone: zone, locale: Surroundings.locale))
            guard !Task.isCancelled else { return }
            let evaluated = popup.evaluated(
                locale: Surroundings.locale, timeZone: zone, patience: PopupsContainerView.patience)
            self?.show(evaluated)
            changed(evaluated)
        }
    }

    isolated deinit { work?.cancel() }

    private func show(_ evaluated: EvaluatedPopup) {
        column.replaceAll(with: evaluated.elements.compactMap(widget))
        if evaluated.elements.isEmpty { column.append(Label(word("popup.empty"), style: .dim)) }
    }

    private func widget(_ element: EvaluatedPopupElement) -> Widget? {
        switch element {
        case .text(let text):
            guard !text.text.isEmpty else { return nil }
            let label = Label(text.lines.joined(separator: "\n"), isSelectable: true)
            label.setMargins(top: 0, bottom: 0, start: 6, end: 6)
            return label
        case .fields(let fields): return group(fields.title, fields.description, PopupFieldList(fields.rows))
        case .media(let media):
            let items = Stack(.vertical, spacing: 12, media.items.map { PopupMediaView($0) })
            return media.items.isEmpty ? nil : group(media.title, media.description, items)
        case .attachments(let title, _):
            guard let feature = popup.geoElement as? Feature, popup.layerInfo?.hasAttachments ?? false else {
                return nil
            }
            return PopupAttachments(title.isEmpty ? word("popup.attachments") : title, of: feature)
        case .relationship: return nil
        case .unsupported(_, let message): return Label(message, style: .dim)
        }
    }

    private func group(_ title: String, _ description: String, _ content: Widget) -> Widget {
        let stack = Stack(.vertical, spacing: 6)
        if !title.isEmpty { stack.append(Label(title, style: .heading)) }
        if !description.isEmpty { stack.append(Label(description, style: .caption)) }
        stack.append(content)
        return stack
    }
}

/// Labels over values, each of which a press copies.
@MainActor
private final class PopupFieldList: Widget {
    init(_ rows: [EvaluatedFields.Row]) {
        unsafe super.init(sinking: UnsafeMutableRawPointer(gtk_list_box_new()))
        unsafe gtk_list_box_set_selection_mode(pointer.opaque, GTK_SELECTION_NONE)
        addClass("boxed-list")
        for row in rows {
            let label = Label(row.label, style: .caption)
            let value = Label(row.value.isEmpty ? "—" : row.value)
            if let link = row.link, let url = URL(string: link) {
                unsafe gtk_label_set_markup(
                    value.pointer.opaque,
                    "<a href=\"\(escaped(link).replacing("\"", with: "%22"))\">\(escaped(url.host() ?? row.value))</a>")
            }
            let cell = Stack(.vertical, spacing: 2, [label, value])
            cell.addClass("groma-field")
            let line = unsafe Widget(sinking: UnsafeMutableRawPointer(gtk_list_box_row_new()))
            unsafe gtk_list_box_row_set_child(line.pointer.as(), cell.pointer.as())
            line.accessibleName = "\(row.label): \(row.value)"
            line.kept = [cell]
            unsafe gtk_list_box_append(pointer.opaque, line.pointer.as())
            kept.append(line)
        }
        unsafe pointer.on("row-activated") { [weak self] signal in
            guard let self, let pressed = unsafe signal.object(1) else { return }
            let place = unsafe Int(gtk_list_box_row_get_index(pressed.as()))
            guard rows.indices.contains(place) else { return }
            unsafe gdk_clipboard_set_text(gtk_widget_get_clipboard(pointer.as()), rows[place].value)
            window?.toast(word("popup.copied"))
        }
    }
}

/// A picture by its address, or a chart.
@MainActor
private final class PopupMediaView: Widget {
    private let column = Stack(.vertical, spacing: 6)
    private var work: Task<Void, Never>?

    init(_ item: EvaluatedMedia.Item) {
        unsafe super.init(sinking: column.pointer)
        kept = [column]
        addClass("card")
        let inner = Stack(.vertical, spacing: 4)
        inner.margin = 12
        column.append(inner)
        if !item.title.isEmpty { inner.append(Label(item.title, style: .heading)) }
        if !item.caption.isEmpty { inner.append(Label(item.caption, style: .caption)) }
        switch item.content {
        case .chart(let chart): inner.append(ChartView(chart, title: item.title))
        case .image(let source, _):
            let picture = Picture(item.alternativeText.isEmpty ? item.title : item.alternativeText)
            picture.requestSize(height: 200)
            inner.append(picture)
            guard let url = URL(string: source) else { return }
            work = Task { [weak picture] in
                guard let bytes = try? await ServiceClient.shared.bytes(url), let image = try? Image(decoding: bytes)
                else { return }
                picture?.image = image
            }
        }
    }

    isolated deinit { work?.cancel() }
}

/// The feature's files: pictures small, others by name.
@MainActor
private final class PopupAttachments: Widget {
    private let column = Stack(.vertical, spacing: 6)
    private var work: Task<Void, Never>?

    init(_ title: String, of feature: Feature) {
        unsafe super.init(sinking: column.pointer)
        kept = [column]
        column.append(Label(title, style: .heading))
        let spinner = Spinner(title)
        spinner.align(GTK_ALIGN_START, GTK_ALIGN_CENTER)
        column.append(spinner)
        work = Task { [weak self] in
            let found = try? await feature.attachments
            guard !Task.isCancelled, let self else { return }
            await show(title, found ?? [])
        }
    }

    isolated deinit { work?.cancel() }

    private func show(_ title: String, _ files: [GromaFeatures.Attachment]) async {
        guard !files.isEmpty else { return isVisible = false }
        let flow = unsafe Widget(sinking: UnsafeMutableRawPointer(gtk_flow_box_new()))
        unsafe gtk_flow_box_set_selection_mode(flow.pointer.opaque, GTK_SELECTION_NONE)
        unsafe gtk_flow_box_set_max_children_per_line(flow.pointer.opaque, 4)
        unsafe gtk_flow_box_set_min_children_per_line(flow.pointer.opaque, 2)
        unsafe gtk_flow_box_set_homogeneous(flow.pointer.opaque, 1)
        column.replaceAll(with: [Label("\(title)  \(files.count)", style: .heading), flow])
        for file in files {
            let picture = Picture(file.name)
            picture.requestSize(width: 96, height: 72)
            picture.addClass("groma-thumb")
            let isPicture = file.contentType.hasPrefix("image/")
            let cell: Widget = isPicture ? picture : Label(file.name)
            unsafe gtk_flow_box_insert(flow.pointer.opaque, cell.pointer.as(), -1)
            flow.kept.append(cell)
            guard isPicture, let bytes = try? await file.data(), let image = try? Image(decoding: bytes) else {
                continue
            }
            picture.image = image
        }
    }
}
