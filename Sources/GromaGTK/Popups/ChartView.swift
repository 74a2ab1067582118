// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
import Foundation
internal import GromaMapping
internal import GromaPopups

/// A chart of a popup: columns, bars, a line or a pie, drawn in the theme's colours.
@MainActor
final class ChartView: Widget {
    init(_ chart: EvaluatedChart, title: String) {
        let drawing = ChartDrawing(chart)
        unsafe super.init(sinking: drawing.pointer)
        kept = [drawing]
        let numbers = chart.entries.compactMap(\.value)
        accessibleName = word(
            "chart.summary", title, "\(chart.entries.count)", Self.text(numbers.min() ?? 0),
            Self.text(numbers.max() ?? 0))
    }

    static func text(_ value: Double) -> String { value.formatted(.number.precision(.fractionLength(0...2))) }
}

/// Draws with a context that lives as long as one call of `snapshot`.
@MainActor @safe
private final class ChartDrawing: CustomWidget {
    private let chart: EvaluatedChart
    private var context: OpaquePointer?
    private var ink = GdkRGBA()

    init(_ chart: EvaluatedChart) {
        self.chart = chart
        super.init(role: GTK_ACCESSIBLE_ROLE_IMG, isFocusable: false)
    }

    override func measure(_ orientation: GtkOrientation, for size: Int) -> (minimum: Int, natural: Int) {
        guard orientation == GTK_ORIENTATION_VERTICAL else { return (120, 300) }
        return chart.kind == .bar ? (40 + chart.entries.count * 24, 40 + chart.entries.count * 24) : (180, 180)
    }

    override func snapshot(_ target: OpaquePointer) {
        let width = unsafe Double(gtk_widget_get_width(pointer.as())),
            height = unsafe Double(gtk_widget_get_height(pointer.as()))
        var area = graphene_rect_t()
        unsafe graphene_rect_init(&area, 0, 0, Float(width), Float(height))
        unsafe gtk_style_context_get_color(gtk_widget_get_style_context(pointer.as()), &ink)
        unsafe context = unsafe gtk_snapshot_append_cairo(target, &area)
        defer {
            unsafe cairo_destroy(context)
            unsafe context = nil
        }
        guard chart.hasData else { return text(word("popup.noData"), x: width / 2, y: height / 2, align: 0.5) }
        switch chart.kind {
        case .pie: drawPie(width, height)
        case .bar: drawBars(width, height)
        case .column, .line: drawColumns(width, height)
        }
    }

    // MARK: Kinds

    private func drawColumns(_ width: Double, _ height: Double) {
        let axis = ChartAxis(chart.entries.compactMap(\.value))
        let left = 36.0, top = 8.0, bottom = height - 22
        func y(_ value: Double) -> Double { bottom - (value - axis.low) / (axis.high - axis.low) * (bottom - top) }
        for tick in axis.ticks {
            line([(left, y(tick)), (width, y(tick))], width: 1, alpha: tick == 0 ? 0.4 : 0.15)
            text(ChartView.text(tick), x: left - 6, y: y(tick), align: 1)
        }
        let step = (width - left) / Double(max(chart.entries.count, 1))
        var points: [(Double, Double)] = []
        for (index, entry) in chart.entries.enumerated() {
            let middle = left + step * (Double(index) + 0.5)
            if let value = entry.value {
                points.append((middle, y(value)))
                if chart.kind == .column {
                    let wide = step * 0.6
                    rectangle(middle - wide / 2, min(y(value), y(0)), wide, max(abs(y(value) - y(0)), 1), index)
                }
            }
            let label = step < 28 ? String(entry.label.prefix(1)) : String(entry.label.prefix(max(Int(step / 7), 1)))
            text(label, x: middle, y: height - 9, align: 0.5)
        }
        guard chart.kind == .line else { return }
        color(0)
        unsafe cairo_set_line_width(context, 2)
        for (index, point) in points.enumerated() {
            if index == 0 {
                unsafe cairo_move_to(context, point.0, point.1)
            } else {
                unsafe cairo_line_to(context, point.0, point.1)
            }
        }
        unsafe cairo_stroke(context)
        for point in points {
            unsafe cairo_arc(context, point.0, point.1, 3, 0, 2 * .pi)
            unsafe cairo_fill(context)
        }
    }

