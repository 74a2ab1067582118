// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry

/// The grid on which a client wants its coordinates (`quantizationParameters`).
struct QuantizationGrid: Sendable {
    private var isUpperLeft: Bool
    private var tolerance: Double
    private var originX: Double
    private var originY: Double
    /// Coordinates that fall together are dropped for display, kept for editing.
    private var dropsRepeated: Bool
    /// The reference of the grid's extent, in which the answer then comes.
    var spatialReference: SpatialReference?

    /// Reads the parameter; nil without one. Throws when it names no extent or no tolerance above zero.
    init?(_ json: JSONValue?) throws(HostingError) {
        guard let json else { return nil }
        guard let extent = json["extent"].flatMap({ Envelope(json: $0) }), !extent.isEmpty,
            case let tolerance = json["tolerance"]?.double ?? 1, tolerance > 0, tolerance.isFinite
        else {
            throw HostingError(
                .invalidParameter, "'quantizationParameters' needs an extent, and a tolerance above zero.")
        }
        isUpperLeft = json["originPosition"]?.string != "lowerLeft"
        dropsRepeated = json["mode"]?.string != "edit"
        self.tolerance = tolerance
        originX = extent.xMin
        originY = isUpperLeft ? extent.yMax : extent.yMin
        spatialReference = extent.spatialReference
    }

    /// The `transform` member of the answer.
    var transform: JSONValue {
        [
            "originPosition": isUpperLeft ? "upperLeft" : "lowerLeft",
            "scale": [.double(tolerance), .double(tolerance), 1, 1],
            "translate": [.double(originX), .double(originY), 0, 0],
        ]
    }

    /// Puts coordinates on the grid. `asSteps` gives grid numbers, each relative to the vertex before it in its part, as JSON
    /// answers have them; else places on the grid in map units. Parts that shrink to a dot are dropped in display mode.
    func apply(to column: GeometryColumn, asSteps: Bool) -> GeometryColumn {
        var out = GeometryColumn(type: column.type)
        out.nullRows = column.nullRows
        let source = column.coordinates
        let keep = column.type == .polygon ? 4 : column.type == .polyline ? 2 : 1
        var xy: [Double] = [], z: [Double] = [], m: [Double] = []
        xy.reserveCapacity(source.xy.count)
        for row in 0..<(column.featureStarts.count - 1) {
            for part in column.featureStarts[row]..<column.featureStarts[row + 1] {
                let start = xy.count
                var last = (x: 0.0, y: 0.0), lastCell: (x: Double, y: Double)?
                for vertex in column.partStarts[part]..<column.partStarts[part + 1] {
                    let cell = cell(source.xy[2 * vertex], source.xy[2 * vertex + 1])
                    if dropsRepeated, keep > 1, let lastCell, lastCell == cell { continue }
                    lastCell = cell
                    xy.append(asSteps ? cell.x - last.x : originX + cell.x * tolerance)
                    xy.append(asSteps ? cell.y - last.y : originY + (isUpperLeft ? -cell.y : cell.y) * tolerance)
                    last = cell
                    if let value = source.z?[vertex] { z.append(value) }
                    if let value = source.m?[vertex] { m.append(value) }
                }
                if dropsRepeated, (xy.count - start) / 2 < keep {
                    let dropped = (xy.count - start) / 2
                    xy.removeLast(2 * dropped)
                    if source.z != nil { z.removeLast(dropped) }
                    if source.m != nil { m.removeLast(dropped) }
                } else {
                    out.partStarts.append(xy.count / 2)
                }
            }
            out.featureStarts.append(out.partStarts.count - 1)
        }
        out.coordinates = CoordinateSequence(
            xy: xy, z: source.z == nil ? nil : z, m: source.m == nil ? nil : m)
        return out
    }

    private func cell(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        let down = isUpperLeft ? originY - y : y - originY
        return (((x - originX) / tolerance).rounded(), (down / tolerance).rounded())
    }
}
