// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Keys and values in the order of the document. Look-up is by exact key; a repeated key answers its last value.
///
/// Look-up is linear up to 16 members and by hash beyond, so that the many small objects of a document stay small.
public struct JSONObject: Sendable {
    /// Members in document order.
    public private(set) var members: [(key: String, value: JSONValue)] = []
    /// Places by key, once there are more members than `linearLimit`.
    private var positions: [String: Int]?
    private static let linearLimit = 16

    /// An object without members.
    public init() {}
    /// Gathers members in order; of a repeated key the last value stays, at the first one's place.
    public init(_ members: some Sequence<(key: String, value: JSONValue)>) {
        for (key, value) in members { self[key] = value }
    }
    /// The value of `key`; setting nil removes it (linear), setting a new key appends it.
    public subscript(key: String) -> JSONValue? {
        get { place(of: key).map { members[$0].value } }
        set {
            switch (place(of: key), newValue) {
            case (let place?, let value?): members[place].value = value
            case (let place?, nil):
                members.remove(at: place)
                positions = nil
                indexIfLarge()
            case (nil, let value?):
                positions?[key] = members.count
                members.append((key, value))
                if positions == nil { indexIfLarge() }
            case (nil, nil): break
            }
        }
    }
    private func place(of key: String) -> Int? {
        if let positions { return positions[key] }
        return members.firstIndex { $0.key == key }
    }
    private mutating func indexIfLarge() {
        guard members.count > JSONObject.linearLimit else { return }
        positions = Dictionary(uniqueKeysWithValues: members.enumerated().map { ($1.key, $0) })
    }
    /// The keys in order.
    public var keys: [String] { members.map(\.key) }
    /// The number of members.
    public var count: Int { members.count }
    /// True without members.
    public var isEmpty: Bool { members.isEmpty }
}

extension JSONObject: Hashable {
    /// Equal members in any order, as JSON means it.
    public static func == (a: JSONObject, b: JSONObject) -> Bool {
        a.count == b.count && a.members.allSatisfy { b[$0.key] == $0.value }
    }
    public func hash(into hasher: inout Hasher) { hasher.combine(Set(members.map(\.key))) }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements.lazy.map { (key: $0.0, value: $0.1) })
    }
}
