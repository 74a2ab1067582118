// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaArcade
import GromaCodecs
import GromaFeatures
import GromaMapping

/// Evaluates a popup once.
struct PopupEvaluator {
    private let popup: Popup
    private var values: PopupValues
    private let scripts: PopupScripts
    private let words: Localization
    private var diagnostics: [String] = []
    private var sources: [Int] = []

    init(popup: Popup, scripts: PopupScripts, locale: Locale, timeZone: TimeZone) {
        self.popup = popup
        self.scripts = scripts
        values = PopupValues(popup: popup, scripts: scripts, locale: locale, timeZone: timeZone)
        words = Localization(preferring: [locale.identifier])
    }

    /// The title alone.
    var title: String {
        var evaluator = self
        return HTMLText.plain(evaluator.plain(popup.definition.title).trimmed)
    }

    func evaluate() -> EvaluatedPopup {
        var evaluator = self
        let source = evaluator.plain(popup.definition.title).trimmed
        let elements = evaluator.elements()
        var formatted: [String: FormattedValue] = [:]
        for name in values.attributes.keys { formatted[name] = values.formatted(name) }
        evaluator.checkFormats()
        for evaluation in scripts.values {
            if let error = evaluation.error { evaluator.report("The script \(evaluation.name): \(error)") }
        }
        let tracked = popup.definition.showsLastEditInfo ? popup.layerInfo?.editFieldsInfo : nil
        return EvaluatedPopup(
            title: HTMLText.plain(source), titleSource: source, elements: elements, formattedValues: formatted,
            labels: evaluator.labels,
            lastEdit: tracked.flatMap { LastEdit(info: $0, values: values, words: words).sentence },
            diagnostics: evaluator.diagnostics, sources: evaluator.sources)
    }

    private var labels: [String: String] {
        Dictionary(
            (popup.definition.fieldInfos + popup.definition.elementFields
                + popup.definition.expressions.map { PopupField(fieldName: "expression/\($0.name)") })
                .map { ($0.fieldName, values.label($0)) },
            uniquingKeysWith: { own, _ in own })
    }

    private mutating func report(_ message: String) {
        if !diagnostics.contains(message) { diagnostics.append(message) }
    }

    private mutating func checkFormats() {
        for field in popup.definition.fieldInfos {
            guard let name = field.format?.json["dateFormat"]?.string, DateStyle(webMapName: name) == nil else {
                continue
            }
            report(
                "The date format \"\(name.prefix(40))\" of \(field.fieldName) is not known; the standard one is used.")
        }
    }

    // MARK: Elements

    private mutating func elements() -> [EvaluatedPopupElement] {
        var made: [EvaluatedPopupElement] = []
        for (place, part) in popup.shownElements.enumerated() {
            guard let element = element(part, at: place) else { continue }
            made.append(element)
            sources.append(place)
        }
        return made
    }

    /// Nil for a script's element that failed: the others are shown without it.
    private mutating func element(_ element: PopupElement, at place: Int) -> EvaluatedPopupElement? {
        let definition = popup.definition
        switch element {
        case .text(let part): return .text(text(part.text))
        case .fields(let part):
            let own = part.json["fieldInfos"]?.array != nil ? part.fields : definition.fieldInfos
            return .fields(fields(own, title: plain(part.title), description: plain(part.description)))
        case .media(let part):
            let own = part.json["mediaInfos"]?.array != nil ? part.media : definition.media
            return .media(media(own, title: plain(part.title), description: plain(part.description)))
        case .attachments(let part): return .attachments(title: plain(part.title), displayType: part.displayType)
        case .relationship(let part): return .relationship(part)
        case .expression(let part):
            return made(scripts.elements[place], part)
        case .unsupported(let part):
            report("A popup element of type \"\(part.type.prefix(40))\" is not known.")
            return .unsupported(type: part.type, message: words.text("popup.unsupportedElement", part.type))
        }
    }

    /// The element that a script's dictionary describes.
    private mutating func made(
        _ evaluation: PopupExpressionEvaluation?, _ part: ExpressionPopupElement
    ) -> EvaluatedPopupElement? {
        let name = part.expression?.title ?? part.title
        guard let evaluation, evaluation.error == nil else {
            report(
                "The expression element \"\(name)\": \(evaluation?.error.map(String.init(describing:)) ?? "no script")")
            return nil
        }
        guard case .dictionary = evaluation.value, let json = evaluation.value.json.object else {
            report("The expression element \"\(name)\" gave no dictionary.")
            return nil
        }
        let own = values
        defer { values = own }
        if case .dictionary(let attributes)? = evaluation.value["attributes"] { values = values.adding(attributes) }
        let element = PopupElement(json: json)
        switch element {
        case .text, .fields, .media: return self.element(element, at: -1)
        default:
            report("The expression element \"\(name)\" gave none of text, fields and media.")
            return nil
        }
    }

