// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs
public import GromaGeometry

/// The grid on which a client wants coordinates (`quantizationParameters` of a query).
public struct QuantizationParameters: Sendable, Hashable {
    /// Whether shapes may be thinned to the grid for display, or must keep all vertices for editing.
    public enum Mode: String, Sendable, Hashable {
        case view, edit
    }
    public var mode: Mode
    /// True where rows count downwards from the extent's top.
    public var isUpperLeft: Bool
    /// The size of a grid cell in the units of the answer.
    public var tolerance: Double
    /// The grid's origin is a corner of this box.
    public var extent: Envelope

    /// Makes parameters; `tolerance` must be above 0.
    public init(mode: Mode = .view, isUpperLeft: Bool = true, tolerance: Double, extent: Envelope) {
        precondition(tolerance > 0, "a grid cell has a size")
        self.mode = mode
        self.isUpperLeft = isUpperLeft
        self.tolerance = tolerance
        self.extent = extent
    }

    /// Reads the request parameter.
    ///
    /// - Throws: `FeatureError` with `.invalidValue` when the extent is missing, or the tolerance is no positive number or
    ///   too fine to count the extent's cells in 64 bits.
    public init(json: JSONValue) throws(FeatureError) {
        guard let box = json["extent"].flatMap({ Envelope(json: $0) }), !box.isEmpty else {
            throw FeatureError(.invalidValue, "quantizationParameters needs an extent.")
        }
        let tolerance = json["tolerance"]?.double ?? 1
        guard tolerance > 0, tolerance.isFinite else {
            throw FeatureError(.invalidValue, "The tolerance of quantizationParameters must be above 0.")
        }
        // Rows and columns of the grid are 64-bit numbers; the whole extent, and as much around it, must be countable.
        let reach = max(box.width, box.height, abs(box.xMin), abs(box.yMax)) * 2
        guard reach / tolerance < 4e18 else {
            throw FeatureError(
                .invalidValue, "The tolerance of quantizationParameters, \(tolerance), is too fine to count its extent."
            )
        }
        self.init(
            mode: json["mode"]?.string == "edit" ? .edit : .view,
            isUpperLeft: json["originPosition"]?.string != "lowerLeft", tolerance: tolerance, extent: box)
    }
}

extension Quantization {
    /// The grid that a client asked for; z and m keep four decimals.
    init(_ parameters: QuantizationParameters) {
        isUpperLeft = parameters.isUpperLeft
        scales = [parameters.tolerance, parameters.tolerance, 1e-4, 1e-4]
        translations = [
            parameters.extent.xMin, parameters.isUpperLeft ? parameters.extent.yMax : parameters.extent.yMin, -100_000,
            -100_000,
        ]
    }

    /// A grid so fine that nothing visible is lost: 0.1 mm in metres or 1e-9 of a degree, coarser only for coordinates too
    /// large to count so finely.
    init(keeping column: GeometryColumn) {
        let largest = column.coordinates.xy.reduce(0) { $1.isFinite ? max($0, abs($1)) : $0 }
        var scale = largest <= 400 ? 1e-9 : 1e-4
        while largest / scale > 4e15 { scale *= 10 }
        isUpperLeft = false
        scales = [scale, scale, 1e-4, 1e-4]
        // Not 0, so that "no measure" (raw 0) differs from a measure of 0.
        translations = [0, 0, -100_000, -100_000]
    }

    /// The grid column and row of a place; what is out of all bounds is 0.
    func gridX(_ x: Double) -> Int64 { Quantization.whole((x - translations[0]) / scales[0]) }
    func gridY(_ y: Double) -> Int64 {
        Quantization.whole((isUpperLeft ? translations[1] - y : y - translations[1]) / scales[1])
    }
    /// A missing height becomes 0: the format has a word for missing measures only.
    func gridZ(_ z: Double) -> Int64 { Quantization.whole(((z.isNaN ? 0 : z) - translations[2]) / scales[2]) }
    func gridM(_ m: Double) -> Int64 { m.isNaN ? 0 : Quantization.whole((m - translations[3]) / scales[3]) }

    private static func whole(_ value: Double) -> Int64 {
        abs(value) < 9e18 ? Int64(value.rounded()) : 0
    }
}
