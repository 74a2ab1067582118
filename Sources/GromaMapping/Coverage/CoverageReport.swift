// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

/// What a document holds, and what of it Groma keeps but does not act on: layer kinds, renderers, symbols, and keys.
///
/// Made from the document alone, without network.
public struct CoverageReport: Sendable {
    /// One thing that is not acted on.
    public struct Note: Sendable, Hashable {
        /// What the thing is.
        public enum Subject: String, Sendable, Hashable, CaseIterable {
            case layer, renderer, symbol, visualVariable, label, popupElement, key
        }
        /// What the thing is.
        public var subject: Subject
        /// The kind's or key's name as the document has it.
        public var name: String
        /// Where it stands first: keys and places in lists, from the document's root.
        public var path: String
        /// How often it stands in the same part of the layer, in other places of its lists.
        public var count: Int
        /// Why, where there is more to say than that it is kept.
        public var reason: String?
    }

    /// How many members of a document are acted on. Members that ask for nothing (null, empty) do not count; of a member that is
    /// not acted on, all that stands in it counts as not acted on either.
    public struct PropertyCount: Sendable, Hashable {
        /// Members that are acted on.
        public var acted = 0
        /// All members.
        public var total = 0

        mutating func add(isActedOn: Bool) {
            total += 1
            if isActedOn { acted += 1 }
        }
        mutating func add(_ other: PropertyCount) {
            acted += other.acted
            total += other.total
        }
        /// 0 to 1; 1 for an empty document.
        public var share: Double { total == 0 ? 1 : Double(acted) / Double(total) }
    }

    /// One layer or table, with what of it is not acted on.
    public struct Layer: Sendable {
        /// The document's `id`, verbatim; nil where it has none.
        public var id: JSONValue?
        /// The document's `title`, verbatim; nil where it has none.
        public var title: JSONValue?
        /// What the layer is.
        public var kind: LayerKind
        /// Where the layer stands, from the document's root.
        public var path: String
        /// False where nothing of the layer is drawn.
        public var isDrawn: Bool
        /// What of the layer is not acted on, in the order of the document.
        public var notes: [Note]
        /// Layers inside a group.
        public var layers: [Layer]
    }

    /// What the document is, in words: `Web map 2.22, written by App 1.0`, `Feature service item data`.
    public var documentName: String
    /// From the bottom up.
    public var operationalLayers: [Layer]
    /// From the bottom up.
    public var baseLayers: [Layer]
    /// Tables without shapes.
    public var tables: [Layer]
    /// What the document itself has beside its layers.
    public var notes: [Note]
    /// How many of the document's members are acted on.
    public var properties = PropertyCount()

    /// Where members stand that are acted on, from the document's root; only where they were asked for.
    package private(set) var actedPaths: [String] = []

    /// Reports on a web map; `scripts` reads the scripts of labels and renderers, without it only single expressions over fields count as acted on.
    public init(_ map: WebMap, scripts: (any ScriptReader)? = nil) {
        self.init(map, scripts: scripts, listsActed: false)
    }

    package init(_ map: WebMap, scripts: (any ScriptReader)?, listsActed: Bool) {
        documentName = map.version.isEmpty ? "Web map without version" : "Web map \(map.version)"
        let author = [map.json["authoringApp"]?.string ?? "", map.json["authoringAppVersion"]?.string ?? ""]
            .filter { !$0.isEmpty }.joined(separator: " ")
        if !author.isEmpty { documentName += ", written by \(author)" }
        var survey = Survey(scripts: scripts, acted: listsActed ? [] : nil)
        operationalLayers = survey.layers(map.operationalLayers, at: "operationalLayers", role: .operational)
        baseLayers = survey.layers(map.basemap.layers, at: "baseMap.baseMapLayers", role: .basemap)
        tables = survey.layers(map.tables, at: "tables", role: .table)
        notes = survey.scan { $0.visit(.object(map.json), as: .webMap, at: "") }.notes
        properties = survey.count
        actedPaths = survey.acted ?? []
    }

    /// Reports on the item data of a feature service.
    public init(_ data: FeatureServiceItemData, scripts: (any ScriptReader)? = nil) {
        self.init(data, scripts: scripts, listsActed: false)
    }

    package init(_ data: FeatureServiceItemData, scripts: (any ScriptReader)?, listsActed: Bool) {
        documentName = "Feature service item data"
        var survey = Survey(scripts: scripts, acted: listsActed ? [] : nil)
        func entries(_ parts: [WebMapSublayer], _ key: String, _ part: CoveragePart) -> [Layer] {
            parts.enumerated().map { index, layer in
                let place = "\(key)[\(index)]"
                let scan = survey.scan { $0.visit(.object(layer.json), as: part, at: place) }
                return Layer(
                    id: layer.json["id"], title: layer.json["title"] ?? layer.json["name"], kind: .feature,
                    path: place, isDrawn: key == "layers", notes: scan.notes, layers: [])
            }
        }
        operationalLayers = entries(data.layers, "layers", .itemLayer)
        baseLayers = []
        tables = entries(data.tables, "tables", .table)
        notes = survey.scan { $0.visit(.object(data.json), as: .itemData, at: "") }.notes
        properties = survey.count
        actedPaths = survey.acted ?? []
    }

    /// Reports on a document of either kind, from its bytes. Throws `MappingError` where it is neither.
    public init(data: some Sequence<UInt8>, scripts: (any ScriptReader)? = nil) throws(MappingError) {
        let document = try JSONDocument.read(data, as: "document", mostBytes: WebMap.mostBytes)
        let isWebMap = document["operationalLayers"] != nil || document["baseMap"] != nil
        if !isWebMap, let object = document.object, object["layers"]?.array != nil || object["tables"]?.array != nil {
            self.init(FeatureServiceItemData(json: object), scripts: scripts)
        } else {
            self.init(try WebMap(document: document), scripts: scripts)
        }
    }

    /// Looks through the parts of a document and adds up what it finds.
    private struct Survey {
        let scripts: (any ScriptReader)?
        var count = PropertyCount()
        var acted: [String]?

        init(scripts: (any ScriptReader)?, acted: [String]?) {
            self.scripts = scripts
            self.acted = acted
        }

        @discardableResult
        mutating func scan(_ visit: (inout CoverageScan) -> Void) -> CoverageScan {
            var scan = CoverageScan(scripts: scripts, listsActed: acted != nil)
            visit(&scan)
            count.add(scan.count)
            acted? += scan.acted ?? []
            return scan
        }

        mutating func layers(_ layers: [WebMapLayer], at path: String, role: LayerRole, depth: Int = 0) -> [Layer] {
            var result: [Layer] = []
            for (index, layer) in layers.enumerated() {
                let place = "\(path)[\(index)]"
                let kind = layer.kind(in: role)
                var isDrawn = false
                let found = scan { isDrawn = $0.visitLayer(layer, kind: kind, role: role, at: place) }
                let inner =
                    kind == .group && depth < WebMap.deepestGroup
                    ? self.layers(layer.layers, at: place + ".layers", role: role, depth: depth + 1) : []
                result.append(
                    Layer(
                        id: layer.json["id"], title: layer.json["title"], kind: kind, path: place, isDrawn: isDrawn,
                        notes: found.notes, layers: inner))
            }
            return result
        }
    }
}
