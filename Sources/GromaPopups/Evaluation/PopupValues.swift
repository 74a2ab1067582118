// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaArcade
import GromaFeatures
import GromaMapping

/// Looks up and formats the values that a popup's tables and templates name.
struct PopupValues {
    let attributes: [String: AttributeValue]
    let layerInfo: FeatureLayerInfo?
    let fields: PopupFields
    let formatter: AttributeFormatter
    private let namesByLowercased: [String: String]
    /// What people see as the name of a script's value, by `expression/NAME`.
    private let titles: [String: String]

    init(popup: Popup, scripts: PopupScripts, locale: Locale, timeZone: TimeZone) {
        var attributes = popup.geoElement.attributes, titles: [String: String] = [:]
        for (expression, evaluation) in zip(popup.definition.expressions, scripts.values) {
            let name = "expression/\(expression.name)"
            attributes[name] = evaluation.value.popupAttribute(returnType: expression.returnType)
            titles[name] = expression.title
        }
        for (name, value) in popup.relatedValues { attributes[name] = value }
        self.init(
            attributes: attributes, titles: titles, layerInfo: popup.layerInfo, fields: popup.definition.fields,
            formatter: AttributeFormatter(locale: locale, timeZone: timeZone))
    }

    private init(
        attributes: [String: AttributeValue], titles: [String: String], layerInfo: FeatureLayerInfo?,
        fields: PopupFields, formatter: AttributeFormatter
    ) {
        self.attributes = attributes
        self.titles = titles
        self.layerInfo = layerInfo
        self.fields = fields
        self.formatter = formatter
        namesByLowercased = Dictionary(
            attributes.keys.map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The same with the values that a script's element brings with it, which hide others of their names.
    func adding(_ values: [(key: String, value: ArcadeValue)]) -> PopupValues {
        var all = attributes
        for (key, value) in values { all[name(key) ?? key] = value.popupAttribute(returnType: .string) }
        return PopupValues(attributes: all, titles: titles, layerInfo: layerInfo, fields: fields, formatter: formatter)
    }

    /// What people see as the name of a field; a script's value has the script's title, and its own name where that is empty.
    func label(_ info: PopupField) -> String {
        guard let title = name(info.fieldName).flatMap({ titles[$0] }) else { return info.label }
        return title.isEmpty ? info.fieldName : title
    }

    /// The attribute's own spelling of a name; nil when there is no such attribute.
    func name(_ name: String) -> String? {
        attributes[name] != nil ? name : namesByLowercased[name.lowercased()]
    }

    /// The value of a field in any case; nil when the element has no such attribute.
    func value(_ name: String) -> AttributeValue? { self.name(name).flatMap { attributes[$0] } }

    /// The value as people see it: the type's or code's name, else in the format given (else the definition's for that field).
    func formatted(_ name: String, format: PopupFieldFormat?? = nil) -> FormattedValue? {
        guard let own = self.name(name), let value = attributes[own] else { return nil }
        if let type = typeName(own, value) { return FormattedValue(value: value, text: type, isPlainNumber: false) }
        let domain = layerInfo?.domain(ofField: own, attributes: attributes) ?? nil
        let style = (format ?? fields[own].format).map(Self.style)
        let isCode = AttributeFormatter.name(of: value, in: domain) != nil
        let isNumber =
            switch value {
            case .integer, .double: true
            default: false
            }
        let hasNumberStyle = style.map { $0.places != nil || $0.usesDigitSeparator } ?? false
        let zoned = format.flatMap { $0 }?.usesUTC ?? fields[own].format?.usesUTC ?? false
        let formatter = zoned ? AttributeFormatter(locale: self.formatter.locale, timeZone: .gmt) : self.formatter
        return FormattedValue(
            value: value, text: formatter.text(value, style: style, domain: domain),
            isPlainNumber: isNumber && !isCode && !hasNumberStyle)
    }

    /// A number for a chart; nil for everything else.
    func number(_ name: String) -> Double? {
        switch value(name) {
        case .integer(let number)?: Double(number)
        case .double(let number)?: number.isFinite ? number : nil
        default: nil
        }
    }

    /// The name of a feature type, where the field is the one that says the type.
    private func typeName(_ name: String, _ value: AttributeValue) -> String? {
        guard let field = layerInfo?.featureTypeFieldName, field.lowercased() == name.lowercased() else { return nil }
        return layerInfo?.featureType(of: attributes)?.name
    }

    static func style(_ format: PopupFieldFormat) -> ValueStyle {
        let places = format.places.map { min(max(0, $0), 20) }
        return ValueStyle(
            places: places, usesDigitSeparator: format.usesDigitSeparator,
            date: format.dateFormat.flatMap { DateStyle(webMapName: $0.rawValue) })
    }
}

extension ArcadeValue {
    /// The value of a script as a popup shows it: truth and containers as text, numbers as numbers where they are ones.
    func popupAttribute(returnType: PopupExpression.ReturnType) -> AttributeValue {
        switch self {
        case .boolean: return .string(text)
        case .number(let number) where number.isInfinite: return .string(number < 0 ? "-\u{221E}" : "\u{221E}")
        case .number(let number) where number.isNaN: return .string(text)
        case .text(let string) where returnType == .number: return Double(string).map { .double($0) } ?? .string(string)
        default: return attribute
        }
    }
}
