// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A function of the language.
final class BuiltIn: Sendable {
    /// Where the list of functions puts it.
    enum Category: String, CaseIterable, Sendable {
        case logical = "Logical"
        case mathematics = "Mathematics"
        case text = "Text"
        case array = "Arrays"
        case dictionary = "Dictionaries"
        case date = "Dates"
        case feature = "Features and schemas"
        case featureSet = "Feature sets"
        case geometry = "Geometry"
        case debugging = "Debugging"
        case service = "Services"
    }
    /// What a profile must offer.
    enum Bundle: String, Sendable {
        case core, geometry
        case dataAccess = "data access"
        case portalAccess = "portal access"
        case database
        case knowledgeGraph = "knowledge graph"
        case track
        case raster
        case utilityNetwork = "utility network"
    }
    enum Body: Sendable {
        case one(@Sendable (Run, Value) throws -> Value)
        case two(@Sendable (Run, Value, Value?) throws -> Value)
        case many(@Sendable (Run, [Value]) throws -> Value)
    }

    let name: String
    let category: Category
    let bundle: Bundle
    let arity: ClosedRange<Int>
    let body: Body
    /// True when the same arguments always give the same value, so that a call on constants is computed once.
    let isPure: Bool
    /// Why there is no answer here; nil for functions that work.
    let missing: String?
    /// True when a call may ask a table or a portal.
    let mayWait: Bool

    private init(
        _ name: String, _ category: Category, _ bundle: Bundle, _ arity: ClosedRange<Int>, _ body: Body, isPure: Bool,
        missing: String? = nil, mayWait: Bool = false
    ) {
        self.name = name
        self.category = category
        self.bundle = bundle
        self.arity = arity
        self.body = body
        self.isPure = isPure
        self.missing = missing
        self.mayWait = mayWait
    }

    static func one(
        _ name: String, _ category: Category, _ bundle: Bundle = .core, isPure: Bool = true, mayWait: Bool = false,
        _ body: @escaping @Sendable (Run, Value) throws -> Value
    ) -> BuiltIn {
        BuiltIn(name, category, bundle, 1...1, .one(body), isPure: isPure, mayWait: mayWait)
    }
    /// The second argument may be left out where `least` is 1.
    static func two(
        _ name: String, _ category: Category, _ bundle: Bundle = .core, least: Int = 1, isPure: Bool = true,
        mayWait: Bool = false, _ body: @escaping @Sendable (Run, Value, Value?) throws -> Value
    ) -> BuiltIn {
        BuiltIn(name, category, bundle, least...2, .two(body), isPure: isPure, mayWait: mayWait)
    }
    static func many(
        _ name: String, _ category: Category, _ bundle: Bundle = .core, _ arity: ClosedRange<Int>, isPure: Bool = false,
        mayWait: Bool = false, _ body: @escaping @Sendable (Run, [Value]) throws -> Value
    ) -> BuiltIn {
        BuiltIn(name, category, bundle, arity, .many(body), isPure: isPure, mayWait: mayWait)
    }
    /// A function whose service is not here.
    static func absent(_ name: String, _ bundle: Bundle, _ reason: String) -> BuiltIn {
        BuiltIn(
            name, .service, bundle, 0...Self.anyCount,
            .many { _, _ in
                throw ArcadeError(.notAvailable, "\(name) is not available here: \(reason).")
            }, isPure: false, missing: reason)
    }

    /// As many arguments as one likes.
    static let anyCount = 1_000_000

    func call(_ run: Run, _ arguments: [Value]) throws -> Value {
        guard arity.contains(arguments.count) else { throw countError(arguments.count) }
        switch body {
        case .one(let body): return try body(run, arguments[0])
        case .two(let body): return try body(run, arguments[0], arguments.count > 1 ? arguments[1] : nil)
        case .many(let body): return try body(run, arguments)
        }
    }

    func countError(_ count: Int, phase: ArcadeError.Phase = .runtime) -> ArcadeError {
        let wanted =
            arity.upperBound == arity.lowerBound
            ? "\(arity.lowerBound)"
            : arity.upperBound >= Self.anyCount
                ? "at least \(arity.lowerBound)" : "\(arity.lowerBound) to \(arity.upperBound)"
        return ArcadeError(
            .argumentCount, "\(name) takes \(wanted) argument\(wanted == "1" ? "" : "s"), not \(count).", phase: phase)
    }
}

/// All functions, by name in lower case.
enum FunctionTable {
    static let all: [BuiltIn] =
        LogicalFunctions.all + MathFunctions.all + TextFunctions.all + ArrayFunctions.all + ArrayFunctions.changing
        + ArrayFunctions.applying + DictionaryFunctions.all + DateFunctions.all + DatePartFunctions.all
        + FeatureFunctions.all + SchemaFunctions.all + FeatureSetFunctions.all + FeatureSetSources.all
        + MeasureFunctions.all + RelationFunctions.all + ShapeFunctions.all + ConstructionFunctions.all
        + LineFunctions.all + AngleFunctions.all + ServiceFunctions.all

    static let byName: [String: BuiltIn] = Dictionary(
        all.map { ($0.name.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
}
