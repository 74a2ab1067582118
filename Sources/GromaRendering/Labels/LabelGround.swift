// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
package import GromaRaster

/// A marker that labels keep off.
package struct LabelObstacle: Sendable {
    /// How much is lost where a label covers the marker.
    package enum Weight: Sendable {
        /// One of very many: covered where there is no better place.
        case light
        /// Small: covered by what belongs to the map's subject at most, where there is no better place.
        case plain
        /// Large enough to be read by itself: never covered.
        case heavy
    }
    package var x: Double
    package var y: Double
    package var marker: MarkerSprite.InkBox
    package var weight: Weight
    /// True for a marker of a layer with labels: one that stands close to it is taken for its own, however small it is.
    package var isNamed: Bool

    package init(
        x: Double, y: Double, marker: MarkerSprite.InkBox, weight: Weight = .plain, isNamed: Bool = false
    ) {
        self.x = x
        self.y = y
        self.marker = marker
        self.weight = weight
        self.isNamed = isNamed
    }
}

/// What labels keep off: markers, lines, and the names that reference layers bring as pictures.
struct LabelGround {
    /// What a label would cover.
    struct Covered {
        var heavy = 0
        var plain = 0
        var light = 0
        var all: Int { heavy + plain + light }

        static func + (a: Covered, b: Covered) -> Covered {
            Covered(heavy: a.heavy + b.heavy, plain: a.plain + b.plain, light: a.light + b.light)
        }

        /// True where a label may lie so: one of the base map hides no marker that is looked for.
        func isBearable(most: Int, ofBasemap: Bool) -> Bool { heavy == 0 && (!ofBasemap || plain == 0) && all < most }
    }
    private var heavy = CollisionGrid()
    private var plain = CollisionGrid()
    private var light = CollisionGrid()
    /// The markers that a label beside them would seem to name.
    private var rivals = CollisionGrid()
    var lines: LineTrace
    let ink: ReferenceInk

    init(area: PixelRect, ink: ReferenceInk = ReferenceInk()) {
        lines = LineTrace(area: area)
        self.ink = ink
    }

    mutating func add(_ obstacle: LabelObstacle) {
        let box = CollisionGrid.Box(
            left: obstacle.x + obstacle.marker.left, top: obstacle.y + obstacle.marker.top,
            right: obstacle.x + obstacle.marker.right, bottom: obstacle.y + obstacle.marker.bottom)
        switch obstacle.weight {
        case .light: light.insert(box)
        case .plain: plain.insert(box)
        case .heavy: heavy.insert(box)
        }
        if obstacle.weight == .heavy || (obstacle.isNamed && obstacle.weight == .plain) { rivals.insert(box) }
    }

    /// Whose label a reader takes one for.
    enum Reading {
        /// Its own marker's, at a glance.
        case own
        /// Its own marker's, after comparing it with another one close by.
        case ambiguous
        /// Another marker's.
        case foreign
    }

    /// How a label is read that belongs to the marker `own`; other markers within `reach` pixels are compared with that.
    ///
    /// Markers in one heap with their own are no others: no place tells them apart.
    func reading(of label: CollisionGrid.Box, own: CollisionGrid.Box, reach: Double) -> Reading {
        guard isRival(in: label.grown(x: reach, y: reach), of: own) else { return .own }
        let gap = max(
            0, own.left - label.right, label.left - own.right, own.top - label.bottom, label.top - own.bottom)
        // Half way between two markers it names either.
        let nearly = gap * 1.4 + 0.5
        if isRival(in: label.grown(x: nearly, y: nearly), of: own) { return .foreign }
        // Under or over the middle of a label stands what it names, and level with it, before anything at its corners.
        let near = reach * 2 / 3
        let third = (x: (label.right - label.left) / 3, y: (label.bottom - label.top) / 3)
        if own.right < label.left + third.x || own.left > label.right - third.x {
            if isRival(in: label.grown(x: -third.x, y: reach), of: own) { return .foreign }
            let isAtCorner = own.bottom < label.top + third.y || own.top > label.bottom - third.y
            if isAtCorner, isRival(in: label.grown(x: near, y: -third.y), of: own) { return .foreign }
        }
        return isRival(in: label.grown(x: near, y: near), of: own) ? .ambiguous : .own
    }

    private func isRival(in box: CollisionGrid.Box, of own: CollisionGrid.Box) -> Bool {
        rivals.overlaps(box, limit: 1) { $0.overlaps(own) && $0.area <= 2 * own.area } > 0
    }

