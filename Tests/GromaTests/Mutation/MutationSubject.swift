// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Groma

/// A document whose members are changed one at a time. Each change is looked at in a map of the one layer that it concerns.
actor MutationSubject {
    private let original: JSONValue
    /// The document in the setting in which the member at hand matters.
    private var document: JSONValue
    private let isItemData: Bool
    nonisolated let actedPaths: [DocumentPath]
    /// How a field is edited matters in a layer whose map leaves its service's rights as they are.
    private static func editable(_ document: JSONValue, _ place: DocumentPath, _ focus: String) -> JSONValue {
        guard !focus.isEmpty, ["isEditable", "tooltip", "stringFieldOption", "visible"].contains(place.key) else {
            return document
        }
        return ["capabilities", "layerDefinition.capabilities"].reduce(document) {
            DocumentPath("\(focus).\($1)").setting(nil, in: $0)
        }
    }

    /// A member may matter only beside certain others: a circle has no angle to see, a text no number to be.
    private static func setting(for place: DocumentPath, in document: JSONValue) -> JSONValue {
        func beside(_ key: String, _ drop: Int = 1) -> DocumentPath {
            var text = place.text
            for _ in 0..<drop { text = text.split(separator: ".").dropLast().joined(separator: ".") }
            return DocumentPath(text.isEmpty ? key : "\(text).\(key)")
        }
        switch place.key {
        case "returnType": return beside("expression").setting("'0012.50'", in: document)
        case "angle" where beside("style").value(in: document) == "esriSMSCircle":
            return beside("style").setting("esriSMSTriangle", in: document)
        case "value" where place.text.contains("uniqueValueInfos["):
            // A script that looks at the clock is not asked: it says just this value.
            let renderer = DocumentPath(String(place.text.components(separatedBy: ".uniqueValueInfos[")[0]))
            guard renderer.value(in: document)?["valueExpression"]?.string != nil,
                let value = place.value(in: document)?.string
            else { return document }
            return DocumentPath(renderer.text + ".valueExpression").setting(.string("'\(value)'"), in: document)
        case "isEditable" where place.text.contains(".popupInfo.fieldInfos["):
            let popup = DocumentPath(String(place.text.components(separatedBy: ".fieldInfos[")[0]))
            return DocumentPath(popup.text + ".popupElements").setting(nil, in: document)
        case "isEditable" where place.text.contains(".popupElements["):
            // The definition's own list may say the same once more.
            let popup = DocumentPath(String(place.text.components(separatedBy: ".popupElements[")[0]))
            return DocumentPath(popup.text + ".fieldInfos").setting([], in: document)
        case "capabilities":
            // Written twice, each of the two would forbid what the other allows.
            return place.text.hasSuffix("layerDefinition.capabilities")
                ? beside("capabilities", 2).setting(nil, in: document)
                : beside("layerDefinition.capabilities").setting(nil, in: document)
        default: return document
        }
    }

    /// Layers that are off at first are looked at too, but where their switch itself is changed.
    private var isShown = true
    private var isSwitched = false
    /// A scale at which the member matters; nil for that of the layer.
    private var wantedScale: Double?
    private var baselines: [String: (fingerprint: MapFingerprint, words: String, picture: [UInt8]?)] = [:]

    init(_ document: JSONValue) throws {
        original = document
        self.document = document
        isItemData = document["operationalLayers"] == nil && document["baseMap"] == nil
        let object = document.object ?? JSONObject()
        let report =
            isItemData
            ? CoverageReport(FeatureServiceItemData(json: object), scripts: ArcadeScripts(), listsActed: true)
            : CoverageReport(WebMap(json: object), scripts: ArcadeScripts(), listsActed: true)
        actedPaths = report.actedPaths.map(DocumentPath.init)
    }

    /// True where some other value of the member is noticed.
    func notices(_ place: DocumentPath) async throws -> Bool {
        guard let own = place.value(in: original) else { return false }
        let focus = Self.focus(place)
        isShown = place.key != "visibility"
        isSwitched = place.key == "disablePopup"
        document = Self.setting(for: place, in: Self.editable(original, place, focus))
        wantedScale = nil
        if place.text.contains(".stops["), place.text.contains("visualVariables") {
            let stop = DocumentPath(place.text.split(separator: ".").dropLast().joined(separator: "."))
            if document.text().contains("view.scale") { wantedScale = stop.value(in: document)?["value"]?.double }
        }
        let isSpecial = document != original || isSwitched || wantedScale != nil
        if isSpecial { baselines[focus] = nil }
        defer { if isSpecial { baselines[focus] = nil } }
        let before = try await baseline(focus)
        var mutants: [WebMap] = []
        for value in Mutations.of(own, key: place.key) {
            guard let map = try? map(place.setting(value, in: document), focus) else { return true }
            if await before.fingerprint.words(map) != before.words { return true }
            mutants.append(map)
        }
        let picture: [UInt8]
        if let known = before.picture {
            picture = known
        } else {
            picture = await before.fingerprint.picture(try map(document, focus))
            baselines[focus + (isShown ? "" : "?")]?.picture = picture
        }
        for map in mutants where await before.fingerprint.picture(map) != picture { return true }
        return false
    }

    /// The list and the number of the layer that a place belongs to; empty for the document itself.
    private static func focus(_ place: DocumentPath) -> String {
        guard let match = place.text.firstMatch(of: /^(operationalLayers|baseMap\.baseMapLayers|tables|layers)\[\d+\]/)
        else { return "" }
        return String(match.0)
    }

    private func baseline(
        _ focus: String
    ) async throws -> (fingerprint: MapFingerprint, words: String, picture: [UInt8]?) {
        let name = focus + (isShown ? "" : "?")
        if let known = baselines[name] { return known }
        let layer = focus.isEmpty ? JSONValue.null : DocumentPath(focus).value(in: document) ?? .null
        let viewport = Viewport(
            width: 240, height: 240, center: Point(x: 0, y: 0, spatialReference: .webMercator),
            scale: wantedScale.map { $0 * 1.3 } ?? Self.scale(layer))
        var rows = SyntheticRows(for: layer)
        rows.reach = viewport.extent.width / 2
        let fingerprint = MapFingerprint(
            rows: rows, viewport: viewport,
            renderer: MapRenderer(threads: 1))
        let made = (fingerprint, await fingerprint.words(try map(document, focus)), [UInt8]?.none)
        if ProcessInfo.processInfo.environment["GROMA_PRINT"] != nil { print("BASE \(name)\n\(made.1.prefix(3000))") }
        baselines[name] = made
        return made
    }

    /// A scale at which the layer and its labels show; about 16,000 where they do not mind.
    private static func scale(_ layer: JSONValue) -> Double {
        var least = 0.0, most = Double.infinity
        func look(_ value: JSONValue) {
            if let top = value["maxScale"]?.double, top > 0 { least = max(least, top) }
            if let bottom = value["minScale"]?.double, bottom > 0 { most = min(most, bottom) }
        }
        look(layer)
        if let definition = layer["layerDefinition"] {
            look(definition)
            for label in definition["drawingInfo"]?["labelingInfo"]?.array ?? [] { look(label) }
        }
        if least > 0, most.isFinite { return (least * most).squareRoot() }
        if least > 16_000 { return least * 1.5 }
        return min(16_000, most * 0.9)
    }

    private static func layers(_ data: FeatureServiceItemData) -> [JSONValue] {
        data.mapLayers(itemID: "item", url: URL(filePath: "/x/FeatureServer")).map { .object($0.json) }
    }

    /// The map of one layer of a document, or the document without layers.
    private func map(_ document: JSONValue, _ focus: String) throws -> WebMap {
        guard var object = document.object else { throw MappingError(.malformed, "no object") }
        var layer = focus.isEmpty ? nil : DocumentPath(focus).value(in: document)
        if isShown, var shown = layer?.object {
            shown["visibility"] = true
            if !isSwitched { shown["disablePopup"] = nil }
            layer = .object(shown)
        }
        if isItemData {
            let data = FeatureServiceItemData(json: object)
            var one = data
            if focus.hasPrefix("layers"), let part = layer?.object { one.layers = [WebMapSublayer(json: part)] }
            let tables = focus.hasPrefix("tables") ? layer.map { [$0] } ?? [] : object["tables"]?.array ?? []
            object = [
                "version": "2.0", "tables": .array(tables),
                "operationalLayers": .array(focus.hasPrefix("tables") ? [] : Self.layers(one)),
            ]
        } else {
            guard !focus.isEmpty else { return try WebMap(document: .object(object)) }
            object["operationalLayers"] = focus.hasPrefix("operational") ? .array(layer.map { [$0] } ?? []) : []
            object["tables"] = focus.hasPrefix("tables") ? .array(layer.map { [$0] } ?? []) : []
            if var base = object["baseMap"]?.object {
                base["baseMapLayers"] = focus.hasPrefix("baseMap.") ? .array(layer.map { [$0] } ?? []) : []
                object["baseMap"] = .object(base)
            }
        }
        object["spatialReference"] = ["wkid": 3857]
        return try WebMap(document: .object(object))
    }
}
