// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

/// A line, plain or dashed (`esriSLS`); reads the older cartographic line (`esriCLS`) too.
public struct SimpleLineSymbol: Symbol {
    static let typeName = "esriSLS"
    static let cartographicTypeName = "esriCLS"
    /// The patterns, named as in JSON.
    public enum Style: String, Sendable, Hashable, CaseIterable {
        case solid = "esriSLSSolid"
        case dash = "esriSLSDash"
        case dashDot = "esriSLSDashDot"
        case dashDotDot = "esriSLSDashDotDot"
        case dot = "esriSLSDot"
        case longDash = "esriSLSLongDash"
        case longDashDot = "esriSLSLongDashDot"
        case shortDash = "esriSLSShortDash"
        case shortDashDot = "esriSLSShortDashDot"
        case shortDashDotDot = "esriSLSShortDashDotDot"
        case shortDot = "esriSLSShortDot"
        /// Drawn inside the shape; drawn as solid here.
        case insideFrame = "esriSLSInsideFrame"
        /// Not drawn.
        case null = "esriSLSNull"

        /// Lengths of dash and gap in turn, in line widths; empty for an unbroken line. By convention of common clients,
        /// the specification names the styles only.
        public var dashPattern: [Double] {
            switch self {
            case .solid, .insideFrame, .null: []
            case .dash: [4, 3]
            case .dot: [1, 3]
            case .dashDot: [4, 3, 1, 3]
            case .dashDotDot: [8, 3, 1, 3, 1, 3]
            case .shortDash: [4, 1]
            case .shortDot: [1, 1]
            case .shortDashDot: [4, 1, 1, 1]
            case .shortDashDotDot: [4, 1, 1, 1, 1, 1]
            case .longDash: [8, 3]
            case .longDashDot: [8, 3, 1, 3]
            }
        }
    }
    /// The form of a line's ends.
    public enum Cap: String, Sendable, Hashable, CaseIterable { case butt, round, square }
    /// The form of a line's corners.
    public enum Join: String, Sendable, Hashable, CaseIterable { case miter, round, bevel }

    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }

    /// Makes a line of `width` points.
    public init(style: Style = .solid, color: Color? = .black, width: Double = 1) {
        json = JSONObject(compacting: [
            "type": .string(Self.typeName), "style": .string(style.rawValue), "color": color?.json ?? .null,
            "width": .double(width),
        ])
    }

    /// The pattern; solid where the document names none that is known.
    public var style: Style {
        get { self["style", default: .solid] }
        set { self["style", default: .solid] = newValue }
    }
    /// Nil for a line that is not drawn.
    public var color: Color? {
        get { self["color"] }
        set { self["color"] = newValue }
    }
    /// Points.
    public var width: Double {
        get { self["width", default: 1] }
        set { self["width", default: 1] = newValue }
    }
    /// The ends; round where the document says nothing, as common clients draw it.
    public var cap: Cap {
        get {
            switch self["cap", default: ""].lowercased() {
            case "butt", "esrilcsbutt": .butt
            case "square", "esrilcssquare": .square
            default: .round
            }
        }
        set {
            if newValue != cap {
                json["cap"] = .string(
                    isCartographic ? "esriLCS\(newValue.rawValue.capitalizedWord)" : newValue.rawValue)
            }
        }
    }
    /// The corners; round where the document says nothing, as common clients draw it.
    public var join: Join {
        get {
            switch self["join", default: ""].lowercased() {
            case "miter", "esriljsmiter": .miter
            case "bevel", "esriljsbevel": .bevel
            default: .round
            }
        }
        set {
            if newValue != join {
                json["join"] = .string(
                    isCartographic ? "esriLJS\(newValue.rawValue.capitalizedWord)" : newValue.rawValue)
            }
        }
    }
    /// Longest miter in line widths.
    public var miterLimit: Double {
        get { self["miterLimit", default: 10] }
        set { self["miterLimit", default: 10] = newValue }
    }

    private var isCartographic: Bool { json["type"]?.string == Self.cartographicTypeName }
}

extension String {
    fileprivate var capitalizedWord: String { prefix(1).uppercased() + dropFirst() }
}
