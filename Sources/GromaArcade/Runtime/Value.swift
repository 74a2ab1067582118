// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry

/// A value while an expression is evaluated. Arrays, dictionaries and features are shared by reference, as the language wants it; so a
/// value never leaves the evaluation it was made in. `ArcadeValue` is what leaves.
enum Value {
    case null
    case boolean(Bool)
    case number(Double)
    case text(String)
    case date(ZonedDate)
    case dateOnly(DayNumber)
    case time(DayTime)
    case array(ArrayBox)
    case dictionary(DictionaryBox)
    case geometry(GeometryBox)
    case feature(FeatureBox)
    case featureSet(FeatureSetBox)
    case collection(LayerCollection)
    case function(FunctionReference)
    case portal(PortalReference)

    /// The name that `TypeOf` gives.
    var typeName: String {
        switch self {
        case .null: ""
        case .boolean: "Boolean"
        case .number: "Number"
        case .text: "String"
        case .date: "Date"
        case .dateOnly: "DateOnly"
        case .time: "Time"
        case .array: "Array"
        case .dictionary: "Dictionary"
        case .geometry(let box): box.typeName
        case .feature: "Feature"
        case .featureSet: "FeatureSet"
        case .collection: "FeatureSetCollection"
        case .function: "Function"
        case .portal: "Portal"
        }
    }

    var isNull: Bool { if case .null = self { true } else { false } }
    /// True for null and the empty text, as `IsEmpty` sees it.
    var isEmpty: Bool {
        switch self {
        case .null: true
        case .text(let text): text.isEmpty
        default: false
        }
    }
    /// True for what has values inside that `Dictionary` copies.
    var isContainer: Bool {
        switch self {
        case .dictionary, .feature, .geometry, .array: true
        default: false
        }
    }
    /// The value in the words of an error message.
    var shown: String { isNull ? "null" : "a value of type \(typeName)" }
}

/// Days since 1970-01-01.
struct DayNumber: Hashable, Sendable, Comparable {
    var days: Int
    static func < (a: DayNumber, b: DayNumber) -> Bool { a.days < b.days }
}

/// Milliseconds since midnight.
struct DayTime: Hashable, Sendable, Comparable {
    var milliseconds: Int
    static func < (a: DayTime, b: DayTime) -> Bool { a.milliseconds < b.milliseconds }
}

/// An array's elements.
final class ArrayBox {
    var elements: [Value]
    /// True for the vertices of a shape, which cannot be changed.
    let isFixed: Bool
    init(_ elements: [Value], isFixed: Bool = false) {
        self.elements = elements
        self.isFixed = isFixed
    }
}

/// A dictionary's entries in the order they were added; keys are found in any case.
final class DictionaryBox {
    private(set) var keys: [String] = []
    private(set) var values: [Value] = []
    private var places: [String: Int] = [:]
    let isFixed: Bool

    init(isFixed: Bool = false) { self.isFixed = isFixed }
    convenience init(_ entries: [(String, Value)], isFixed: Bool = false) {
        self.init(isFixed: isFixed)
        for (key, value) in entries { self[key] = value }
    }

    /// The place of a key.
    func place(of key: String) -> Int? { places[DictionaryBox.folded(key)] }

    subscript(key: String) -> Value? {
        get { place(of: key).map { values[$0] } }
        set {
            let folded = DictionaryBox.folded(key)
            switch (places[folded], newValue) {
            case (let place?, let value?): values[place] = value
            case (nil, let value?):
                places[folded] = keys.count
                keys.append(key)
                values.append(value)
            case (let place?, nil):
                keys.remove(at: place)
                values.remove(at: place)
                places[folded] = nil
                guard place < keys.count else { return }
                for index in places.values.indices where places.values[index] > place { places.values[index] -= 1 }
            case (nil, nil): break
            }
        }
    }

    var entries: some Sequence<(key: String, value: Value)> { zip(keys, values).lazy.map { (key: $0, value: $1) } }

    func removeAll() {
        keys = []
        values = []
        places = [:]
    }

    private static func folded(_ key: String) -> String { key.lowercased() }
}

/// A shape.
final class GeometryBox: Sendable {
    let shape: any Geometry
    /// Rings that were given without their closing vertex; the language shows them as they were given.
    let openRings: Set<Int>
    init(_ shape: any Geometry, openRings: Set<Int> = []) {
        self.shape = shape
        self.openRings = openRings
    }

    var typeName: String {
        switch shape.geometryType {
        case .point: "Point"
        case .multipoint: "Multipoint"
        case .polyline: "Polyline"
        case .polygon: "Polygon"
        case .envelope: "Extent"
        }
    }
}

/// A function as a value.
enum FunctionReference {
    case builtIn(BuiltIn)
    case own(OwnFunction)
}

/// A portal as `Portal(url)` makes it.
final class PortalReference: Sendable {
    let url: String
    init(url: String) { self.url = url }
}
