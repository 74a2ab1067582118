// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
package import GromaCodecs

extension String: DocumentValue {
    /// Texts; numbers too, since older documents write ids and codes without quotes.
    package init?(documentValue: JSONValue) {
        switch documentValue {
        case .string(let text): self = text
        case .number(let number): self = number.text
        default: return nil
        }
    }
    package var documentValue: JSONValue { .string(self) }
}

extension Double: DocumentValue {
    /// Finite numbers; numbers in quotes too.
    package init?(documentValue: JSONValue) {
        switch documentValue {
        case .number(let number): self = number.doubleValue
        case .string(let text):
            guard let value = Double(text) else { return nil }
            self = value
        default: return nil
        }
        guard isFinite else { return nil }
    }
    package var documentValue: JSONValue { .double(self) }
}

extension Int: DocumentValue {
    package init?(documentValue: JSONValue) {
        switch documentValue {
        case .number:
            guard let value = documentValue.int else { return nil }
            self = value
        case .string(let text):
            guard let value = Int(text) else { return nil }
            self = value
        default: return nil
        }
    }
    package var documentValue: JSONValue { .integer(self) }
}

extension Bool: DocumentValue {
    /// `true` and `false`; 0, 1 and the words in quotes too.
    package init?(documentValue: JSONValue) {
        switch documentValue {
        case .bool(let value): self = value
        case .number(let number):
            guard let value = number.int64Value, value == 0 || value == 1 else { return nil }
            self = value == 1
        case .string("true"): self = true
        case .string("false"): self = false
        default: return nil
        }
    }
    package var documentValue: JSONValue { .bool(self) }
}

extension JSONValue: DocumentValue {
    package init?(documentValue: JSONValue) { self = documentValue }
    package var documentValue: JSONValue { self }
}

extension Array: DocumentValue where Element: DocumentValue {
    /// Elements that mean no such value are left out.
    package init?(documentValue: JSONValue) {
        guard let elements = documentValue.array else { return nil }
        self = elements.compactMap(Element.init(documentValue:))
    }
    package var documentValue: JSONValue { .array(map(\.documentValue)) }
}
