// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures
import GromaGeometry
import Synchronization

/// One evaluation: variables, limits, and what the expression is evaluated for. Safe: what it borrows it owns.
@safe final class Run {
    let program: Program
    /// The program's, held here: reached through the program it would be counted at each use.
    let result: Code
    let context: ArcadeContext
    let environment: RunEnvironment
    let limits: ArcadeLimits
    let stack: VariableStack
    let scratch = Scratch()
    /// Where the running function's variables begin.
    var frame = 0
    /// The value of the last statement.
    var last: Value {
        @inline(__always) get { stack.last }
        @inline(__always) set { stack.last = newValue }
    }
    /// How functions that ask tables wait; nil where waiting is not allowed.
    let waiter: Waiter?
    /// The rows that the expression is evaluated for; nil for a feature of its own.
    let row: RowReader?
    /// The same for what is done for every row: not counted at each use. `row` keeps it.
    let borrowedRow: Unmanaged<RowReader>?
    /// The feature's attributes, read once, where the expression reads fields.
    private let attributes: [String: AttributeValue]
    /// The variables that a clause may name where the running call stands.
    var clauseScope: ClauseScope?

    private var stepsLeft: Int
    private var stepsUntilCheck: Int
    /// Steps from one check to the next: few at first, and where steps take long.
    private var checkInterval = Run.firstInterval
    private var memoryLeft: Int
    private var rowsLeft: Int
    private var requestsLeft: Int
    private var nativeDepth = 0
    var callDepth = 0
    private var deadline: ContinuousClock.Instant?
    private var lastCheck: ContinuousClock.Instant?
    private var arrays: [ArrayBox] = []
    private var dictionaries: [DictionaryBox] = []
    /// False when there are boxes or globals to be let go of.
    private var isClean = true
    private var numberFormats: [String: NumberFormat] = [:]
    /// Values of globals that cost something to make.
    private var globals: [String: Value] = [:]

    private static let firstInterval = 16, longestInterval = 4_096
    /// Levels of the expression's tree that may be walked at once: a bound on the machine's stack.
    static let maximumNativeDepth = 6_000

    init(
        _ program: Program, context: ArcadeContext, environment: RunEnvironment? = nil, waiter: Waiter?,
        row: RowReader? = nil
    ) {
        self.program = program
        result = program.result
        self.context = context
        self.environment = environment ?? RunEnvironment(context)
        self.waiter = waiter
        attributes = row == nil && !program.usage.fields.isEmpty ? context.feature?.attributes ?? [:] : [:]
        self.row = row
        unsafe borrowedRow = row.map { unsafe Unmanaged.passUnretained($0) }
        stack = VariableStack(count: program.variableCount)
        limits = context.limits
        stepsLeft = limits.steps
        stepsUntilCheck = Self.firstInterval
        memoryLeft = limits.memory
        rowsLeft = limits.rows
        requestsLeft = limits.requests
        if program.usage.isTimed { startClock() }
    }

    private func startClock() {
        let now = ContinuousClock.now
        deadline = now + limits.duration
        lastCheck = now
    }

    deinit { releaseBoxes() }

    /// Boxes may hold each other in circles or in very long chains: emptied one by one, neither leaks nor overflows the stack.
    private func releaseBoxes() {
        for box in arrays { box.elements = [] }
        arrays.removeAll(keepingCapacity: true)
        for box in dictionaries { box.removeAll() }
        dictionaries.removeAll(keepingCapacity: true)
        globals.removeAll(keepingCapacity: true)
        isClean = true
    }

    /// Begins anew, for another row: nothing of the last evaluation is left.
    func restart() {
        stack.clear()
        scratch.cut(to: 0)
        last = .null
        if !isClean { releaseBoxes() }
        stepsLeft = limits.steps
        checkInterval = Self.firstInterval
        stepsUntilCheck = checkInterval
        memoryLeft = limits.memory
        rowsLeft = limits.rows
        requestsLeft = limits.requests
        deadline = nil
        if program.usage.isTimed { startClock() }
    }

    // MARK: Limits

    @inline(__always) func step() throws {
        stepsUntilCheck -= 1
        if stepsUntilCheck <= 0 { try check() }
    }

    func steps(_ count: Int) throws {
        stepsUntilCheck -= count
        if stepsUntilCheck <= 0 { try check() }
    }

    private func check() throws {
        stepsLeft -= checkInterval - stepsUntilCheck
        stepsUntilCheck = checkInterval
        guard stepsLeft > 0 else { throw limit("more than \(limits.steps) steps") }
        if waiter?.isCancelled ?? Task.isCancelled { throw ArcadeError(.cancelled, "The evaluation was cancelled.") }
        // Without loops and functions the clock starts here: reading it costs as much as many an expression.
        guard let deadline, let lastCheck else { return startClock() }
        let now = ContinuousClock.now
        guard now <= deadline else {
            var late = limit("longer than \(limits.duration)")
            late.isOfTheMoment = true
            throw late
        }
        // A step may be an addition, or a search through millions of letters.
        if now - lastCheck > .milliseconds(10) {
            checkInterval = max(1, checkInterval / 16)
        } else if now - lastCheck < .milliseconds(1) {
            checkInterval = min(Self.longestInterval, checkInterval * 2)
        }
        self.lastCheck = now
        stepsUntilCheck = checkInterval
    }

    func limit(_ what: String) -> ArcadeError {
        ArcadeError(.limitExceeded, "The expression takes \(what), which is not allowed.")
    }

