// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A having clause, parsed: a where-clause over groups, in which statistics of fields stand for fields of the answer.
struct HavingClause {
    /// The clause over the answer's fields; a statistic is a field named as it is written, `SUM(POP)`.
    let clause: WhereClause
    /// The statistics the clause uses, with those names.
    let statistics: [StatisticDefinition]

    /// Parses a clause; nil for a blank one. Throws as `WhereClause` does.
    init?(_ text: String) throws(FeatureError) {
        guard !WhereClause.isBlank(text) else { return nil }
        var parser = WhereParser(tokens: try WhereLexer.tokens(of: text), allowsStatistics: true)
        clause = WhereClause(text: text, root: try parser.whole())
        statistics = parser.statistics
    }
}

extension WhereParser {
    private static let statisticNames: [String: StatisticDefinition.StatisticType] = [
        "AVG": .avg, "COUNT": .count, "MAX": .max, "MIN": .min, "SUM": .sum, "STDDEV": .stddev, "VAR": .var,
        "VARIANCE": .var,
    ]

    /// `SUM(POP)`, `COUNT(*)`: nil when the word is no statistic.
    mutating func statistic(_ word: String, _ position: Int) throws(FeatureError) -> Node? {
        guard allowsStatistics, let type = Self.statisticNames[word] else { return nil }
        try expectSymbol("(")
        var name = "*"
        if type != .count || takeSymbol(["*"]) == nil {
            let inner = try sum()
            switch inner.syntax {
            case .field(let field): name = field
            case .integer where type == .count: break
            default: throw WhereClause.failure("\(word) takes the name of a field", at: inner.position)
            }
        }
        try expectSymbol(")")
        let alias = "\(type.rawValue.uppercased())(\(name.lowercased()))"
        if !statistics.contains(where: { $0.outputAlias == alias }) {
            statistics.append(StatisticDefinition(onFieldName: name, statisticType: type, outputAlias: alias))
        }
        return leaf(.field(alias), position)
    }
}
