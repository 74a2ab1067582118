// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
package import GromaCodecs

/// How one property of a described object is read from and written to its JSON member, so that nothing is lost.
///
/// A document may say a thing in more words than the property holds: an explicit default, a `null`, extra keys inside,
/// another order of a list. Reading leaves such a member in the object's leftover members; writing keeps it as it stood
/// for as long as it still says what the property says.
package struct JSONMember<Value: Equatable & Sendable>: Sendable {
    /// The member's key in the document.
    package let key: String
    /// The property's value for the member; nil stands for "no such member". Lenient: what cannot be read is the default.
    package let read: @Sendable (JSONValue?) -> Value
    /// The member for a value; nil to leave the member out.
    package let write: @Sendable (Value) -> JSONValue?

    /// Describes a member.
    package init(
        _ key: String, read: @escaping @Sendable (JSONValue?) -> Value,
        write: @escaping @Sendable (Value) -> JSONValue?
    ) {
        self.key = key
        self.read = read
        self.write = write
    }

    /// Reads the member, and removes it from the leftovers when the property alone can write it again.
    package func take(from leftovers: inout JSONObject) -> Value {
        guard let raw = leftovers[key] else { return read(nil) }
        let value = read(raw)
        if value != read(nil), write(value) == raw { leftovers[key] = nil }
        return value
    }

    /// Writes the value over the leftovers, unless they say the same already.
    package func put(_ value: Value, into object: inout JSONObject) {
        if read(object[key]) != value { object[key] = write(value) }
    }
}

extension JSONMember where Value == String? {
    /// A text that may be missing.
    package static func text(_ key: String) -> Self {
        JSONMember(key, read: { $0?.string }, write: { $0.map(JSONValue.string) })
    }
}

extension JSONMember where Value == Bool {
    /// A truth value that is `defaultValue` when missing.
    package static func flag(_ key: String, default defaultValue: Bool = false) -> Self {
        JSONMember(key, read: { $0?.bool ?? defaultValue }, write: { .bool($0) })
    }
}

extension JSONMember where Value == Int {
    /// A whole number that is `defaultValue` when missing.
    package static func integer(_ key: String, default defaultValue: Int) -> Self {
        JSONMember(key, read: { $0?.int ?? defaultValue }, write: { .integer($0) })
    }
}
