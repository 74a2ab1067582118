// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

// What the display list calls: shapes of a store, added to the cells of one band and laid onto it when the caller says so.
extension Canvas {
    /// Adds the inside of a shape; `isReversed` turns its rings round.
    package func addFill(_ store: ShapeStore, _ index: Int, isReversed: Bool = false) {
        store.withShape(index) { addFill($0, bandY: window.y, rows: window.height, isReversed: isReversed) }
    }

    /// Adds the outline of a shape.
    package func addStroke(_ store: ShapeStore, _ index: Int, _ stroke: ResolvedStroke) {
        store.withShape(index) { addStroke($0, stroke, bandY: window.y, rows: window.height) }
    }

    /// Adds the lines of a shape to the thin line mask.
    package func addThin(_ store: ShapeStore, _ index: Int, width: Float) {
        store.withShape(index) { addThin($0, width: width, bandY: window.y, rows: window.height) }
    }

    /// Adds a rectangle.
    package func addBox(_ box: PixelBox) { addBox(box, bandY: window.y, rows: window.height) }

    /// Lays the cells onto the window.
    package func flushFill(touched: Range<Int>, rule: FillRule, with paint: ResolvedPaint) {
        flushFill(bandY: window.y, rows: window.height, touched: touched, rule: rule, with: paint)
    }

    /// Lays the thin line mask onto the window.
    package func flushThin(touched: Range<Int>, columns: Range<Int>, with paint: ResolvedPaint) {
        flushThin(bandY: window.y, rows: window.height, touched: touched, columns: columns, with: paint)
    }

    /// Moves the window to other rows of the same columns, at most the canvas's band height of them.
    package func moveBand(to rows: Range<Int>) {
        if thinIsUsed { thinLines(at: window.y, rows: window.height).clearGuards() }
        clip(to: PixelRect(x: window.x, y: rows.lowerBound, width: window.width, height: rows.count))
    }
}
