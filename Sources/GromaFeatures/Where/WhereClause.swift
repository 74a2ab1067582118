// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// A filter in standardised SQL, parsed: `STATUS = 1 AND NAME LIKE 'Oak%'`.
///
/// Client text never reaches a database: a clause is parsed, bound to a table's fields, and then evaluated in memory or
/// compiled to SQL with bound values; both ways select the same rows. Comparison with null is unknown, and unknown rows are
/// left out, also under NOT. LIKE and = compare texts exactly (use UPPER or LOWER to ignore case). GUIDs are compared without
/// braces and case. Dates are UTC. Whole numbers divide to whole numbers; division by zero is null. Texts have their
/// characters counted in Unicode scalars. Limits: 262,144 bytes, 150 levels, 30,000 values.
public struct WhereClause: Sendable {
    static let maximumLength = 262_144
    static let maximumDepth = 150
    static let maximumValueCount = 30_000

    /// The clause as it was given.
    public let text: String
    /// Nil for an empty clause, which selects every row.
    let root: WhereSyntax.Node?

    /// Parses a clause; blank text selects every row. Throws `.invalidWhereClause` with the place of the mistake, or
    /// `.tooLarge`.
    public init(_ text: String) throws(FeatureError) {
        self.text = text
        root = Self.isBlank(text) ? nil : try WhereParser.parse(text)
    }

    init(text: String, root: WhereSyntax.Node?) {
        self.text = text
        self.root = root
    }

    static func isBlank(_ text: String) -> Bool { text.utf8.allSatisfy { $0 == 32 || (9...13).contains($0) } }

    /// Rows that both select. Joined as trees: a bracket left open in one text cannot reach into the other.
    package func and(_ other: WhereClause) -> WhereClause {
        guard let root else { return other }
        guard let second = other.root else { return self }
        return WhereClause(
            text: "(\(text)) AND (\(other.text))",
            root: WhereSyntax.Node(
                syntax: .and([root, second]), position: root.position, depth: max(root.depth, second.depth) + 1))
    }

    /// True when every row is selected: an empty clause, and `1=1` as clients write it.
    package var selectsAll: Bool { root == nil || text.filter { !$0.isWhitespace } == "1=1" }

    /// What a clause needs to know besides the fields.
    public struct Context: Sendable {
        /// `CURRENT_TIMESTAMP` in milliseconds since 1970-01-01T00:00Z; `CURRENT_DATE` is its day in UTC.
        public var now: Int64
        /// `CURRENT_USER`; nil refuses clauses that ask for it.
        public var currentUser: String?
        /// Makes a context; now is now unless given.
        public init(now: Int64? = nil, currentUser: String? = nil) {
            self.now = now ?? Int64((Date().timeIntervalSince1970 * 1_000).rounded(.down))
            self.currentUser = currentUser
        }
    }

    /// Finds the clause's fields among a table's (in any case) and checks the types of everything compared.
    /// Throws `.unknownField`, `.invalidWhereClause`, or `.unsupported` for what the grammar has and Groma does not.
    public func bound(to fields: [Field], context: Context = Context()) throws(FeatureError) -> BoundWhereClause {
        var binder = WhereBinder(fields: fields, context: context)
        let predicate = try root.map { node throws(FeatureError) in try binder.predicate(node) }
        guard binder.valueCount <= Self.maximumValueCount else {
            throw FeatureError(
                .tooLarge, "The where-clause has more than \(Self.maximumValueCount) values. Ask in several queries.")
        }
        return BoundWhereClause(predicate: predicate ?? .constant(true), fields: binder.usedFields)
    }

    static func failure(_ message: String, at position: Int) -> FeatureError {
        FeatureError(.invalidWhereClause, "The where-clause is invalid at character \(position): \(message).")
    }
}
