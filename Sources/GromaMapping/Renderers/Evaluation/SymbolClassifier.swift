// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaFeatures

/// A renderer made ready to answer for many features: which symbol each of them gets.
///
/// Making one is linear in the renderer's classes; asking is constant a feature (a logarithm for class breaks).
public struct SymbolClassifier: Sendable {
    /// The symbols that occur, in the order of the classes; the default symbol is last.
    public let symbols: [any Symbol]
    /// Why the renderer cannot be acted on as a whole; nil when it can. Features get the default symbol then.
    public let unsupportedReason: String?
    private let rule: Rule
    private let fallback: Int32

    private enum Rule {
        case always(Int32)
        case unique(UniqueValueLookup)
        case breaks(ClassBreakLookup)
    }
    /// The answer for features that are not drawn.
    private static let none: Int32 = -1

    /// Prepares a renderer of any kind; `scripts` reads its script where that is beyond one expression over fields.
    public init(_ renderer: any Renderer, scripts: (any ScriptReader)? = nil) {
        var symbols: [any Symbol] = []
        var reason: String?
        func place(_ symbol: (any Symbol)?) -> Int32 {
            guard let symbol else { return Self.none }
            symbols.append(symbol)
            return Int32(symbols.count - 1)
        }
        switch renderer {
        case let simple as SimpleRenderer:
            rule = .always(place(simple.symbol))
            fallback = Self.none
        case let unique as UniqueValueRenderer:
            var lookup = UniqueValueLookup(renderer: unique, scripts: scripts)
            if unique.uniqueValues.isEmpty {
                for entry in unique.groups.flatMap(\.classes) {
                    let index = place(entry.symbol)
                    for values in entry.values { lookup.add(values, index: index) }
                }
            } else {
                for entry in unique.uniqueValues { lookup.add(entry.value, index: place(entry.symbol)) }
            }
            fallback = place(unique.defaultSymbol)
            reason = lookup.source.unsupportedReason
            rule = .unique(lookup)
        case let breaks as ClassBreaksRenderer:
            var lookup = ClassBreakLookup(renderer: breaks, scripts: scripts)
            for entry in breaks.classBreaks { lookup.add(entry, index: place(entry.symbol)) }
            lookup.sort(minValue: breaks.minValue)
            fallback = place(breaks.defaultSymbol)
            reason = lookup.source.unsupportedReason
            rule = .breaks(lookup)
        case is HeatMapRenderer, is DotDensityRenderer:
            // They draw surfaces and dots of their own, no symbol for a feature.
            rule = .always(Self.none)
            fallback = Self.none
        case let other:
            let type = (other as? UnsupportedRenderer)?.type ?? ""
            reason = "The renderer \"\(type)\" is not drawn."
            rule = .always(Self.none)
            fallback = Self.none
        }
        self.symbols = symbols
        unsupportedReason = reason
    }

    /// The fields that decide, as the renderer names them.
    public var fieldNames: [String] {
        switch rule {
        case .always: []
        case .unique(let lookup): lookup.source.fieldNames
        case .breaks(let lookup): lookup.source.fieldNames
        }
    }

    /// The place in `symbols` for one feature; nil when it is not drawn. Field names match in any case.
    public func symbolIndex(for attributes: [String: AttributeValue]) -> Int? {
        let index = index(of: FieldValues(attributes))
        return index < 0 ? nil : Int(index)
    }

    /// The place in `symbols` for each row; -1 where a row is not drawn.
    public func symbolIndices(for features: FeatureSet) -> [Int32] {
        switch rule {
        case .always(let index): return [Int32](repeating: index, count: features.count)
        case .unique(let lookup):
            if let indices = lookup.indices(in: features, fallback: fallback) { return indices }
        case .breaks(let lookup):
            return lookup.source.numbers(in: features).map { lookup.index(of: $0) ?? fallback }
        }
        let columns = ColumnLookup(features)
        return (0..<features.count).map { index(of: FieldValues(columns, row: $0)) }
    }

    private func index(of feature: FieldValues) -> Int32 {
        switch rule {
        case .always(let index): index
        case .unique(let lookup): lookup.index(of: feature) ?? fallback
        case .breaks(let lookup): lookup.source.number(of: feature).flatMap { lookup.index(of: $0) } ?? fallback
        }
    }
}

extension Renderer {
    /// The symbol of one feature; nil when it is not drawn. For many features make a `SymbolClassifier` once.
    public func symbol(for attributes: [String: AttributeValue]) -> (any Symbol)? {
        let classifier = SymbolClassifier(self)
        return classifier.symbolIndex(for: attributes).map { classifier.symbols[$0] }
    }
}