    /// Notes that a value of so many bytes was made.
    func charge(_ bytes: Int) throws {
        memoryLeft -= bytes
        guard memoryLeft >= 0 else { throw limit("more than \(limits.memory) bytes") }
    }

    func chargeRows(_ count: Int) throws {
        rowsLeft -= count
        guard rowsLeft >= 0 else { throw limit("more than \(limits.rows) rows") }
        try steps(count)
        try charge(count * 64)
    }

    @inline(__always) func text(_ text: consuming String) throws -> Value {
        let count = text.utf8.count
        if count > 64 { try checkText(count) }
        return .text(text)
    }

    func checkText(_ count: Int) throws {
        guard count <= limits.textLength else {
            throw limit("a text of more than \(limits.textLength) bytes")
        }
        try charge(count)
    }

    func array(_ elements: [Value], isFixed: Bool = false) throws -> Value {
        try checkCount(elements.count)
        try charge(64 + 16 * elements.count)
        let box = ArrayBox(elements, isFixed: isFixed)
        arrays.append(box)
        isClean = false
        return .array(box)
    }

    func checkCount(_ count: Int) throws {
        guard count <= limits.arrayCount else {
            throw limit("an array of more than \(limits.arrayCount) elements")
        }
    }

    func dictionary(_ entries: [(String, Value)] = [], isFixed: Bool = false) throws -> Value {
        .dictionary(try dictionaryBox(entries, isFixed: isFixed))
    }

    func dictionaryBox(_ entries: [(String, Value)] = [], isFixed: Bool = false) throws -> DictionaryBox {
        try charge(200 + 100 * entries.count)
        let box = DictionaryBox(entries, isFixed: isFixed)
        dictionaries.append(box)
        isClean = false
        return box
    }

    /// The value of a global, made when it is first read.
    func global(_ name: String) throws -> Value {
        if let known = globals[name] { return known }
        let value = try makeGlobal(name)
        globals[name] = value
        isClean = false
        return value
    }

    /// A field of `$feature` read without making a value of the whole feature; nil where that must be done.
    @inline(__always) func field(_ name: String) -> Value? {
        guard let value = attributes[name] else { return nil }
        switch value {
        case .string(let text): return .text(text)
        case .double(let number): return .number(number)
        // Numbers may be dates, which the field's type says.
        case .integer(let number):
            guard context.feature?.layerInfo?.field(named: name)?.type != .date else { return nil }
            return .number(Double(number))
        default: return Value(value, type: nil, zone: environment.zone)
        }
    }

    func geometry(_ shape: (any Geometry)?) -> Value {
        guard let shape, !shape.isEmpty else { return .null }
        return .geometry(GeometryBox(shape))
    }

    /// Runs `body` some levels deeper in the tree.
    func deeper<Result>(by levels: Int, _ body: () throws -> Result) throws -> Result {
        nativeDepth += levels
        callDepth += 1
        defer {
            nativeDepth -= levels
            callDepth -= 1
        }
        guard callDepth <= limits.callDepth, nativeDepth <= Self.maximumNativeDepth else {
            throw limit("more than \(callDepth - 1) levels of functions calling functions")
        }
        try step()
        return try body()
    }

    /// The pattern, read once a run.
    func numberFormat(_ pattern: String) throws -> NumberFormat? {
        if let known = numberFormats[pattern] { return known }
        try charge(pattern.utf8.count * 64)
        guard let format = NumberFormat(pattern) else { return nil }
        if numberFormats.count < 100 { numberFormats[pattern] = format }
        return format
    }

    /// Notes that a pattern is walked through: each of its letters costs about what a step does.
    @inline(__always) func walk(pattern: String) throws {
        let count = pattern.utf8.count
        if count > 64 { try steps(count) }
    }

    // MARK: Waiting

    /// Asks something that answers later, and waits for it.
    func wait<Result: Sendable>(_ what: String, _ body: @escaping @Sendable () async throws -> Result) throws -> Result
    {
        guard let waiter else {
            throw ArcadeError(
                .needsWaiting, "\(what) asks a table or a portal. Evaluate this expression asynchronously.")
        }
        requestsLeft -= 1
        guard requestsLeft >= 0 else { throw limit("more than \(limits.requests) questions to tables") }
        do {
            return try waiter.wait(body)
        } catch let error as ArcadeError {
            throw error
        } catch is CancellationError {
            throw ArcadeError(.cancelled, "The evaluation was cancelled.")
        } catch {
            throw ArcadeError(.operationFailed, "\(what) failed: \(error)")
        }
    }
}

/// What an evaluation reads of its context in the language's own forms, made when it is first needed.
final class RunEnvironment {
    private let timeZone: TimeZone
    private let language: Locale
    let reference: SpatialReference
    private(set) lazy var zone = Zone(timeZone)
    private(set) lazy var locale = LocaleRules(language)

    init(_ context: ArcadeContext) {
        timeZone = context.timeZone
        language = context.locale
        reference = context.spatialReference
    }
}

/// Where the variables are that a clause may name.
struct ClauseScope: Sendable {
    var locals: [String: Int]
    var globals: [String: Int]
}

extension Run {
    /// The value of a variable that a clause names.
    func clauseVariable(_ name: String) -> Value? {
        if let place = clauseScope?.locals[name] { return stack[frame + place] }
        return clauseScope?.globals[name].map { stack[$0] }
    }
}
