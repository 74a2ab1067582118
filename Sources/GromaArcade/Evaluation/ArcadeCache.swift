// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures
import GromaGeometry
import Synchronization

/// Values of expressions, kept by everything they depend on: the expression, the language, zone, reference and layer it is evaluated for, the
/// view's scale and time where it reads them, and the feature: the fields it reads, its shape where it reads that, all of it where it may
/// read all.
///
/// So a feature that is drawn or shown again costs a look-up, an edited one is evaluated anew, and nothing has to be told that something
/// changed. Errors are kept like values, also those of the limits. Not kept is what depends on more than that: on tables, the time or chance;
/// nor what was cancelled, nor what took too long while the machine was busy or asleep. Safe to use from any thread; it keeps the values that
/// were used last.
public final class ArcadeCache: Sendable {
    /// A column that an expression may read.
    struct Column: Hashable, Sendable {
        var name: ExactText
        var type: FieldType
    }
    /// A reference as its document spells it: two that mean the same show different ids.
    struct Reference: Hashable, Sendable {
        private let ids: [Int?]
        private let text: ExactText?

        init(_ reference: SpatialReference) {
            ids = [
                reference.wkid, reference.latestWKID, reference.verticalWKID, reference.latestVerticalWKID,
            ]
            text = reference.wkt.map(ExactText.init)
        }
    }
    /// What an evaluation stands in; found once for many rows.
    struct Scene: Hashable, Sendable {
        var text: ExactText
        var profile: ArcadeProfile
        var locale: String
        var zone: String
        var info: FeatureLayerInfo?
        var scale: Double?
        var time: [Double]
        /// The same number may be a date in one column and a count in another.
        var columns: [Column]
        var limits: ArcadeLimits
        /// The reference of the rows and that of the evaluation, where shapes are read.
        var references: [Reference?]
        /// The kind of the rows' shapes, where they are read: a ring and a line may have the same vertices.
        var shapes: GeometryType?
    }
    typealias Outcome = Result<ArcadeValue, ArcadeError>

    private struct Key: Hashable {
        var scene: Int
        var feature: Fingerprint
    }
    private struct State {
        /// Values used lately, and those used before them; the latter go when the former are too many.
        var young: [Key: Outcome] = [:]
        var old: [Key: Outcome] = [:]
        /// What the young ones count as.
        var weight = 0
        var scenes: [Scene: Int] = [:]
        var nextScene = 0
        var found = 0
        var missed = 0
    }
    private let state = Mutex(State())
    private let half: Int

    /// Makes a cache that keeps `capacity` values at most. A value of more than 64 bytes counts as several; one that is a large part of the
    /// whole is not kept.
    public init(capacity: Int = 100_000) { half = max(1, capacity / 2) }

    /// How often a value was there, and how often it was not and had to be evaluated. What is not kept counts as neither.
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

    func outcome(_ scene: Int, _ feature: Fingerprint) -> Outcome? {
        let key = Key(scene: scene, feature: feature)
        return state.withLock { state in
            if let outcome = state.young[key] {
                state.found += 1
                return outcome
            }
            guard let outcome = state.old.removeValue(forKey: key) else {
                state.missed += 1
                return nil
            }
            state.found += 1
            insert(outcome, outcome.weight ?? 1, key, &state)
            return outcome
        }
    }

    func keep(_ outcome: Outcome, _ scene: Int, _ feature: Fingerprint) {
        guard let weight = outcome.weight, weight == 1 || weight <= half / 8 else { return }
        state.withLock { insert(outcome, weight, Key(scene: scene, feature: feature), &$0) }
    }

    private func insert(_ outcome: Outcome, _ weight: Int, _ key: Key, _ state: inout State) {
        if state.weight + weight > half {
            state.old = state.young
            state.young = [:]
            state.weight = 0
        }
        state.young[key] = outcome
        state.weight += weight
    }
}

