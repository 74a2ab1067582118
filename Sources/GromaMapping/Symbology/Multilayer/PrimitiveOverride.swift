// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
package import GromaFeatures

/// A property of a part of a multilayer symbol that a script says for each feature (`CIMPrimitiveOverride`).
package struct PrimitiveOverride: Sendable, Hashable {
    /// The parts that carry this `primitiveName`.
    package var primitiveName: String
    /// The property as the part has it: `size`, `color`, `textString`, ….
    package var member: String
    /// The script.
    package var expression: String

    private static let members: Set = [
        "size", "width", "height", "color", "textString", "rotation", "offsetX", "offsetY", "enable", "separation",
    ]

    /// Nil for an override that names no part, no script, or a property that is not acted on.
    init?(_ json: JSONValue) {
        let expression = json["valueExpressionInfo"]?["expression"]?.string ?? json["expression"]?.string ?? ""
        guard let name = json["primitiveName"]?.string, let property = json["propertyName"]?.string,
            let first = property.first, !name.isEmpty, !expression.isEmpty
        else { return nil }
        let member = first.lowercased() + property.dropFirst()
        guard Self.members.contains(member) else { return nil }
        self.init(primitiveName: name, member: member, expression: expression)
    }

    private init(primitiveName: String, member: String, expression: String) {
        self.primitiveName = primitiveName
        self.member = member
        self.expression = expression
    }

    /// The value as a part's JSON has it; nil for one that means nothing there, which leaves the part as it is.
    func json(_ value: AttributeValue) -> JSONValue? {
        switch (member, value) {
        case (_, .null): return nil
        case ("textString", _): return value.json.string.map { .string($0) } ?? .string(value.json.text())
        case ("color", .string(let text)):
            if let color = Color(css: text) { return color.json }
            let numbers = text.split { !"0123456789.".contains($0) }.compactMap { Double($0) }
            guard text.lowercased().hasPrefix("rgb"), numbers.count >= 3 else { return nil }
            return .array((numbers.prefix(3) + [numbers.count > 3 ? numbers[3] * 255 : 255]).map { .double($0) })
        case ("color", _): return nil
        case ("enable", .integer(let flag)): return .bool(flag != 0)
        case (_, .integer(let number)): return .integer(number)
        case (_, .double(let number)): return number.isFinite ? .double(number) : nil
        case (_, .string(let text)): return Double(text).flatMap { $0.isFinite ? .double($0) : nil }
        default: return nil
        }
    }
}

extension MultilayerSymbol {
    /// The overrides that are acted on.
    package var overrides: [PrimitiveOverride] {
        (json["primitiveOverrides"]?.array ?? []).prefix(64).compactMap(PrimitiveOverride.init)
    }

    /// The symbol as it is for one feature; `values` stand in the order of `overrides`.
    package func overridden(by values: [AttributeValue]) -> MultilayerSymbol {
        var changes: [String: [(member: String, value: JSONValue)]] = [:]
        for (override, value) in zip(overrides, values) {
            guard let new = override.json(value) else { continue }
            changes[override.primitiveName, default: []].append((override.member, new))
        }
        var symbol = self
        if !changes.isEmpty { symbol.json = Self.changed(.object(json), changes, depth: 0).object ?? json }
        symbol.json["primitiveOverrides"] = nil
        return symbol
    }

    private static func changed(
        _ value: JSONValue, _ changes: [String: [(member: String, value: JSONValue)]], depth: Int
    ) -> JSONValue {
        guard depth < 40 else { return value }
        switch value {
        case .object(let object):
            var result = object
            for (key, member) in object.members where member.object != nil || member.array != nil {
                result[key] = changed(member, changes, depth: depth + 1)
            }
            for (member, new) in object["primitiveName"]?.string.flatMap({ changes[$0] }) ?? [] { result[member] = new }
            return .object(result)
        case .array(let elements): return .array(elements.map { changed($0, changes, depth: depth + 1) })
        default: return value
        }
    }
}
