// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A value while a clause is evaluated: dates are milliseconds, GUIDs bare lower-case text.
package enum WhereValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case double(Double)
    case text(String)
}

/// The static type of a part of a clause.
enum WhereType: String, Sendable {
    case integer = "a whole number"
    case double = "a number"
    case text = "a text"
    /// Milliseconds since 1970, also for timestamps with an offset.
    case date = "a date"
    case dateOnly = "a day"
    case timeOnly = "a time of day"
    case guid = "a GUID"
    case interval = "an interval"
    /// The literal NULL: fits every type.
    case null = "null"
    /// Blobs and the like, of which only IS NULL can be asked.
    case opaque = "a blob"

    var isNumeric: Bool { self == .integer || self == .double }

    init(_ type: FieldType) {
        switch type {
        case .oid, .smallInteger, .integer, .bigInteger: self = .integer
        case .single, .double: self = .double
        case .string, .xml: self = .text
        case .date, .timestampOffset: self = .date
        case .dateOnly: self = .dateOnly
        case .timeOnly: self = .timeOnly
        case .guid, .globalID: self = .guid
        case .blob, .raster, .geometry: self = .opaque
        }
    }
}

/// The functions of a clause whose meaning is the same in memory and in a database.
enum WhereFunction: String, Sendable {
    case length, concatenate, position, substring, trim, trimStart, trimEnd, upper, lower
    case absolute, ceiling, floor, truncate, round, sign, squareRoot, power, exponential, naturalLogarithm, logarithm10
    case sine, cosine, tangent, arcSine, arcCosine, arcTangent
    case integerRemainder, remainder, coalesce, nullIf, toInteger, toDouble, integerToText, startOfDay
    /// A text that is a JSON number, as a number; null for every other text.
    case textToInteger, textToDouble
    /// The start of a day, and a time of day on 1970-01-01, as instants in UTC.
    case dayToInstant, timeToInstant
}

/// A part of a date that EXTRACT gives.
enum DatePart: String, Sendable {
    case year = "YEAR", month = "MONTH", day = "DAY", hour = "HOUR", minute = "MINUTE", second = "SECOND"
}

/// A value of a clause whose fields and types are known.
indirect enum BoundValue: Sendable {
    case constant(WhereValue, WhereType)
    /// A field, by its place among the clause's used fields.
    case field(Int)
    case negative(BoundValue)
    case arithmetic(WhereSyntax.Operator, BoundValue, BoundValue)
    /// A date moved by milliseconds.
    case shifted(BoundValue, milliseconds: Int64)
    /// A date moved by whole months; a day that the new month lacks becomes its last.
    case shiftedMonths(BoundValue, Int)
    case call(WhereFunction, [BoundValue])
    case extract(DatePart, BoundValue)
    case choice([(condition: BoundPredicate, value: BoundValue)], otherwise: BoundValue)

    var isConstant: Bool { if case .constant = self { true } else { false } }
}

/// A condition of a clause whose fields and types are known.
indirect enum BoundPredicate: Sendable {
    case constant(Bool?)
    case and([BoundPredicate])
    case or([BoundPredicate])
    case not(BoundPredicate)
    case comparison(WhereSyntax.Comparison, BoundValue, BoundValue)
    case membership(BoundValue, [BoundValue])
    case between(BoundValue, BoundValue, BoundValue)
    case like(BoundValue, LikePattern)
    /// Like a pattern without an escape character that is known only with the row.
    case likeValue(BoundValue, BoundValue)
    case isNull(BoundValue)
    /// A number that is not zero.
    case isTrue(BoundValue)
}

/// A where-clause bound to a table's fields, ready to select rows.
public struct BoundWhereClause: Sendable {
    let predicate: BoundPredicate
    /// The fields the clause names, in order of appearance.
    public let fields: [Field]

    /// The clause over columns that have other names.
    package func renamingFields(_ name: (Field) -> String) -> BoundWhereClause {
        BoundWhereClause(
            predicate: predicate,
            fields: fields.map { field in
                var renamed = field
                renamed.name = name(field)
                return renamed
            })
    }
}
