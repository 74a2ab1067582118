// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
internal import GromaMapping
internal import GromaRendering
internal import GromaView

/// Draws the map: one texture a frame, and above it the callout, the rectangle that is being drawn, the reticle of the keyboard.
@MainActor
final class MapCanvas: CustomWidget {
    let model: MapViewModel
    /// Runs before each frame.
    var willDraw: @MainActor () -> Void = {}
    /// Called when the size or the pixels of the screen have changed.
    var resized: @MainActor () -> Void = {}
    /// A rectangle that a person draws to zoom to.
    var rectangle: (from: ScreenPoint, to: ScreenPoint)? { didSet { unsafe gtk_widget_queue_draw(pointer.as()) } }
    /// The bubble beside a place.
    var bubble: Widget? { didSet { if bubble !== oldValue { replaceBubble(oldValue) } } }

    private var shown: FrameDrawing?
    /// Kept until the toolkit has let go of it.
    private var last: FrameDrawing?
    private var isTicking = false
    private var wantsFrame = false
    private var leader: CalloutPlacement?

    init(model: MapViewModel) {
        self.model = model
        super.init(role: GTK_ACCESSIBLE_ROLE_IMG, isFocusable: true)
        unsafe gtk_widget_set_hexpand(pointer.as(), 1)
        unsafe gtk_widget_set_vexpand(pointer.as(), 1)
        unsafe gtk_widget_add_css_class(pointer.as(), "groma-map")
        model.onRedrawNeeded = { [weak self] in self?.requestFrame() }
        unsafe pointer.on("notify::scale-factor") { [weak self] _ in self?.tellSize() }
        requestFrame()
    }

    /// Asks for a frame with the next turn of the display's clock.
    func requestFrame() {
        wantsFrame = true
        guard !isTicking else { return }
        isTicking = true
        unsafe pointer.onTick { [weak self] time in self?.tick(time) ?? false }
    }

    private func tick(_ time: Double) -> Bool {
        wantsFrame = false
        willDraw()
        let isMoving = model.tick(at: .seconds(time))
        if let frame = model.frame() {
            last = shown
            shown = FrameDrawing(frame.picture, onProcessor: drawsOnProcessor)
        }
        placeBubble()
        unsafe gtk_widget_queue_draw(pointer.as())
        isTicking = isMoving || wantsFrame
        return isTicking
    }

    /// Whether the toolkit draws this window by itself, without a graphics library.
    private var drawsOnProcessor: Bool {
        guard let native = unsafe gtk_widget_get_native(pointer.as()),
            let renderer = unsafe gtk_native_get_renderer(native)
        else { return false }
        return unsafe cgtk_is_a(UnsafeMutableRawPointer(renderer), gsk_cairo_renderer_get_type()) != 0
    }

    // MARK: Size

    private var size: (width: Int, height: Int) {
        unsafe (Int(gtk_widget_get_width(pointer.as())), Int(gtk_widget_get_height(pointer.as())))
    }

    override func measure(_ orientation: GtkOrientation, for size: Int) -> (minimum: Int, natural: Int) { (60, 400) }

    override func allocate(width: Int, height: Int) {
        tellSize()
        placeBubble()
        allocateBubble()
    }

    private func tellSize() {
        let ratio = unsafe Double(gtk_widget_get_scale_factor(pointer.as()))
        model.resize(width: Double(size.width), height: Double(size.height), pixelScale: ratio)
        resized()
    }

    // MARK: Drawing

    override func snapshot(_ target: OpaquePointer) {
        var area = graphene_rect_t()
        unsafe graphene_rect_init(&area, 0, 0, Float(size.width), Float(size.height))
        if let shown { unsafe shown.draw(on: target, area: &area) }
        if let rectangle { unsafe draw(rectangle, on: target) }
        if unsafe gtk_widget_has_focus(pointer.as()) != 0, isFocusVisible { unsafe drawReticle(on: target) }
        unsafe drawLeader(on: target, area: &area)
    }

    private var isFocusVisible: Bool {
        guard let root = unsafe gtk_widget_get_root(pointer.as()) else { return false }
        return unsafe gtk_window_get_focus_visible(UnsafeMutableRawPointer(root).as()) != 0
    }

    private func draw(_ rectangle: (from: ScreenPoint, to: ScreenPoint), on target: OpaquePointer) {
        var box = graphene_rect_t()
        unsafe graphene_rect_init(
            &box, Float(min(rectangle.from.x, rectangle.to.x)), Float(min(rectangle.from.y, rectangle.to.y)),
            Float(abs(rectangle.from.x - rectangle.to.x)), Float(abs(rectangle.from.y - rectangle.to.y)))
        var fill = GdkRGBA(red: 0.21, green: 0.52, blue: 0.89, alpha: 0.2)
        unsafe gtk_snapshot_append_color(target, &fill, &box)
        let context = unsafe gtk_snapshot_append_cairo(target, &box)
        unsafe cairo_set_source_rgb(context, 0.21, 0.52, 0.89)
        unsafe cairo_set_line_width(context, 3)
        unsafe cairo_rectangle(
            context, Double(box.origin.x), Double(box.origin.y), Double(box.size.width), Double(box.size.height))
        unsafe cairo_stroke(context)
        unsafe cairo_destroy(context)
    }

