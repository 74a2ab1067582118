// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry
import Synchronization

/// An expression in the Arcade language, read and checked once, evaluated as often as needed, on any thread.
///
/// Making one finds mistakes of the text and names that the profile does not have; `ArcadeError` tells line and column. Evaluating costs
/// about what the expression says; whatever it says, it ends within the context's limits.
public struct ArcadeExpression: Sendable {
    /// The expression as it was written.
    public let text: String
    /// What it was written for.
    public let profile: ArcadeProfile
    let program: Program

    /// Reads an expression.
    public init(_ text: String, profile: ArcadeProfile = .popup) throws(ArcadeError) {
        self.text = text
        self.profile = profile
        program = try Compiler.program(text, profile: profile)
    }

    private struct Key: Hashable {
        var text: ExactText
        var profile: ArcadeProfile
    }
    private static let known = Mutex<[Key: ArcadeExpression]>([:])

    /// The expression as it was read before, or read now and kept. For texts of documents, which come again with every feature.
    package static func kept(_ text: String, profile: ArcadeProfile) throws(ArcadeError) -> ArcadeExpression {
        let key = Key(text: ExactText(text), profile: profile)
        if let expression = known.withLock({ $0[key] }) { return expression }
        let expression = try ArcadeExpression(text, profile: profile)
        known.withLock { expressions in
            if expressions.count >= 1_000 { expressions.removeAll() }
            expressions[key] = expression
        }
        return expression
    }

    /// The fields of `$feature` that the expression reads, as written, each once.
    public var fieldNames: [String] { program.usage.fields }
    /// True when it may read any field: a computed name, `Expects($feature, '*')`, or the feature as a whole.
    public var readsAllFields: Bool { program.usage.usesWholeFeature }
    /// True when it may need the feature's shape.
    public var readsGeometry: Bool { program.usage.usesWholeFeature || program.usage.usesGeometry }
    /// True when it asks for domains: then the field that says a feature's type is needed too.
    public var readsDomains: Bool { program.usage.usesDomains }
    /// The globals it reads, without the dollar sign, in lower case, each once.
    public var globalNames: [String] { program.usage.globals }
    /// The functions of the language that it calls, each once.
    public var functionNames: [String] { program.usage.functions }
    /// True when the same inputs give the same value: nothing of chance or of the clock is in it, and nothing is written.
    public var isSteady: Bool { program.isSteady }
    /// True when it may ask tables or portals and must be evaluated asynchronously.
    public var needsWaiting: Bool { program.usage.mayWait }

    /// The value now, on this thread. Throws `ArcadeError.needsWaiting` when the expression asks for rows that are not in memory.
    ///
    /// `cache` gives the value where it was evaluated for an equal feature before, and keeps it; what depends on tables, the time or chance
    /// is evaluated each time.
    public func evaluate(_ context: ArcadeContext, cache: ArcadeCache? = nil) throws(ArcadeError) -> ArcadeValue {
        guard let cache, program.canBeKept else { return try Self.typed { try evaluate(context, waiter: nil) } }
        let scene = cache.number(of: scene(context)), print = fingerprint(context.feature)
        if let known = cache.outcome(scene, print) { return try known.get() }
        let made: ArcadeCache.Outcome
        do { made = .success(try evaluate(context, waiter: nil)) } catch { made = .failure(Self.arcadeError(error)) }
        cache.keep(made, scene, print)
        return try made.get()
    }

    /// The value, with all that tables and portals answer; `cache` keeps it where it depends on none of them. Cancelling the task ends the
    /// evaluation with `ArcadeError.cancelled`.
    @concurrent public func evaluate(
        in context: ArcadeContext, cache: ArcadeCache? = nil
    ) async throws(ArcadeError) -> ArcadeValue {
        guard needsWaiting else { return try evaluate(context, cache: cache) }
        do {
            return try await Waiter.run { waiter in try evaluate(context, waiter: waiter) }
        } catch {
            throw Self.arcadeError(error)
        }
    }

    private func evaluate(_ context: ArcadeContext, waiter: Waiter?) throws -> ArcadeValue {
        let run = Run(program, context: context, waiter: waiter)
        do { return try run.exported(try run.value()) } catch let error as ArcadeError {
            throw program.resultPlace.map(error.placed) ?? error
        }
    }

    static func typed<Result>(_ body: () throws -> Result) throws(ArcadeError) -> Result {
        do { return try body() } catch { throw arcadeError(error) }
    }

    static func arcadeError(_ error: any Error) -> ArcadeError {
        if let error = error as? ArcadeError { return error }
        if error is CancellationError { return ArcadeError(.cancelled, "The evaluation was cancelled.") }
        return ArcadeError(.operationFailed, "\(error)")
    }
}

extension Run {
    /// Runs the whole expression.
    func value() throws -> Value {
        guard program.depth <= Self.maximumNativeDepth else { throw limit("more nesting than the machine's stack has") }
        let result = try result(self)
        if case .function = result {
            throw ArcadeError(.wrongType, "The expression gives a function; a function is no result.")
        }
        return result
    }

    /// The value as one that may leave the evaluation.
    func exported(_ value: Value, depth: Int = 0) throws -> ArcadeValue {
        switch value {
        case .null, .function, .portal: return .null
        case .boolean(let truth): return .boolean(truth)
        case .number(let number): return .number(number)
        case .text(let text): return .text(text)
        case .date(let date): return .date(date.instant, zone: date.zone.name)
        case .dateOnly(let day): return .dateOnly(days: day.days)
        case .time(let time): return .time(milliseconds: time.milliseconds)
        case .geometry(let box): return .geometry(box.shape)
        default: break
        }
        guard depth < 100 else { throw limit("a result nested deeper than 100 levels") }
        try step()
        switch value {
        case .array(let box):
            try charge(96 + 48 * box.elements.count)
            return .array(try box.elements.map { try exported($0, depth: depth + 1) })
        case .dictionary(let box):
            try charge(96 + 96 * box.keys.count)
            return .dictionary(try box.entries.map { (key: $0.key, value: try exported($0.value, depth: depth + 1)) })
        case .feature(let feature):
            var shape: (any GromaGeometry.Geometry)?
            if case .geometry(let box) = try feature.geometry(self) { shape = box.shape }
            return .feature(
                attributes: try feature.entries(self).map { (key: $0.0, value: try exported($0.1, depth: depth + 1)) },
                geometry: shape)
        case .featureSet(let set): return .featureSet(try set.rows(self))
        case .collection:
            throw ArcadeError(.wrongType, "The expression gives a collection of layers, which is no result.")
        default: return .null
        }
    }
}
