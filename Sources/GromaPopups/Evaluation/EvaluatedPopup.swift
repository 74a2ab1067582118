// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaFeatures
public import GromaMapping

/// What a popup shows, ready for display: a value that needs neither map nor layer.
public struct EvaluatedPopup: Sendable {
    /// The title as plain text.
    public var title: String
    /// The title as the template gives it, with whatever HTML its author wrote.
    public var titleSource: String
    /// The content from top to bottom.
    public var elements: [EvaluatedPopupElement]
    /// Every attribute as people see it, by the field's name.
    public var formattedValues: [String: FormattedValue]
    /// The names that people see of the fields and scripts that the definition lists, by the name it lists them with.
    public var labels: [String: String] = [:]
    /// Who changed the feature last, and when, in a sentence; nil where the definition or the layer does not say.
    public var lastEdit: String?
    /// What the definition asks for and the popup does not show: unknown fields and formats, scripts. Each once.
    public var diagnostics: [String]
    /// For each element the place in the definition's elements of the one it was made of.
    var sources: [Int] = []
}

/// A value as people see it.
public struct FormattedValue: Sendable, Hashable {
    /// The value itself.
    public var value: AttributeValue
    /// The text; empty for null.
    public var text: String
    /// True for a number that is shown with the digits it has, because no format was given.
    public var isPlainNumber: Bool
}

/// One part of a popup's content.
public enum EvaluatedPopupElement: Sendable {
    case text(EvaluatedText)
    case fields(EvaluatedFields)
    case media(EvaluatedMedia)
    /// A place for the feature's attachments, which are asked for when they are shown.
    case attachments(title: String, displayType: AttachmentsPopupElement.DisplayType)
    /// A place for related records, which are asked for when they are shown.
    case relationship(RelationshipPopupElement)
    /// What cannot be shown, with a sentence for people; `type` is the document's word.
    case unsupported(type: String, message: String)
}

/// Text that an author wrote, with values put in.
public struct EvaluatedText: Sendable, Hashable {
    /// HTML of the allowed subset only, safe to show.
    public var html: String
    /// The author's HTML with values put in, before anything was taken out. Never show it.
    public var source: String
    /// The same as plain text.
    public var text: String
}

/// A table of labels and values.
public struct EvaluatedFields: Sendable, Hashable {
    /// One row.
    public struct Row: Sendable, Hashable {
        /// The field's name as the definition writes it.
        public var fieldName: String
        /// The name people see.
        public var label: String
        /// The formatted value as plain text.
        public var value: String
        /// The address to open when the value is one (https or mailto); then `value` is the whole address.
        public var link: String?
        /// True where a person may change the value.
        public var isEditable = false
    }
    /// The heading; empty for none.
    public var title: String
    /// Words under the heading; empty for none.
    public var description: String
    /// The rows in the definition's order, hidden ones left out.
    public var rows: [Row]
}

/// Pictures and charts.
public struct EvaluatedMedia: Sendable {
    /// One picture or chart.
    public struct Item: Sendable {
        /// What is shown.
        public enum Content: Sendable {
            /// A picture's address, and where a tap leads (empty for nowhere).
            case image(sourceURL: String, linkURL: String)
            case chart(EvaluatedChart)
        }
        /// The heading; empty for none.
        public var title: String
        /// Words under the picture; empty for none.
        public var caption: String
        /// What is shown, in words, for those who do not see it; empty for none.
        public var alternativeText: String
        /// Minutes after which a picture is read anew; 0 for never.
        public var refreshInterval: Double
        /// The picture or the chart.
        public var content: Content
    }
    /// The heading; empty for none.
    public var title: String
    /// Words under the heading; empty for none.
    public var description: String
    /// What there is to show; empty when nothing is, and then the element takes no room.
    public var items: [Item]
}

/// The numbers of a chart.
public struct EvaluatedChart: Sendable {
    /// One bar, column, point or slice.
    public struct Entry: Sendable, Hashable {
        /// The field's name as the definition writes it.
        public var fieldName: String
        /// The name people see.
        public var label: String
        /// Words that appear at the pointer.
        public var tooltip: String
        /// Divided by the normalising field where there is one; nil leaves a gap: null, no number, or division by zero.
        public var value: Double?
        /// The value as the field's format and the locale write it; two decimals at most where it was normalised, empty where
        /// `value` is nil.
        public var text: String
    }
    /// Bars, columns, a line or a pie.
    public var kind: PopupChartKind
    /// One for each field, in the definition's order.
    public var entries: [Entry]
    /// The author's colours in the order of the entries; may be fewer.
    public var colors: [Color]
    /// The field that values are divided by; nil for none.
    public var normalizeFieldName: String?
    /// The field whose text stands in tooltips; nil for the fields' labels.
    public var tooltipFieldName: String?
    /// False when there is nothing to draw: then the words for "no data" stand in the chart's place.
    public var hasData: Bool {
        let numbers = entries.compactMap(\.value)
        return kind == .pie ? numbers.contains { $0 > 0 } && !numbers.contains { $0 < 0 } : !numbers.isEmpty
    }
}
