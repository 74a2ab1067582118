// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk

/// Rows one below the other, as they are now: made again whenever the items change.
public final class List: Widget {
    private var rows: [Row] = []

    /// Makes a list of rows that stay.
    public init(_ rows: [Row]) {
        unsafe super.init(sinking: UnsafeMutableRawPointer(gtk_list_box_new()))
        setUp()
        show(rows)
    }

    /// Makes a row of each item; `items` is read again whenever something observable that it read changes.
    public init<Item>(_ items: @escaping @MainActor () -> [Item], row: @escaping @MainActor (Item) -> Row) {
        unsafe super.init(sinking: UnsafeMutableRawPointer(gtk_list_box_new()))
        setUp()
        watch { list in (list as? List)?.show(items().map(row)) }
    }

    private func setUp() {
        unsafe gtk_list_box_set_selection_mode(pointer.opaque, GTK_SELECTION_NONE)
        addClass("boxed-list")
        unsafe gtk_widget_set_valign(pointer.as(), GTK_ALIGN_START)
        unsafe pointer.on("row-activated") { [weak self] signal in
            guard let self, let pressed = unsafe signal.object(1),
                let row = rows.first(where: { unsafe $0.pointer == pressed }), let action = row.action
            else { return }
            row.run(action)
        }
    }

    /// Puts these rows in place of those that are there.
    public func show(_ newRows: [Row]) {
        for row in rows { unsafe gtk_list_box_remove(pointer.opaque, row.pointer.as()) }
        rows = newRows
        for row in rows { unsafe gtk_list_box_append(pointer.opaque, row.pointer.as()) }
    }

    /// How many rows there are.
    public var count: Int { rows.count }
}
