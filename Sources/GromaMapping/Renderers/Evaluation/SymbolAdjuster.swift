// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaFeatures

/// What the visual variables make of each row's symbol; an array is nil where no variable acts on that property.
public struct SymbolAdjustments: Sendable {
    /// Points that replace the symbol's size (a marker's height, a line's width); NaN leaves the symbol's own.
    public var sizes: [Double]?
    /// Points that replace the outline's width; NaN leaves the symbol's own.
    public var outlineWidths: [Double]?
    /// Colours that replace the symbol's; nil leaves its own.
    public var colors: [Color?]?
    /// 0 to 1, to multiply the symbol's alpha with; NaN leaves it.
    public var opacities: [Double]?
    /// Degrees clockwise from north (and from the symbol as drawn), added to the symbol's own angle; NaN for none.
    public var rotations: [Double]?
    /// No adjustments.
    public init() {}
}

/// The visual variables of a renderer, made ready to answer for many features.
public struct SymbolAdjuster: Sendable {
    private struct Variable: Sendable {
        let kind: VisualVariable
        let source: ValueSource
        let followsScale: Bool
        let numbers: Stops
        let colors: [Color]
    }
    private let variables: [Variable]
    /// Why variables are left out, one sentence each; empty when all are acted on.
    public let unsupportedReasons: [String]

    /// Prepares the variables of a renderer of any kind; `scripts` reads their scripts.
    public init(_ renderer: any Renderer, scripts: (any ScriptReader)? = nil) {
        var variables: [Variable] = []
        var reasons: [String] = []
        for kind in renderer.effectiveVisualVariables {
            if case .unsupported(let variable) = kind {
                reasons.append("The visual variable \"\(variable.type)\" is not acted on.")
                continue
            }
            let variable = Self.prepare(kind, scripts)
            if let reason = variable.source.unsupportedReason {
                reasons.append(reason)
            } else {
                variables.append(variable)
            }
        }
        self.variables = variables
        unsupportedReasons = reasons
    }

    private static func prepare(_ kind: VisualVariable, _ scripts: (any ScriptReader)?) -> Variable {
        let part = kind.part
        let divisor = part.normalizationField.flatMap { $0.isEmpty ? nil : $0 }
        let source = ValueSource(
            expression: part.followsScale ? "$view.scale" : part.valueExpression,
            fields: part.fieldName.map { [$0] } ?? [],
            normalization: divisor.map(ValueSource.Normalization.byField) ?? .none, scripts: scripts)
        var numbers = Stops([], [])
        var colors: [Color] = []
        switch kind {
        case .size(let size): numbers = Stops(size.stops.map(\.value), size.stops.map(\.size))
        case .opacity(let opacity):
            numbers = Stops(
                opacity.stops.map(\.value), opacity.stops.map { 1 - min(max($0.transparency, 0), 100) / 100 })
        case .color(let color):
            let stops = color.stops.sorted { $0.value < $1.value }
            numbers = Stops(stops.map(\.value), stops.map { _ in 0 })
            colors = stops.map(\.color)
        case .rotation, .unsupported: break
        }
        return Variable(kind: kind, source: source, followsScale: part.followsScale, numbers: numbers, colors: colors)
    }

    /// True without variables: every row keeps the symbol as it is.
    public var isEmpty: Bool { variables.isEmpty }
    /// The fields that decide.
    public var fieldNames: [String] { variables.flatMap(\.source.fieldNames) }

    /// The adjustments of every row, at a scale's denominator.
    public func adjustments(for features: FeatureSet, scale: Double) -> SymbolAdjustments {
        adjustments(scale: scale, count: features.count) { $0.numbers(in: features, scale: scale) }
    }

    /// The adjustments of one feature, at a scale's denominator: arrays of one element.
    public func adjustments(for attributes: [String: AttributeValue], scale: Double) -> SymbolAdjustments {
        let feature = FieldValues(attributes)
        return adjustments(scale: scale, count: 1) { [$0.number(of: feature, scale: scale) ?? .nan] }
    }

    private func adjustments(scale: Double, count: Int, values: (ValueSource) -> [Double]) -> SymbolAdjustments {
        var result = SymbolAdjustments()
        for variable in variables {
            let input = variable.followsScale ? [Double](repeating: scale, count: count) : values(variable.source)
            switch variable.kind {
            case .size(let size):
                let sizes = Self.sizes(size, stops: variable.numbers, values: input, scale: scale)
                if size.targetsOutline { result.outlineWidths = sizes } else { result.sizes = sizes }
            case .opacity: result.opacities = input.map { variable.numbers.value(at: $0) ?? .nan }
            case .rotation(let rotation):
                result.rotations = rotation.rotationType == .arithmetic ? input.map { 90 - $0 } : input
            case .color:
                result.colors = input.map { value in
                    guard let (index, fraction) = variable.numbers.segment(at: value) else { return nil }
                    let color = variable.colors[index]
                    return fraction == 0 ? color : color.mixed(with: variable.colors[index + 1], fraction: fraction)
                }
            case .unsupported: break
            }
        }
        return result
    }

    private static func sizes(
        _ variable: SizeVisualVariable, stops: Stops, values: [Double], scale: Double
    ) -> [Double] {
        if !variable.stops.isEmpty { return values.map { stops.value(at: $0) ?? .nan } }
        if let low = variable.minDataValue, let high = variable.maxDataValue, let minSize = variable.minSize,
            let maxSize = variable.maxSize
        {
            let range = Stops([low, high], [minSize.points(atScale: scale), maxSize.points(atScale: scale)])
            return values.map { range.value(at: $0) ?? .nan }
        }
        guard let meters = variable.metersPerValue else { return values.map { $0 < 0 ? .nan : $0 } }
        // Lengths on the ground: metres to points of 1/72 inch at this scale.
        let points = meters / scale / 0.0254 * 72
        return switch variable.valueRepresentation {
        case .diameter, .width: values.map { $0 < 0 ? .nan : $0 * points }
        case .radius, .distance: values.map { $0 < 0 ? .nan : 2 * $0 * points }
        case .area: values.map { $0 < 0 ? .nan : 2 * ($0 / .pi).squareRoot() * points }
        }
    }
}
