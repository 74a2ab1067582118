// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension GeometryEngine {
    /// What of the geometry lies in the box, of the geometry's kind. Lines keep their order and direction. z and m are interpolated where a side is cut;
    /// the measure of a corner of the box inside a polygon is NaN. Empty in, empty out. Linear for points and lines, n log n for polygons.
    public static func clip(_ geometry: any Geometry, to envelope: Envelope) throws(GeometryError) -> any Geometry {
        let box = try matched(envelope, to: geometry).extent
        let reference = geometry.spatialReference
        let type = resultType(geometry)
        let extent = geometry.extent
        guard !geometry.isEmpty, !box.isEmpty, extent.intersects(box) else {
            return geometry.geometryType == .envelope
                ? Envelope.empty(in: reference) : CoordinateParts().geometry(as: type, in: reference)
        }
        if extent.xMin >= box.xMin, extent.xMax <= box.xMax, extent.yMin >= box.yMin, extent.yMax <= box.yMax {
            return geometry
        }
        let parts = geometry.flatParts
        switch geometry.geometryType {
        case .envelope:
            return Envelope(
                xMin: max(extent.xMin, box.xMin), yMin: max(extent.yMin, box.yMin), xMax: min(extent.xMax, box.xMax),
                yMax: min(extent.yMax, box.yMax), spatialReference: reference)
        case .point, .multipoint:
            var kept = parts.coordinates.emptyCopy()
            for index in 0..<parts.coordinates.count
            where box.contains(x: parts.coordinates.xy[2 * index], y: parts.coordinates.xy[2 * index + 1]) {
                kept.append(index..<(index + 1), of: parts.coordinates)
            }
            return CoordinateParts(coordinates: kept, starts: kept.isEmpty ? [] : [0]).geometry(as: type, in: reference)
        case .polyline: return Polyline(parts: clipped(parts, to: box), spatialReference: reference)
        case .polygon:
            let cut = try clipped(geometry, of: reference, to: box)
            guard geometry.hasM, !cut.isEmpty else { return cut }
            var result = cut.flatParts
            result.takeMeasures(from: [parts])
            return Polygon(parts: result, spatialReference: reference)
        }
    }

    /// An area, as a rule without the library, whose overlay compares every two sides whose boxes meet. Heights are the library's to interpolate.
    private static func clipped(
        _ area: any Geometry, of reference: SpatialReference?, to box: Envelope
    ) throws(GeometryError) -> any Geometry {
        let simple = try simpleForm(area)
        if !simple.hasZ, let parts = simple.flatParts.clippedRings(to: box) {
            return Polygon(parts: parts, spatialReference: reference)
        }
        return try intersection(simple, Polygon(Envelope(copying: box, in: reference)))
    }

    /// Segment by segment; a path that leaves the box and comes back becomes two.
    private static func clipped(_ parts: CoordinateParts, to box: Envelope) -> CoordinateParts {
        let source = parts.coordinates
        var result = CoordinateParts(coordinates: source.emptyCopy())
        for range in parts.ranges {
            var isOpen = false
            for index in range.dropFirst() {
                guard let (from, to) = insideRange(of: index, in: source, box), from < to else {
                    isOpen = false
                    continue
                }
                if !isOpen || from > 0 {
                    result.beginPart()
                    appendVertex(from, index, source, box, to: &result)
                }
                appendVertex(to, index, source, box, to: &result)
                isOpen = to == 1
            }
        }
        return result
    }

    private static func appendVertex(
        _ part: Double, _ index: Int, _ source: CoordinateSequence, _ box: Envelope, to result: inout CoordinateParts
    ) {
        if part == 0 || part == 1 {
            return result.coordinates.append(
                (part == 0 ? index - 1 : index)..<(part == 0 ? index : index + 1), of: source)
        }
        result.coordinates.appendBetween(index - 1, index, of: source, part: part)
        // Rounding must not leave the cut beside the border.
        let last = result.coordinates.xy.count
        result.coordinates.xy[last - 2] = snapped(result.coordinates.xy[last - 2], box.xMin, box.xMax)
        result.coordinates.xy[last - 1] = snapped(result.coordinates.xy[last - 1], box.yMin, box.yMax)
    }

    private static func snapped(_ value: Double, _ low: Double, _ high: Double) -> Double {
        let step = 4 * value.ulp
        if abs(value - low) <= step { return low }
        if abs(value - high) <= step { return high }
        return min(high, max(low, value))
    }

    /// The share of segment index-1 to index that lies in the box (Liang and Barsky), or nil.
    private static func insideRange(of index: Int, in source: CoordinateSequence, _ box: Envelope) -> (Double, Double)?
    {
        let x = source.xy[2 * index - 2], y = source.xy[2 * index - 1]
        let dx = source.xy[2 * index] - x, dy = source.xy[2 * index + 1] - y
        var from = 0.0, to = 1.0
        for (direction, distance) in [(-dx, x - box.xMin), (dx, box.xMax - x), (-dy, y - box.yMin), (dy, box.yMax - y)]
        {
            if direction == 0 {
                if distance < 0 { return nil }
            } else if direction < 0 {
                from = max(from, distance / direction)
            } else {
                to = min(to, distance / direction)
            }
        }
        return from <= to ? (from, to) : nil
    }
}

extension Envelope {
    /// The same sides in another reference's name; nothing is projected.
    fileprivate init(copying other: Envelope, in reference: SpatialReference?) {
        self = other
        spatialReference = reference
    }
}