    private mutating func fields(_ infos: [PopupField], title: String, description: String) -> EvaluatedFields {
        var rows: [EvaluatedFields.Row] = []
        for info in infos where info.isVisible {
            guard let formatted = values.formatted(info.fieldName, format: .some(info.format)) else {
                missing(info.fieldName)
                continue
            }
            rows.append(
                EvaluatedFields.Row(
                    fieldName: info.fieldName, label: values.label(info), value: formatted.text,
                    link: HTMLAllowList.link(formatted.text),
                    isEditable: popup.isEditable(fieldNamed: info.fieldName)))
        }
        return EvaluatedFields(title: title, description: description, rows: rows)
    }

    private mutating func text(_ template: String) -> EvaluatedText {
        let source = TemplateText(template).filled { name, place in
            let text = value(name)
            switch place {
            case .text: return HTMLText.escaped(text).replacing("\r\n", with: "<br>").replacing("\n", with: "<br>")
            case .attribute, .wholeAddress: return HTMLText.escaped(text)
            case .addressPart: return text.percentEncoded
            }
        }.trimmed
        let html = HTMLSanitizer.sanitized(source)
        return EvaluatedText(html: html, source: source, text: HTMLText.plain(html))
    }

    /// A template outside of HTML.
    private mutating func plain(_ template: String) -> String {
        TemplateText(template).filled { name, _ in value(name) }
    }

    private mutating func value(_ name: String) -> String {
        if let formatted = values.formatted(name) { return formatted.text }
        missing(name)
        return ""
    }

    /// Reports a name without a value.
    private mutating func missing(_ name: String) {
        report(
            RelatedFieldName(name) == nil
                ? "There is no field \"\(name.prefix(80))\"."
                : "There is no one value of related records for \(name.prefix(80)).")
    }

    // MARK: Media

    private mutating func media(_ infos: [PopupMedia], title: String, description: String) -> EvaluatedMedia {
        var items: [EvaluatedMedia.Item] = []
        for info in infos {
            guard let content = content(info) else { continue }
            items.append(
                EvaluatedMedia.Item(
                    title: plain(info.title).trimmed, caption: plain(info.caption).trimmed,
                    alternativeText: plain(info.alternativeText).trimmed, refreshInterval: info.refreshInterval,
                    content: content))
        }
        return EvaluatedMedia(title: title, description: description, items: items)
    }

    private mutating func content(_ info: PopupMedia) -> EvaluatedMedia.Item.Content? {
        switch info.kind {
        case .image:
            let source = plain(info.value.sourceURL).trimmed
            return source.isEmpty ? nil : .image(sourceURL: source, linkURL: plain(info.value.linkURL).trimmed)
        case .chart(let kind): return .chart(chart(kind, info.value))
        case .unsupported(let type):
            report("Media of type \"\(type.prefix(40))\" is not known.")
            return nil
        }
    }

    private mutating func chart(_ kind: PopupChartKind, _ value: PopupMediaValue) -> EvaluatedChart {
        let divisor = value.normalizeFieldName.map { values.number($0) ?? 0 }
        let common = value.tooltipFieldName.flatMap { values.formatted($0)?.text }
        var entries: [EvaluatedChart.Entry] = []
        for name in value.fieldNames {
            if RelatedFieldName(name) != nil, values.name(name) == nil {
                missing(name)
                continue
            }
            let label = values.label(values.fields[name])
            let number = values.number(name)
            let shown = common ?? label
            let text = values.formatted(name)?.text ?? ""
            let ratio = divisor.flatMap { $0 == 0 ? nil : $0 }.flatMap { divisor in number.map { $0 / divisor } }
            let plotted = divisor == nil ? number : ratio
            entries.append(
                EvaluatedChart.Entry(
                    fieldName: name, label: label, tooltip: kind == .pie ? shown : "\(shown): \(text)", value: plotted,
                    text: ratio.map { values.formatter.number($0, places: 2) } ?? (plotted == nil ? "" : text)))
        }
        return EvaluatedChart(
            kind: kind, entries: entries, colors: value.colors, normalizeFieldName: value.normalizeFieldName,
            tooltipFieldName: value.tooltipFieldName)
    }
}
