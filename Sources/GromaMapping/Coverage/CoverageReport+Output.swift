// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

extension CoverageReport {
    /// The report as one object: `document`, `layers`, `baseLayers`, `tables`, `notes`, `properties`; ids and titles verbatim.
    public var json: JSONValue {
        [
            "document": .string(documentName), "layers": .array(operationalLayers.map(\.json)),
            "baseLayers": .array(baseLayers.map(\.json)), "tables": .array(tables.map(\.json)),
            "notes": .array(notes.map(\.json)),
            "properties": ["acted": .integer(properties.acted), "total": .integer(properties.total)],
        ]
    }

    /// The report for people: every layer's title, kind and id, and below each what of it is not acted on.
    public var text: String {
        var lines = [documentName]
        func section(_ title: String, _ layers: [Layer]) {
            guard !layers.isEmpty else { return }
            lines += ["", "\(title) (\(layers.count)):"]
            for layer in layers { layer.write(to: &lines, indent: "  ") }
        }
        section("Operational layers, the lowest first", operationalLayers)
        section("Base map layers, the lowest first", baseLayers)
        section("Tables", tables)
        if !notes.isEmpty {
            lines += ["", "Of the document itself, kept and not acted on:"]
            lines += notes.map { "  " + $0.line }
        }
        lines += ["", "\(properties.acted) of \(properties.total) members of the document are acted on."]
        return lines.joined(separator: "\n")
    }
}

extension CoverageReport.Layer {
    var json: JSONValue {
        var object = JSONObject(compacting: [
            "id": id ?? .null, "title": title ?? .null, "kind": .string(kind.name), "path": .string(path),
            "drawn": .bool(isDrawn), "notes": .array(notes.map(\.json)),
        ])
        if kind == .group { object["layers"] = .array(layers.map(\.json)) }
        return .object(object)
    }

    func write(to lines: inout [String], indent: String) {
        let name = title?.string ?? title?.text() ?? "(no title)"
        lines.append("\(indent)\(name)  [\(kind.name), id \(id?.string ?? id?.text() ?? "none")]")
        for note in notes { lines.append("\(indent)    \(note.line)") }
        for layer in layers { layer.write(to: &lines, indent: indent + "  ") }
    }
}

extension CoverageReport.Note {
    var json: JSONValue {
        var object = JSONObject(compacting: [
            "what": .string(subject.rawValue), "name": .string(name), "path": .string(path), "count": .integer(count),
        ])
        object["reason"] = reason.map { .string($0) }
        return .object(object)
    }

    /// One line: what, where, how often, why.
    var line: String {
        let times = count > 1 ? ", \(count) times" : ""
        let why = reason.map { ": \($0)" } ?? ""
        let words: String =
            switch subject {
            case .layer: "not drawn: layer kind \(name)"
            case .renderer: "not drawn: renderer \(name)"
            case .symbol: "not drawn: symbol \(name)"
            case .visualVariable: "not acted on: visual variable \(name)"
            case .label: "not drawn: labels \(name.isEmpty ? "" : name)"
            case .popupElement: "not shown: popup element \(name)"
            case .key: "not acted on: key \(name)"
            }
        return "\(words) (\(path)\(times))\(why)"
    }
}
