// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import Synchronization

/// Values of expressions, kept by everything they depend on: the expression, the language, zone and layer it is evaluated for, the view's
/// scale and time where it reads them, and the values of the fields it reads.
///
/// So a row that is drawn again costs a look-up, an edited row is evaluated anew, and nothing has to be told that something changed. Kept are
/// the values of expressions that are dearer than a look-up and depend on nothing else: none that read shapes, whole features, tables, the time
/// or chance. Safe to use from any thread; it keeps the values that were used last.
public final class ArcadeCache: Sendable {
    /// What an evaluation stands in; found once for many rows.
    struct Scene: Hashable, Sendable {
        var text: String
        var profile: ArcadeProfile
        var locale: String
        var zone: String
        var info: FeatureLayerInfo?
        var scale: Double?
        var time: [Double]
        /// The same number may be a date in one column and a count in another.
        var types: [FieldType]
    }
    private struct Key: Hashable {
        var scene: Int
        var values: [AttributeValue]
    }
    private struct State {
        /// Values used lately, and those used before them; the latter go when the former are too many.
        var young: [Key: ArcadeValue] = [:]
        var old: [Key: ArcadeValue] = [:]
        var scenes: [Scene: Int] = [:]
        var nextScene = 0
        var found = 0
        var missed = 0
    }
    private let state = Mutex(State())
    private let half: Int

    /// Makes a cache that keeps `capacity` values at most.
    public init(capacity: Int = 100_000) { half = max(1, capacity / 2) }

    /// How often a value was there, and how often it was not.
    public var counts: (found: Int, missed: Int) { state.withLock { ($0.found, $0.missed) } }

    /// Forgets everything.
    public func removeAll() {
        state.withLock { state in
            let next = state.nextScene
            state = State()
            state.nextScene = next
        }
    }

    /// The number of a scene, by which its values are found.
    func number(of scene: Scene) -> Int {
        state.withLock { state in
            if let known = state.scenes[scene] { return known }
            // Numbers are never given twice: values of forgotten scenes are never found again.
            if state.scenes.count >= 1_000 { state.scenes.removeAll() }
            state.nextScene += 1
            state.scenes[scene] = state.nextScene
            return state.nextScene
        }
    }

    func value(_ scene: Int, _ values: [AttributeValue]) -> ArcadeValue? {
        let key = Key(scene: scene, values: values)
        return state.withLock { state in
            if let value = state.young[key] {
                state.found += 1
                return value
            }
            guard let value = state.old.removeValue(forKey: key) else {
                state.missed += 1
                return nil
            }
            state.found += 1
            insert(value, key, &state)
            return value
        }
    }

    func keep(_ value: ArcadeValue, _ scene: Int, _ values: [AttributeValue]) {
        state.withLock { insert(value, Key(scene: scene, values: values), &$0) }
    }

    private func insert(_ value: ArcadeValue, _ key: Key, _ state: inout State) {
        if state.young.count >= half {
            state.old = state.young
            state.young = [:]
        }
        state.young[key] = value
    }
}

extension Program {
    /// Functions whose value changes from call to call, or that do something besides.
    private static let fickle: Set<String> = [
        "Random", "Guid", "Now", "Today", "Timestamp", "Console", "GetEnvironment",
    ]
    /// Functions that cost no more than finding a value.
    private static let light: Set<String> = [
        "Round", "Ceil", "Floor", "Abs", "IIf", "When", "Decode", "IsEmpty", "IsNan", "DefaultValue", "Number", "Sqrt",
    ]

    var isSteady: Bool { !usage.readsClock && Set(usage.functions).isDisjoint(with: Self.fickle) }

    /// True when equal values of the fields give equal values of the expression, and finding one is cheaper than making one.
    var isWorthKeeping: Bool {
        guard isSteady, !usage.mayWait, !usage.usesWholeFeature, !usage.usesGeometry,
            usage.globals.allSatisfy({ $0 == "feature" || $0 == "view" })
        else { return false }
        return single == nil || !Set(usage.functions).isSubset(of: Self.light)
    }
}

extension ArcadeValue {
    /// The value as rows are read as numbers: null, texts that are no numbers, NaN and infinity are nil.
    var rowNumber: Double? {
        let number: Double
        switch self {
        case .null: return nil
        case .date(let instant, _): return Double(instant)
        case .boolean(let truth): number = truth ? 1 : 0
        case .number(let value): number = value
        case .text(let text): number = text.isEmpty ? .nan : NumberText.number(text)
        default: return nil
        }
        return number.isFinite ? number : nil
    }

    /// True for what may be kept as it is: no rows, shapes and containers.
    var isSingle: Bool {
        switch self {
        case .null, .boolean, .number, .text, .date, .dateOnly, .time: true
        case .array, .dictionary, .geometry, .feature, .featureSet: false
        }
    }
}