    /// The markers under a box, `limit` of each weight at most, but for the one that covers just `own`.
    func covered(by box: CollisionGrid.Box, limit: Int, besides own: CollisionGrid.Box? = nil) -> Covered {
        Covered(
            heavy: heavy.overlaps(box, limit: 1, besides: own), plain: plain.overlaps(box, limit: limit, besides: own),
            light: light.overlaps(box, limit: limit, besides: own))
    }

    /// What it costs that lines run through a box, as they would through the letters in it: more than a place that was not
    /// wished for, less than a marker that it might seem to name; the more the farther they run there. 0 for none.
    func strikeCost(_ box: CollisionGrid.Box) -> Int {
        guard !lines.isEmpty else { return 0 }
        let y = (box.top + box.bottom) / 2
        let reach = max(0, (box.bottom - box.top) / 2 - LineTrace.cell)
        let struck = stride(from: box.left, through: box.right, by: LineTrace.cell).count { x in
            lines.isStruck(x: x, y: y) || lines.isStruck(x: x, y: y - reach) || lines.isStruck(x: x, y: y + reach)
        }
        return struck == 0 ? 0 : min(30, 10 + 2 * struck)
    }
}

/// Which squares of a picture lines run through, and whose lines.
struct LineTrace {
    /// Pixels a side of the squares.
    static let cell = 4.0
    /// Vertices of all lines that are traced; those of maps with more strike through everything anyway.
    private static let most = 200_000
    private let left: Double
    private let top: Double
    private let columns: Int
    private let rows: Int
    /// Whose line runs through each square: 0 for none.
    private var owners: [Int32] = []
    private static let several: Int32 = -1
    private var vertices = 0
    var isFull: Bool { vertices > Self.most }
    var isEmpty: Bool { owners.isEmpty }

    init(area: PixelRect) {
        left = Double(area.x)
        top = Double(area.y)
        columns = Int((Double(area.width) / Self.cell).rounded(.up))
        rows = Int((Double(area.height) / Self.cell).rounded(.up))
    }

    /// Traces a line; x and y in turn, in pixels. Owners are counted from 1.
    mutating func add(_ line: [Double], owner: Int32 = 1) {
        vertices += line.count / 2
        guard vertices <= Self.most, line.count >= 4 else { return }
        if owners.isEmpty { owners = [Int32](repeating: 0, count: columns * rows) }
        for place in stride(from: 0, to: line.count - 3, by: 2) {
            mark(line[place] - left, line[place + 1] - top, line[place + 2] - left, line[place + 3] - top, owner)
        }
    }

    private mutating func mark(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double, _ owner: Int32) {
        let (dx, dy) = (x1 - x0, y1 - y0)
        // The part of the segment that lies on the picture.
        var (from, to) = (0.0, 1.0)
        for (start, step, end) in [(x0, dx, Double(columns) * Self.cell), (y0, dy, Double(rows) * Self.cell)] {
            guard start.isFinite, step.isFinite else { return }
            if step == 0 {
                if start < 0 || start >= end { return }
            } else {
                let (a, b) = (-start / step, (end - start) / step)
                from = max(from, min(a, b))
                to = min(to, max(a, b))
            }
        }
        guard from <= to else { return }
        let length = max(abs(dx), abs(dy)) * (to - from)
        let steps = max(1, Int((length / Self.cell * 2).rounded(.up)))
        for step in 0...steps {
            let t = from + (to - from) * Double(step) / Double(steps)
            set((x0 + dx * t) / Self.cell, (y0 + dy * t) / Self.cell, owner)
        }
    }

    private mutating func set(_ x: Double, _ y: Double, _ owner: Int32) {
        let (column, row) = (Int(x), Int(y))
        guard column >= 0, column < columns, row >= 0, row < rows else { return }
        let place = row * columns + column
        owners[place] = owners[place] == 0 || owners[place] == owner ? owner : Self.several
    }

    /// True where a line runs through the square at a place.
    func isStruck(x: Double, y: Double) -> Bool { self.owner(x, y) != 0 }

    /// True where a line of somebody else runs through the square at a place.
    func isStruck(x: Double, y: Double, besides own: Int32) -> Bool {
        let owner = self.owner(x, y)
        return owner != 0 && owner != own
    }

    private func owner(_ x: Double, _ y: Double) -> Int32 {
        guard !owners.isEmpty, x >= left, y >= top else { return 0 }
        let (column, row) = (Int(min(1e6, x - left) / Self.cell), Int(min(1e6, y - top) / Self.cell))
        return column < columns && row < rows ? owners[row * columns + column] : 0
    }
}
