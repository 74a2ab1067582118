// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Turns a syntax tree into a bound one: finds fields, checks types, folds constants.
struct WhereBinder {
    typealias Node = WhereSyntax.Node
    /// A bound value with its type and place.
    struct Typed {
        var value: BoundValue
        var type: WhereType
        var position: Int
    }

    let context: WhereClause.Context
    private let fieldsByName: [String: Field]
    private(set) var usedFields: [Field] = []
    private var places: [String: Int] = [:]
    var valueCount = 0

    init(fields: [Field], context: WhereClause.Context) {
        self.context = context
        fieldsByName = Dictionary(fields.map { ($0.name.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    }

    mutating func predicate(_ node: Node) throws(FeatureError) -> BoundPredicate {
        switch node.syntax {
        case .and(let parts): return .and(try predicates(parts))
        case .or(let parts): return .or(try predicates(parts))
        case .not(let inner): return .not(try predicate(inner))
        case .boolean(let flag): return .constant(flag)
        case .comparison(let comparison, let left, let right):
            var pair = [try value(left), try value(right)]
            try unify(&pair, at: node.position)
            return .comparison(comparison, pair[0].value, pair[1].value)
        case .membership(let left, let list):
            var all = [try value(left)]
            for entry in list { all.append(try value(entry)) }
            try unify(&all, at: node.position)
            return .membership(all[0].value, all.dropFirst().map(\.value))
        case .between(let left, let low, let high):
            var all = [try value(left), try value(low), try value(high)]
            try unify(&all, at: node.position)
            return .between(all[0].value, all[1].value, all[2].value)
        case .like(let left, let pattern, let escape):
            return try like(left, pattern, escape)
        case .isNull(let inner): return .isNull(try value(inner).value)
        default:
            let typed = try value(node)
            if typed.type == .null { return .constant(nil) }
            guard typed.type.isNumeric else {
                throw WhereClause.failure("a condition is expected, not \(typed.type.rawValue)", at: node.position)
            }
            return .isTrue(typed.value)
        }
    }

    private mutating func predicates(_ nodes: [Node]) throws(FeatureError) -> [BoundPredicate] {
        var list: [BoundPredicate] = []
        for node in nodes { list.append(try predicate(node)) }
        return list
    }

    private mutating func like(_ left: Node, _ pattern: Node, _ escape: Unicode.Scalar?) throws(FeatureError)
        -> BoundPredicate
    {
        let typed = try value(left)
        guard [.text, .null].contains(typed.type) else {
            throw WhereClause.failure("LIKE compares texts, not \(typed.type.rawValue)", at: left.position)
        }
        switch try value(pattern).value {
        case .constant(.null, _): return .constant(nil)
        case .constant(.text(let text), .text):
            guard let compiled = LikePattern(text, escape: escape) else {
                throw WhereClause.failure(
                    "the escape character must stand before %, _ or itself", at: pattern.position)
            }
            return .like(typed.value, compiled)
        case .constant: throw WhereClause.failure("the pattern of LIKE must be a text", at: pattern.position)
        case let computed:
            guard try value(pattern).type == .text else {
                throw WhereClause.failure("the pattern of LIKE must be a text", at: pattern.position)
            }
            guard escape == nil else {
                throw FeatureError(
                    .unsupported,
                    "With ESCAPE a LIKE pattern must be a text in quotes (character \(pattern.position) of the clause)."
                )
            }
            return .likeValue(typed.value, computed)
        }
    }

    mutating func value(_ node: Node) throws(FeatureError) -> Typed {
        let (value, type) = try bound(node)
        return Typed(value: folded(value, type), type: type, position: node.position)
    }

    private mutating func bound(_ node: Node) throws(FeatureError) -> (BoundValue, WhereType) {
        switch node.syntax {
        case .null: return constant(.null, .null)
        case .integer(let number): return constant(.integer(number), .integer)
        case .double(let number): return constant(.double(number), .double)
        case .text(let text): return constant(.text(text), .text)
        case .temporal(let keyword, let text): return try temporal(keyword, text, node.position)
        case .interval:
            throw WhereClause.failure("an interval can only be added to a date or taken from one", at: node.position)
        case .field(let name): return try field(name, node.position)
        case .negative(let inner):
            let typed = try value(inner)
            guard typed.type.isNumeric || typed.type == .null else {
                throw WhereClause.failure("minus needs a number, not \(typed.type.rawValue)", at: node.position)
            }
            return (.negative(typed.value), typed.type)
        case .arithmetic(let symbol, let left, let right): return try arithmetic(symbol, left, right, node.position)
        case .call(let name, let arguments): return try call(name, arguments, node.position)
        case .cast(let inner, let type, let length): return try cast(inner, type, length, node.position)
        case .extract(let part, let inner): return try extract(part, inner, node.position)
        case .choice(let branches, let otherwise): return try choice(branches, otherwise, node.position)
        default:
            throw WhereClause.failure("a value is expected here, not a condition", at: node.position)
        }
    }

    mutating func constant(_ value: WhereValue, _ type: WhereType) -> (BoundValue, WhereType) {
        valueCount += 1
        return (.constant(value, type), type)
    }

    private mutating func field(_ name: String, _ position: Int) throws(FeatureError) -> (BoundValue, WhereType) {
        let key = name.lowercased()
        guard let field = fieldsByName[key] else {
            throw FeatureError(
                .unknownField,
                "The where-clause names the field \"\(name.prefix(80))\" at character \(position), which the table does not have."
            )
        }
        let place = places[key] ?? usedFields.count
        if place == usedFields.count {
            places[key] = place
            usedFields.append(field)
        }
        return (.field(place), WhereType(field.type))
    }

    private mutating func choice(
        _ branches: [WhereSyntax.Branch], _ otherwise: Node?, _ position: Int
    ) throws(FeatureError) -> (BoundValue, WhereType) {
        var conditions: [BoundPredicate] = []
        var values: [Typed] = []
        for branch in branches {
            conditions.append(try predicate(branch.condition))
            values.append(try value(branch.value))
        }
        values.append(
            try otherwise.map { node throws(FeatureError) in try value(node) }
                ?? Typed(value: .constant(.null, .null), type: .null, position: position))
        let type = try unify(&values, at: position)
        let pairs = zip(conditions, values).map { (condition: $0, value: $1.value) }
        return (.choice(pairs, otherwise: values[values.count - 1].value), type)
    }

    /// Computes what has constants only, in memory, so that no database's arithmetic is asked.
    func folded(_ value: BoundValue, _ type: WhereType) -> BoundValue {
        switch value {
        case .negative(let inner) where inner.isConstant: break
        case .arithmetic(_, let left, let right) where left.isConstant && right.isConstant: break
        case .shifted(let inner, _) where inner.isConstant: break
        case .shiftedMonths(let inner, _) where inner.isConstant: break
        case .extract(_, let inner) where inner.isConstant: break
        case .call(_, let arguments) where arguments.allSatisfy(\.isConstant): break
        default: return value
        }
        return .constant(WhereEvaluator(row: { _ in .null }).value(value), type)
    }
}
