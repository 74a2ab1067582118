// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension Polygon {
    /// One area of a polygon: an outer ring and the holes in it, as indices of `parts`.
    public struct Shell: Sendable, Hashable {
        /// The outer ring.
        public var outer: Int
        /// The holes, in the order of the rings.
        public var holes: [Int]
    }

    /// Gathers the flat rings into areas, for formats that tie holes to their outer ring (well-known binary, GeoJSON).
    ///
    /// Clockwise rings are outer rings; every other ring is a hole of the smallest outer ring round it, or an outer ring itself where none is round it
    /// (callers turn it). A ring whose loops cancel out, or with a vertex that is no number, is an area of its own; rings of fewer than three vertices or on one line are left
    /// out. Areas come in the order of their outer rings.
    /// Cost: linear for one outer ring, else linear in vertices of the holes times the outer rings whose box holds them.
    public func shells() -> [Shell] { shells(keepsUnmeasured: true) }

    /// The same, where wanted without rings whose area is not known, of which nothing can be computed.
    func shells(keepsUnmeasured: Bool) -> [Shell] {
        let coordinates = parts.coordinates
        var unmeasured: [Int] = []
        var outers: [(ring: Int, area: Double, box: Envelope)] = []
        var holes: [Int] = []
        for ring in parts.starts.indices {
            let range = parts.range(of: ring)
            let area = coordinates.signedArea(of: range)
            if area < 0 {
                outers.append((ring, -area, coordinates.extent(of: range)))
            } else if area > 0 {
                holes.append(ring)
            } else if keepsUnmeasured, area.isNaN || (coordinates.isRing(range) && !coordinates.isFlat(range)) {
                unmeasured.append(ring)
            }
        }
        guard !holes.isEmpty || !unmeasured.isEmpty else { return outers.map { Shell(outer: $0.ring, holes: []) } }
        var holesOfRing: [Int: [Int]] = [:]
        var shellRings = outers.map(\.ring) + unmeasured
        outers.sort { $0.area < $1.area }
        let index = outers.count > 32 ? SpatialIndex(outers.map(\.box)) : nil
        var candidates: [Int] = Array(outers.indices)
        for hole in holes {
            let range = parts.range(of: hole)
            if let index {
                let x = coordinates.xy[2 * range.lowerBound], y = coordinates.xy[2 * range.lowerBound + 1]
                index.query(xMin: x, yMin: y, xMax: x, yMax: y, into: &candidates)
                candidates.sort()
            }
            if let shell = candidates.first(where: { holds(hole: range, outer: outers[$0]) }) {
                holesOfRing[outers[shell].ring, default: []].append(hole)
            } else {
                shellRings.append(hole)
            }
        }
        return shellRings.sorted().map { Shell(outer: $0, holes: holesOfRing[$0] ?? []) }
    }

    /// The first vertex of the hole that is not on the outer ring decides; with all of them on it, the middles of its sides.
    private func holds(hole: Range<Int>, outer: (ring: Int, area: Double, box: Envelope)) -> Bool {
        let coordinates = parts.coordinates
        let ring = parts.range(of: outer.ring)
        for index in hole {
            let x = coordinates.xy[2 * index], y = coordinates.xy[2 * index + 1]
            guard outer.box.contains(x: x, y: y) else { return false }
            switch coordinates.location(x: x, y: y, inRing: ring) {
            case .inside: return true
            case .outside: return false
            case .border: continue
            }
        }
        for index in hole.dropLast() {
            let x = (coordinates.xy[2 * index] + coordinates.xy[2 * index + 2]) / 2
            let y = (coordinates.xy[2 * index + 1] + coordinates.xy[2 * index + 3]) / 2
            let place = coordinates.location(x: x, y: y, inRing: ring)
            if place != .border { return place == .inside }
        }
        return true
    }

    /// The polygon with every ring closed, outer rings clockwise and holes counter-clockwise, judged by which ring lies in which.
    package func withOrientedRings() -> Polygon {
        var result = self
        for shell in shells() {
            result.parts.coordinates.orient(parts.range(of: shell.outer), clockwise: true)
        }
        return result
    }

    /// The rectangle an envelope stands for: one clockwise ring; empty for an empty envelope. z and m are left out.
    public init(_ envelope: Envelope) {
        self.init(spatialReference: envelope.spatialReference)
        guard !envelope.isEmpty else { return }
        let (x0, y0, x1, y1) = (envelope.xMin, envelope.yMin, envelope.xMax, envelope.yMax)
        parts = CoordinateParts(
            coordinates: CoordinateSequence(xy: [x0, y0, x0, y1, x1, y1, x1, y0, x0, y0]), starts: [0])
    }
}
