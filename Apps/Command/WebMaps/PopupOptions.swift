// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaMapping
import GromaServices

/// What `groma map set-popup` says a tap shows.
struct PopupOptions {
    private let title: String?
    private let isOff: Bool
    private let elements: [PopupElement]
    private let fields: [PopupField]?
    private let expressions: [PopupExpression]
    /// What the layer itself suggests, where the options name nothing and the map has nothing.
    private let suggested: PopupDefinition?

    /// Nil where the map has no such layer.
    init?(_ arguments: Arguments, in map: WebMap, layerID: String, _ connection: Connection) async throws {
        var found: WebMapLayer?
        var probe = map
        probe.updateLayer(id: layerID) { found = $0 }
        guard let layer = found else { return nil }
        title = arguments.value("title")
        isOff = arguments.flag("none")
        expressions = try arguments.values("expression").map(Self.expression)
        let formats = try Dictionary(arguments.values("format").map(Self.format), uniquingKeysWith: { $1 })
        let named = arguments.values("field").map { text -> PopupField in
            let parts = Self.halves(text) ?? (text, text)
            return PopupField(fieldName: parts.0, label: parts.1, format: formats[parts.0])
        }
        fields = named.isEmpty ? nil : named
        var elements = arguments.values("text").map { PopupElement.text(TextPopupElement(text: $0)) }
        if !named.isEmpty { elements.append(.fields(FieldsPopupElement(fields: named))) }
        for text in arguments.values("chart") {
            guard let (kind, list) = Self.halves(text), let kind = PopupChartKind(rawValue: kind) else {
                throw UsageError(
                    "--chart is KIND=FIELD,FIELD with \(PopupChartKind.allCases.map(\.rawValue).joined(separator: ", ")), not \(text)"
                )
            }
            elements.append(.chart(kind, fields: list.split(separator: ",").map(String.init)))
        }
        elements += arguments.values("image").map { .image($0) }
        if arguments.flag("attachments") { elements.append(.attachments(AttachmentsPopupElement())) }
        for text in arguments.values("related") {
            guard let id = Int(text) else { throw UsageError("--related is a relationship's number, not \(text)") }
            elements.append(.relationship(RelationshipPopupElement(relationshipID: id)))
        }
        self.elements = elements
        let known = try await Self.layerInfo(
            of: layer, connection, isNeeded: elements.isEmpty && !isOff && layer.popupDefinition == nil)
        suggested = known.map(PopupDefinition.init(layerInfo:))
        if let known {
            for field in named
            where !field.fieldName.hasPrefix("expression/") && known.field(named: field.fieldName) == nil {
                throw CommandError(
                    "the layer has no field \(field.fieldName); it has \(known.fields.map(\.name).joined(separator: ", "))"
                )
            }
        }
    }

    /// Writes it into the layer; what the options do not name stays.
    func apply(to layer: inout WebMapLayer) throws {
        layer.isPopupEnabled = !isOff
        if isOff { return }
        var definition = layer.popupDefinition ?? suggested ?? PopupDefinition()
        if let title { definition.title = title }
        if !expressions.isEmpty { definition.expressions = expressions }
        if !elements.isEmpty {
            definition.elements = elements
            if let fields { definition.fieldInfos = fields }
        }
        layer.popupDefinition = definition
    }

    private static func halves(_ text: String) -> (String, String)? {
        guard let equals = text.firstIndex(of: "="), equals != text.startIndex else { return nil }
        return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }

    private static func expression(_ text: String) throws -> PopupExpression {
        guard let (name, script) = halves(text), !script.isEmpty else {
            throw UsageError("--expression is NAME=ARCADE, not \(text)")
        }
        return PopupExpression(name: name, title: name, expression: script)
    }

    private static func format(_ text: String) throws -> (String, PopupFieldFormat) {
        guard let (name, format) = halves(text) else { throw UsageError("--format is NAME=FORMAT, not \(text)") }
        if let places = Int(format), (0...20).contains(places) { return (name, .number(places: places)) }
        guard let date = PopupDateFormat(rawValue: format) else {
            throw UsageError("\(format) is neither a number of decimal places nor a date format of web maps")
        }
        return (name, .date(date))
    }

    /// The layer's description: from the map itself, or from its service. Nil where there is none to be had and none is needed.
    private static func layerInfo(
        of layer: WebMapLayer, _ connection: Connection, isNeeded: Bool
    ) async throws -> FeatureLayerInfo? {
        if let definition = layer.featureCollection?.layers.first?.layerDefinition ?? layer.layerDefinition,
            definition.json["fields"] != nil
        {
            return try FeatureLayerInfo(json: .object(definition.json))
        }
        guard isNeeded, layer.kind == .feature, let url = layer.url.flatMap(MapSource.webAddress) else { return nil }
        return try await ServiceFeatureTable(url: url, client: try await connection.client(for: url)).layerInfo()
    }
}
