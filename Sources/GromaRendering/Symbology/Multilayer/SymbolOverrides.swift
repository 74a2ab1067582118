// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaMapping

/// Multilayer symbols whose parts follow each feature, made ready for rows.
struct SymbolOverrides {
    private struct Scripted {
        var symbol: MultilayerSymbol
        /// Nil for a script that is not understood.
        var scripts: [(any RowScript)?]
    }
    /// By the place of the symbol.
    private var scripted: [Int: Scripted] = [:]
    /// Scripts that are not understood, for people.
    private(set) var complaints: [String] = []

    init(_ symbols: [any Symbol], scripts: any ScriptReader) {
        for (place, symbol) in symbols.enumerated() {
            guard let layered = symbol as? MultilayerSymbol else { continue }
            let overrides = layered.overrides
            guard !overrides.isEmpty else { continue }
            var read: [(any RowScript)?] = []
            for override in overrides {
                do {
                    read.append(try scripts.script(override.expression, for: .value))
                } catch {
                    read.append(nil)
                    complaints.append("An override of a symbol's \(override.member) is not understood: \(error)")
                }
            }
            scripted[place] = Scripted(symbol: layered, scripts: read)
        }
    }

    var isEmpty: Bool { scripted.isEmpty }

    /// The fields that the scripts read; `*` where that cannot be foreseen.
    var fieldNames: [String] { scripted.values.flatMap { $0.scripts.compactMap { $0?.fieldNames }.flatMap(\.self) } }

    /// Values of each row for each symbol's overrides, by the symbol's place.
    func values(of features: FeatureSet, scale: Double) -> [Int: [[AttributeValue]]] {
        scripted.mapValues { entry in
            let columns = entry.scripts.map { $0?.values(of: features, scale: scale) }
            return (0..<features.count).map { row in columns.map { $0?[row] ?? .null } }
        }
    }

    /// The symbol with a row's values in it.
    func symbol(_ place: Int, _ values: [AttributeValue]) -> MultilayerSymbol? {
        scripted[place]?.symbol.overridden(by: values)
    }
}
