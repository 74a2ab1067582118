// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// One line of a layer's legend.
public struct LegendInfo: Sendable {
    /// The class's label; empty where the document has none.
    public var name: String
    /// How features of the class look, before visual variables.
    public var symbol: any Symbol
    /// Makes a line.
    public init(name: String, symbol: any Symbol) {
        self.name = name
        self.symbol = symbol
    }
}

extension Renderer {
    /// What stands above the legend's lines: what the script gives, as the document names it; empty where it has no name.
    public var legendTitle: String { self["valueExpressionTitle", default: ""] }

    /// The legend's lines in the document's order; the symbol of features in no class is last. Empty for surfaces and for
    /// renderers that are not acted on.
    public var legendInfos: [LegendInfo] {
        func info(_ name: String, _ symbol: (any Symbol)?) -> LegendInfo? {
            symbol.map { LegendInfo(name: name, symbol: $0) }
        }
        switch self {
        case let simple as SimpleRenderer: return [info(simple.label, simple.symbol)].compactMap { $0 }
        case let unique as UniqueValueRenderer:
            let classes =
                unique.uniqueValues.isEmpty
                ? unique.groups.flatMap(\.classes).map { info($0.label, $0.symbol) }
                : unique.uniqueValues.map { info($0.label, $0.symbol) }
            return (classes + [info(unique.defaultLabel, unique.defaultSymbol)]).compactMap { $0 }
        case let breaks as ClassBreaksRenderer:
            return
                (breaks.classBreaks.map { info($0.label, $0.symbol) }
                + [info(breaks.defaultLabel, breaks.defaultSymbol)]).compactMap { $0 }
        case let dots as DotDensityRenderer:
            return dots.attributes.map { attribute in
                LegendInfo(
                    name: attribute.label.isEmpty ? attribute.fieldName : attribute.label,
                    symbol: SimpleMarkerSymbol(color: attribute.color, size: 6))
            }
        default: return []
        }
    }
}
