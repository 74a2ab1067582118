// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

/// How a popup shows one field, one expression or one field of a related record (an entry of `fieldInfos`).
public struct PopupField: DocumentPart {
    /// The control a text is edited with.
    public enum StringFieldOption: String, Sendable, Hashable, CaseIterable {
        case textBox = "textbox"
        case textArea = "textarea"
        case richText = "richtext"
    }
    /// What is made of the many values of related records.
    public enum StatisticType: String, Sendable, Hashable, CaseIterable {
        case count, sum, min, max, avg, stddev, `var`
    }

    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }

    /// Makes a visible field.
    public init(fieldName: String, label: String? = nil, format: PopupFieldFormat? = nil) {
        json = JSONObject(compacting: [
            "fieldName": .string(fieldName), "label": label.map { .string($0) }, "visible": true,
            "format": (format?.json).map(JSONValue.object),
        ])
    }

    /// A field's name, `expression/NAME`, or `relationships/ID/NAME`.
    public var fieldName: String {
        get { self["fieldName", default: ""] }
        set { self["fieldName", default: ""] = newValue }
    }
    /// The name people see; the field's name where the document has none.
    public var label: String {
        get { self["label"] ?? fieldName }
        set { if newValue != label { json["label"] = .string(newValue) } }
    }
    /// False leaves the field out of the list; templates may still name it.
    public var isVisible: Bool {
        get { self["visible", default: true] }
        set { self["visible", default: true] = newValue }
    }
    /// False keeps people from changing the value.
    public var isEditable: Bool {
        get { self["isEditable", default: true] }
        set { self["isEditable", default: true] = newValue }
    }
    /// A hint shown while the field is edited; empty for none.
    public var tooltip: String {
        get { self["tooltip", default: ""] }
        set { self["tooltip", default: ""] = newValue }
    }
    /// The control a text is edited with.
    public var stringFieldOption: StringFieldOption {
        get { self["stringFieldOption", default: .textBox] }
        set { self["stringFieldOption", default: .textBox] = newValue }
    }
    /// Nil leaves the value as it is.
    public var format: PopupFieldFormat? {
        get { self[part: "format"] }
        set { self[part: "format"] = newValue }
    }
    /// Nil where the field is no field of related records.
    public var statisticType: StatisticType? {
        get { self["statisticType"] }
        set { self["statisticType"] = newValue }
    }
}

/// How a number or a date is written.
public struct PopupFieldFormat: DocumentPart {
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }

    /// Always `places` decimals, thousands separated as the locale does it unless switched off.
    public static func number(places: Int, digitSeparator: Bool = true) -> PopupFieldFormat {
        PopupFieldFormat(
            json: JSONObject(compacting: ["places": .integer(places), "digitSeparator": .bool(digitSeparator)]))
    }
    /// A date in one of the web map's ways.
    public static func date(_ format: PopupDateFormat) -> PopupFieldFormat {
        PopupFieldFormat(json: JSONObject(compacting: ["dateFormat": .string(format.rawValue)]))
    }

    /// Decimals of a number; nil leaves them as they are.
    public var places: Int? {
        get { self["places"] }
        set { self["places"] = newValue }
    }
    /// True where thousands are separated.
    public var usesDigitSeparator: Bool {
        get { self["digitSeparator", default: false] }
        set { self["digitSeparator", default: false] = newValue }
    }
    /// Nil for a number's format and for a word that is none of them.
    public var dateFormat: PopupDateFormat? {
        get { self["dateFormat"] }
        set { self["dateFormat"] = newValue }
    }
    /// True where the document asks for UTC, whatever the map's zone (an old key, still in use).
    public var usesUTC: Bool { self["timezone", default: ""].lowercased() == "utc" }
}

/// The ways in which web maps write dates; the names say what is printed (web map specification, format).
public enum PopupDateFormat: String, Sendable, Hashable, CaseIterable {
    case shortDate, shortDateLE, longMonthDayYear, dayShortMonthYear, longDate, longMonthYear, shortMonthYear, year
    case shortDateShortTime, shortDateShortTime24, shortDateLongTime, shortDateLongTime24
    case shortDateLEShortTime, shortDateLEShortTime24, shortDateLELongTime, shortDateLELongTime24
    case longMonthDayYearShortTime, longMonthDayYearShortTime24, longMonthDayYearLongTime, longMonthDayYearLongTime24
    case dayShortMonthYearShortTime, dayShortMonthYearShortTime24, dayShortMonthYearLongTime,
        dayShortMonthYearLongTime24
    case longDateShortTime, longDateShortTime24, longDateLongTime, longDateLongTime24
}