    /// Where Enter looks: a cross of 30 in the middle of what is free, dark inside of light.
    private func drawReticle(on target: OpaquePointer) {
        let middle = reticle
        var box = graphene_rect_t()
        unsafe graphene_rect_init(&box, Float(middle.x - 20), Float(middle.y - 20), 40, 40)
        let context = unsafe gtk_snapshot_append_cairo(target, &box)
        for (width, shade) in [(5.0, 1.0), (2.0, 0.1)] {
            unsafe cairo_set_source_rgb(context, shade, shade, shade)
            unsafe cairo_set_line_width(context, width)
            for (x, y) in [(1.0, 0.0), (-1, 0), (0, 1), (0, -1)] {
                unsafe cairo_move_to(context, middle.x + x * 5, middle.y + y * 5)
                unsafe cairo_line_to(context, middle.x + x * 15, middle.y + y * 15)
            }
            unsafe cairo_stroke(context)
        }
        unsafe cairo_destroy(context)
    }

    /// The middle of what panels leave free.
    var reticle: ScreenPoint {
        let insets = model.contentInsets
        return ScreenPoint(
            x: insets.left + (Double(size.width) - insets.left - insets.right) / 2,
            y: insets.top + (Double(size.height) - insets.top - insets.bottom) / 2)
    }

    // MARK: Callout

    private func replaceBubble(_ old: Widget?) {
        if let old { unsafe gtk_widget_unparent(old.pointer.as()) }
        if let bubble { unsafe insert(bubble.pointer) }
        requestFrame()
        unsafe gtk_widget_queue_allocate(pointer.as())
    }

    private var bubbleSize: (width: Int, height: Int) {
        guard let bubble else { return (0, 0) }
        var natural: Int32 = 0
        unsafe gtk_widget_measure(bubble.pointer.as(), GTK_ORIENTATION_HORIZONTAL, -1, nil, &natural, nil, nil)
        let width = min(Int(natural), 264)
        var minimum: Int32 = 0
        unsafe gtk_widget_measure(bubble.pointer.as(), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, nil, nil, nil)
        let wide = max(width, Int(minimum))
        unsafe gtk_widget_measure(bubble.pointer.as(), GTK_ORIENTATION_VERTICAL, Int32(wide), nil, &natural, nil, nil)
        return (wide, Int(natural))
    }

    private func placeBubble() {
        let before = leader
        guard bubble != nil else { return leader = nil }
        let wish = bubbleSize
        leader = model.calloutPlacement(width: Double(wish.width), height: Double(wish.height), leader: 12)
        if leader != before { unsafe gtk_widget_queue_allocate(pointer.as()) }
    }

    private func allocateBubble() {
        guard let bubble else { return }
        bubble.setClass("groma-away", leader == nil)
        unsafe gtk_widget_set_child_visible(bubble.pointer.as(), leader == nil ? 0 : 1)
        let box = leader?.bubble ?? CalloutPlacement.Box(x: 0, y: 0, width: 1, height: 1)
        let wish = bubbleSize
        unsafe place(bubble.pointer, x: box.x.rounded(), y: box.y.rounded(), width: wish.width, height: wish.height)
    }

    private func drawLeader(on target: OpaquePointer, area: inout graphene_rect_t) {
        guard let leader, let bubble else { return }
        var color = GdkRGBA()
        let style = unsafe gtk_widget_get_style_context(bubble.pointer.as())
        if unsafe gtk_style_context_lookup_color(style, "popover_bg_color", &color) == 0 {
            color = GdkRGBA(red: 1, green: 1, blue: 1, alpha: 1)
        }
        let context = unsafe gtk_snapshot_append_cairo(target, &area)
        // Half the foot to either side, and one pixel into the bubble so that no seam shows.
        let isUpright = leader.side == .above || leader.side == .below
        let inward: (x: Double, y: Double) =
            switch leader.side {
            case .above: (0, -1)
            case .below: (0, 1)
            case .left: (-1, 0)
            case .right: (1, 0)
            }
        unsafe cairo_move_to(context, leader.tip.x, leader.tip.y)
        unsafe cairo_line_to(
            context, leader.foot.x + (isUpright ? 8 : inward.x), leader.foot.y + (isUpright ? inward.y : 8))
        unsafe cairo_line_to(
            context, leader.foot.x - (isUpright ? 8 : -inward.x), leader.foot.y - (isUpright ? -inward.y : 8))
        unsafe cairo_close_path(context)
        unsafe cairo_set_source_rgba(
            context, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
        unsafe cairo_fill(context)
        unsafe cairo_destroy(context)
    }
}