extension ArcadeCache.Outcome {
    /// How many values it counts as; nil for what is not kept.
    fileprivate var weight: Int? {
        switch self {
        case .success(let value): value.byteCount.map { 1 + $0 / 64 }
        case .failure(let error):
            [.cancelled, .needsWaiting].contains(error.code) || error.isOfTheMoment
                ? nil : 1 + error.message.utf8.count / 64
        }
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

    /// True when equal features give equal values.
    var canBeKept: Bool {
        isSteady && !usage.mayWait && usage.globals.allSatisfy { $0 == "feature" || $0 == "view" }
    }

    /// True when finding a value is cheaper than making one.
    var isWorthKeeping: Bool {
        usage.usesWholeFeature || usage.usesGeometry || !isOneValue
            || !Set(usage.functions).isSubset(of: Self.light)
    }

    /// The scene of an evaluation; `columns` are those of the rows that it may read.
    func scene(
        _ expression: ArcadeExpression, _ context: ArcadeContext, _ info: FeatureLayerInfo?,
        columns: [ArcadeCache.Column], reference: SpatialReference?, shapes: GeometryType?
    ) -> ArcadeCache.Scene {
        let time = usage.viewParts.contains(.time) ? context.viewTime.map { [$0.lowerBound, $0.upperBound] } ?? [] : []
        let readsShape = usage.usesWholeFeature || usage.usesGeometry
        // What took too long is not kept, and what is kept holds whatever time there was for it.
        var limits = context.limits
        limits.duration = .zero
        return ArcadeCache.Scene(
            text: ExactText(expression.text), profile: expression.profile, locale: context.locale.identifier,
            zone: context.timeZone.identifier, info: usage.usesDomains || usage.usesWholeFeature ? info : nil,
            scale: usage.viewParts.contains(.scale) ? context.viewScale : nil, time: time.map(\.timeIntervalSince1970),
            columns: columns, limits: limits,
            references: readsShape
                ? [reference, context.spatialReference].map { $0.map(ArcadeCache.Reference.init) } : [],
            shapes: readsShape ? shapes : nil)
    }
}

extension ArcadeExpression {
    /// The scene of an evaluation for one feature, with all that it has.
    func scene(_ context: ArcadeContext) -> ArcadeCache.Scene {
        let feature = context.feature, info = feature?.layerInfo
        var scene = program.scene(
            self, context, info, columns: [], reference: feature?.geometry?.spatialReference, shapes: nil)
        // The types of the attributes, which their values do not say.
        scene.info = info
        return scene
    }

    /// What the value for one feature depends on.
    func fingerprint(_ feature: Feature?) -> Fingerprint {
        var print = Fingerprint()
        guard let feature else { return print }
        let attributes = feature.attributes
        for name in attributes.keys.sorted() {
            print.add(name)
            print.add(attributes[name] ?? .null)
        }
        if readsGeometry { print.add(feature.geometry) }
        return print
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

    /// Bytes that it takes beyond its own, about; nil for features and rows, which are not kept.
    var byteCount: Int? {
        switch self {
        case .null, .boolean, .number, .date, .dateOnly, .time: return 0
        case .text(let text): return text.utf8.count
        case .geometry(let shape): return 64 + 32 * Self.vertexCount(shape)
        case .feature, .featureSet: return nil
        case .array(let elements):
            return elements.reduce(32) { sum, element in
                guard let sum, let own = element.byteCount else { return nil }
                return sum + own + 16
            }
        case .dictionary(let entries):
            return entries.reduce(32) { sum, entry in
                guard let sum, let own = entry.value.byteCount else { return nil }
                return sum + own + entry.key.utf8.count + 32
            }
        }
    }

    private static func vertexCount(_ shape: any Geometry) -> Int {
        switch shape {
        case let shape as Polygon: shape.parts.coordinates.count
        case let shape as Polyline: shape.parts.coordinates.count
        case let shape as Multipoint: shape.coordinates.count
        default: 4
        }
    }
}