    private func drawBars(_ width: Double, _ height: Double) {
        let axis = ChartAxis(chart.entries.compactMap(\.value))
        let left = width * 0.3
        func x(_ value: Double) -> Double { left + (value - axis.low) / (axis.high - axis.low) * (width - left - 44) }
        let step = height / Double(max(chart.entries.count, 1))
        for (index, entry) in chart.entries.enumerated() {
            let middle = step * (Double(index) + 0.5)
            text(String(entry.label.prefix(max(Int(left / 7), 1))), x: left - 8, y: middle, align: 1)
            guard let value = entry.value else { continue }
            rectangle(min(x(value), x(0)), middle - 8, max(abs(x(value) - x(0)), 1), 16, index)
            text(entry.text, x: max(x(value), x(0)) + 6, y: middle, align: 0)
        }
    }

    private func drawPie(_ width: Double, _ height: Double) {
        let whole = chart.entries.compactMap(\.value).reduce(0, +)
        let radius = height / 2 - 6
        var angle = -Double.pi / 2
        for (index, entry) in chart.entries.enumerated() {
            guard let value = entry.value, value > 0 else { continue }
            let end = angle + value / whole * 2 * .pi
            unsafe cairo_move_to(context, radius + 6, height / 2)
            unsafe cairo_arc(context, radius + 6, height / 2, radius, angle, end)
            unsafe cairo_close_path(context)
            color(index)
            unsafe cairo_fill(context)
            angle = end
            let row = 12 + Double(index) * 18
            guard row < height - 6 else { continue }
            rectangle(2 * radius + 24, row - 5, 10, 10, index)
            text(entry.label, x: 2 * radius + 40, y: row, align: 0)
        }
    }

    // MARK: Strokes

    private static let palette: [(Double, Double, Double)] = [
        (0.21, 0.52, 0.89), (0.15, 0.64, 0.41), (0.90, 0.65, 0.04), (0.78, 0.27, 0.0), (0.57, 0.25, 0.67),
        (0.38, 0.21, 0.18), (0.11, 0.44, 0.51), (0.88, 0.11, 0.14),
    ]

    private func color(_ index: Int) {
        if chart.colors.indices.contains(index) {
            let color = chart.colors[index]
            unsafe cairo_set_source_rgb(
                context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255)
        } else {
            // Columns of one series have one colour; slices need one each.
            let entry = Self.palette[chart.kind == .pie ? index % Self.palette.count : 0]
            unsafe cairo_set_source_rgb(context, entry.0, entry.1, entry.2)
        }
    }
    private func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ index: Int) {
        color(index)
        unsafe cairo_rectangle(context, x, y, width, height)
        unsafe cairo_fill(context)
    }
    private func line(_ points: [(Double, Double)], width: Double, alpha: Double) {
        unsafe cairo_set_source_rgba(context, Double(ink.red), Double(ink.green), Double(ink.blue), alpha)
        unsafe cairo_set_line_width(context, width)
        for (index, point) in points.enumerated() {
            if index == 0 {
                unsafe cairo_move_to(context, point.0, point.1)
            } else {
                unsafe cairo_line_to(context, point.0, point.1)
            }
        }
        unsafe cairo_stroke(context)
    }
    private func text(_ string: String, x: Double, y: Double, align: Double) {
        guard let layout = unsafe gtk_widget_create_pango_layout(pointer.as(), string) else { return }
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(layout)) }
        let font = unsafe pango_font_description_from_string("Sans 8")
        unsafe pango_layout_set_font_description(layout, font)
        unsafe pango_font_description_free(font)
        var width: Int32 = 0, height: Int32 = 0
        unsafe pango_layout_get_pixel_size(layout, &width, &height)
        unsafe cairo_set_source_rgba(context, Double(ink.red), Double(ink.green), Double(ink.blue), 0.65)
        unsafe cairo_move_to(context, x - Double(width) * align, y - Double(height) / 2)
        unsafe pango_cairo_show_layout(context, layout)
    }
}

/// Round numbers from below the lowest value, or zero, to above the highest.
package struct ChartAxis: Equatable, Sendable {
    package let low: Double
    package let high: Double
    package let ticks: [Double]

    package init(_ values: [Double]) {
        let least = min(values.min() ?? 0, 0), most = max(values.max() ?? 0, 0)
        let span = most - least
        guard span.isFinite, span > 0 else {
            (low, high, ticks) = (0, 1, [0, 1])
            return
        }
        let rough = span / 4
        let power = pow(10, log10(rough).rounded(.down))
        let step = [1.0, 2, 5, 10].map { $0 * power }.first { $0 >= rough } ?? 10 * power
        let first = (least / step).rounded(.down), last = (most / step).rounded(.up)
        low = first * step
        high = last * step
        ticks = (0...Int(last - first)).map { (first + Double($0)) * step }
    }
}
