// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A part of an expression, ready to run.
typealias Code = @Sendable (Run) throws -> Value

/// A part that gives a number, or true or false, without a value around it.
typealias NumberCode = @Sendable (Run) throws -> Double
typealias TruthCode = @Sendable (Run) throws -> Bool

/// Parts in lists and in places that may be empty: a function alone would be called through an adapter there.
struct CodePart: Sendable { let code: Code }
struct NumberPart: Sendable { let code: NumberCode }
struct TruthPart: Sendable { let code: TruthCode }
struct ActionPart: Sendable { let action: Action }

/// How a statement ended.
enum Flow { case onward, left, next, returned }

/// A statement, ready to run; it leaves its value in `run.last`.
typealias Action = @Sendable (Run) throws -> Flow

/// A function declared in an expression, by its number in the program.
struct OwnFunction: Sendable {
    var index: Int
}

/// A whole expression, ready to run any number of times, on any thread.
final class Program: Sendable {
    struct FunctionCode: Sendable {
        var name: String
        var parameterCount: Int
        var variableCount: Int
        var body: Action
        var depth: Int
    }
    /// Runs the whole expression and gives its value; limits are the caller's.
    let result: Code
    /// True where the expression is one value, without statements before it.
    let isOneValue: Bool
    let functions: [FunctionCode]
    let variableCount: Int
    let depth: Int
    let usage: Usage
    /// Where the last statement stands, for errors of the value that have no place of their own.
    let resultPlace: SourcePlace?

    init(
        result: @escaping Code, functions: [FunctionCode], variableCount: Int, depth: Int, usage: Usage,
        isOneValue: Bool, resultPlace: SourcePlace?
    ) {
        self.result = result
        self.isOneValue = isOneValue
        self.functions = functions
        self.variableCount = variableCount
        self.depth = depth
        self.usage = usage
        self.resultPlace = resultPlace
    }

    /// Parts of `$view`.
    struct ViewParts: OptionSet {
        let rawValue: Int
        static let scale = ViewParts(rawValue: 1)
        static let time = ViewParts(rawValue: 2)
        static let all: ViewParts = [.scale, .time]
    }

    /// What an expression reads.
    struct Usage: Sendable {
        /// Fields of `$feature` in the order of their first use, as written.
        var fields: [String] = []
        /// Their places, by name in lower case.
        var places: [String: Int] = [:]
        /// True when a field's name is computed or the feature is used as a whole.
        var usesWholeFeature = false
        var usesGeometry = false
        /// True when a domain is asked, which may depend on the feature's type.
        var usesDomains = false
        var globals: [String] = []
        var viewParts: ViewParts = []
        var functions: [String] = []
        var mayWait = false
        /// True when the moment of the evaluation may be read.
        var readsClock = false
        var isTimed = false

        mutating func place(of field: String) -> Int {
            let key = field.lowercased()
            if let place = places[key] { return place }
            places[key] = fields.count
            fields.append(field)
            return fields.count - 1
        }
        private static let clocks: Set<String> = ["Date", "DateOnly", "Time"]
        /// Functions that take a clause, which may name the current moment.
        static let filters: Set<String> = ["Filter", "FeatureInFilter", "Distinct"]
        private static let makers: Set<String> = ["Geometry", "Feature", "FeatureSet"]
        /// Notes a call, or with nil a function that is used as a value: functions of dates give this moment when they are given nothing.
        mutating func note(call function: BuiltIn, argumentCount: Int?) {
            if Self.clocks.contains(function.name), argumentCount ?? 0 == 0 { readsClock = true }
            if argumentCount == nil, Self.filters.contains(function.name) { readsClock = true }
        }
        /// Notes the clause of a filter; nil where it is not known beforehand.
        mutating func note(filter clause: Value?) {
            guard case .text(let text)? = clause, !text.lowercased().contains("current") else {
                readsClock = true
                return
            }
        }
        mutating func note(global name: String) { if !globals.contains(name) { globals.append(name) } }
        mutating func note(function: BuiltIn) {
            if !functions.contains(function.name) { functions.append(function.name) }
            if function.mayWait { mayWait = true }
            // Shapes made of JSON take the reference of the evaluation.
            if function.category == .geometry || Self.makers.contains(function.name) { usesGeometry = true }
        }
    }
}

extension Run {
    func call(_ function: FunctionReference, _ arguments: [Value]) throws -> Value {
        switch function {
        case .builtIn(let builtIn):
            try step()
            return try builtIn.call(self, arguments)
        case .own(let own): return try call(own, arguments)
        }
    }

    func call(_ own: OwnFunction, _ arguments: [Value]) throws -> Value {
        let code = program.functions[own.index]
        guard arguments.count >= code.parameterCount else {
            throw ArcadeError(
                .argumentCount,
                "The function \(code.name) takes \(code.parameterCount) arguments, not \(arguments.count).")
        }
        return try deeper(by: code.depth) {
            let base = stack.count, caller = frame
            for index in 0..<code.parameterCount { stack.append(arguments[index]) }
            for _ in code.parameterCount..<max(code.parameterCount, code.variableCount) { stack.append(.null) }
            frame = base
            last = .null
            defer {
                stack.cut(to: base)
                frame = caller
            }
            _ = try code.body(self)
            return last
        }
    }
}
