// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk

/// What draws and lays out a widget of our own class. The widget may outlive it: then it is empty.
@MainActor @safe class CustomWidget {
    let reference: ObjectReference
    var pointer: UnsafeMutableRawPointer { unsafe reference.pointer }

    init(role: GtkAccessibleRole, isFocusable: Bool) {
        let box = UnsafeMutablePointer<Weak>.allocate(capacity: 1)
        unsafe box.initialize(to: Weak())
        unsafe self.box = unsafe box
        reference = unsafe ObjectReference(sinking: cgtk_widget_new(Self.table, box, role, isFocusable ? 1 : 0))
        unsafe box.pointee.object = self
    }

    func snapshot(_ target: OpaquePointer) {}
    func measure(_ orientation: GtkOrientation, for size: Int) -> (minimum: Int, natural: Int) { (0, 0) }
    func allocate(width: Int, height: Int) {}

    /// Takes a widget in; it is drawn above the earlier ones.
    func insert(_ child: UnsafeMutableRawPointer) { unsafe gtk_widget_set_parent(child.as(), pointer.as()) }

    func place(_ child: UnsafeMutableRawPointer, x: Double, y: Double, width: Int, height: Int) {
        var point = graphene_point_t(x: Float(x), y: Float(y))
        let move = unsafe gsk_transform_translate(nil, &point)
        unsafe gtk_widget_allocate(child.as(), Int32(width), Int32(height), -1, move)
    }

    private let box: UnsafeMutablePointer<Weak>
    struct Weak { weak var object: CustomWidget? }

    isolated deinit {
        unsafe cgtk_widget_detach(pointer)
        unsafe box.deinitialize(count: 1)
        unsafe box.deallocate()
    }

    private static func object(_ pointer: UnsafeMutableRawPointer?) -> CustomWidget? {
        unsafe pointer?.assumingMemoryBound(to: Weak.self).pointee.object
    }
    // Made once and never freed: every widget of the class points to it.
    private static let table: UnsafeMutablePointer<CGtkWidgetTable> = {
        let table = UnsafeMutablePointer<CGtkWidgetTable>.allocate(capacity: 1)
        unsafe table.initialize(
            to: CGtkWidgetTable(
                snapshot: { me, target in
                    if let target = unsafe target { unsafe CustomWidget.object(me)?.snapshot(target) }
                },
                measure: { me, orientation, size, minimum, natural in
                    let wish =
                        unsafe CustomWidget.object(me)?.measure(orientation, for: Int(size)) ?? (minimum: 0, natural: 0)
                    unsafe minimum?.pointee = Int32(wish.minimum)
                    unsafe natural?.pointee = Int32(max(wish.minimum, wish.natural))
                },
                size_allocate: { me, width, height in
                    unsafe CustomWidget.object(me)?.allocate(width: Int(width), height: Int(height))
                }))
        return unsafe table
    }()
}
