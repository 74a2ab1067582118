// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs

/// Walks through a part of a document and notes what is not acted on.
struct CoverageScan {
    private(set) var notes: [CoverageReport.Note] = []
    /// Members of the document that are acted on, and all of them.
    private(set) var count = CoverageReport.PropertyCount()
    private var places: [CoverageReport.Note: Int] = [:]
    /// Reads scripts; nil takes only those that are one expression over fields for acted on.
    private let scripts: (any ScriptReader)?

    /// Where members stand that are acted on; nil where nobody wants to know.
    private(set) var acted: [String]?

    init(scripts: (any ScriptReader)?, listsActed: Bool = false) {
        self.scripts = scripts
        acted = listsActed ? [] : nil
    }

    /// Notes a layer's kind or what stands in it; answers whether something of it is drawn.
    mutating func visitLayer(_ layer: WebMapLayer, kind: LayerKind, role: LayerRole, at path: String) -> Bool {
        switch kind {
        case .feature, .group, .tiled, .tiledImageService, .webTiled, .wmts, .openStreetMap: break
        case .mapImage, .imageService, .wms, .geoJSON, .csv: break
        case .featureCollection where layer.featureCollection != nil || layer.itemID != nil: break
        default:
            note(
                .layer, layer.json["layerType"]?.string ?? layer.json["type"]?.string ?? kind.name, path,
                "Layers of this kind are kept in the map and not drawn.")
            // Lists and messages name the layer, and say nothing of it while it is off.
            count.total += Self.members(of: .object(layer.json))
            for (key, value) in layer.json.members
            where CoveragePart.undrawn.contains(key) && !Self.saysNothing(value)
                && CoveragePart.layer.idleReason(key, in: layer.json) == nil
            {
                count.total -= 1
                act("\(path).\(key)")
            }
            return false
        }
        visit(.object(layer.json), as: Self.part(of: kind, role), at: path)
        return role != .table
    }

    private static func part(of kind: LayerKind, _ role: LayerRole) -> CoveragePart {
        if role == .table { return .table }
        return switch kind {
        case .group: .group
        case .mapImage: .mapImageLayer
        case .imageService: .imageServiceLayer
        case .wms: .wmsLayer
        case .csv: .csvLayer
        default: .layer
        }
    }

    /// Visits a part, or each part of a list.
    mutating func visit(_ value: JSONValue, as part: CoveragePart, at path: String) {
        switch value {
        case .object(let object): visit(object, as: part, at: path)
        case .array(let elements):
            for (index, element) in elements.enumerated() { visit(element, as: part, at: "\(path)[\(index)]") }
        default: break
        }
    }

    private mutating func visit(_ object: JSONObject, as part: CoveragePart, at path: String) {
        guard accepts(object, as: part, at: path) else {
            count.total += Self.members(of: .object(object))
            return
        }
        let rule = part.rule
        for (key, value) in object.members where !Self.saysNothing(value) {
            let place = path.isEmpty ? key : "\(path).\(key)"
            if rule.knows(key), let reason = part.idleReason(key, in: object) {
                count.total += 1 + Self.members(of: value)
                note(.key, key, place, reason)
            } else if let inner = rule.parts[key] {
                act(place)
                let isUnlisted = part.isPopup && key == "fieldInfos" && !PopupDefinition(json: object).listsOwnFields
                visit(value, as: isUnlisted ? .unlistedPopupField : inner, at: place)
            } else if rule.acted.contains(key) {
                act(place)
            } else {
                count.total += 1 + Self.members(of: value)
                note(.key, key, place)
            }
        }
    }

    private mutating func act(_ place: String) {
        count.add(isActedOn: true)
        acted?.append(place)
    }

    /// False where the part as a whole is not acted on; that is noted, and what stands in it is not.
    private mutating func accepts(_ object: JSONObject, as part: CoveragePart, at path: String) -> Bool {
        switch part {
        case .renderer:
            let renderer = Renderers.renderer(from: object)
            if let unsupported = renderer as? UnsupportedRenderer {
                note(.renderer, unsupported.type, path, "The layer is not drawn by this renderer.")
                return false
            }
            if let reason = SymbolClassifier(renderer, scripts: scripts).unsupportedReason {
                note(.key, "valueExpression", path + ".valueExpression", reason)
            }
        case .symbol:
            if let unsupported = Symbols.symbol(from: object) as? UnsupportedSymbol {
                note(.symbol, unsupported.type, path, "Symbols of this type are kept and not drawn.")
                return false
            }
            if let layered = Symbols.symbol(from: object) as? MultilayerSymbol {
                for part in layered.unsupportedParts {
                    note(.symbol, part, path, "This part of the symbol is not drawn.")
                }
            }
        case .visualVariable:
            let carrier = SimpleRenderer(json: JSONObject(compacting: ["visualVariables": .array([.object(object)])]))
            if let reason = SymbolAdjuster(carrier, scripts: scripts).unsupportedReasons.first {
                note(.visualVariable, object["type"]?.string ?? "", path, reason)
                return false
            }
        case .label:
            if let reason = LabelText(LabelDefinition(json: object), scripts: scripts).unsupportedReason {
                note(.label, object["name"]?.string ?? "", path, reason)
            }
        case .popupElement:
            switch PopupElement(json: object) {
            case .text, .fields, .expression, .media, .attachments, .relationship: break
            default:
                note(.popupElement, object["type"]?.string ?? "", path, "Elements of this type are kept and not shown.")
                return false
            }
        default: break
        }
        return true
    }

    /// Notes a thing once for all places that differ only in their positions in lists.
    private mutating func note(
        _ subject: CoverageReport.Note.Subject, _ name: String, _ path: String, _ reason: String? = nil
    ) {
        let shape = path.replacing(/\[[0-9]+\]/, with: "[]")
        let key = CoverageReport.Note(subject: subject, name: name, path: shape, count: 0, reason: reason)
        if let place = places[key] {
            notes[place].count += 1
        } else {
            places[key] = notes.count
            notes.append(CoverageReport.Note(subject: subject, name: name, path: path, count: 1, reason: reason))
        }
    }

    /// The number of members in a value, at every depth.
    private static func members(of value: JSONValue) -> Int {
        switch value {
        case .object(let object):
            object.members.reduce(0) { saysNothing($1.value) ? $0 : $0 + 1 + members(of: $1.value) }
        case .array(let elements): elements.reduce(0) { $0 + members(of: $1) }
        default: 0
        }
    }

    /// True for a member that asks for nothing: null, an empty text, list or object.
    private static func saysNothing(_ value: JSONValue) -> Bool {
        switch value {
        case .null: true
        case .string(let text): text.isEmpty
        case .array(let elements): elements.isEmpty
        case .object(let object): object.isEmpty
        default: false
        }
    }
}
