// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry

/// Rows that an expression asks for, as a plan: nothing is read before something needs it, and then by one query.
///
/// Filter, shape, order, count and fields go into the query of the table; what it cannot do is done on the answer in memory.
final class FeatureSetBox {
    enum Source {
        case layer(ArcadeLayer)
        case rows(FeatureSet)
        /// What another set gives, changed in memory.
        case derived(FeatureSetBox, (FeatureSet) throws -> FeatureSet)
    }
    let source: Source
    /// The set this one was made of.
    private(set) var parent: FeatureSetBox?
    private var clauses: [String] = []
    private var shapes: [(shape: any Geometry, relation: SpatialRelationship)] = []
    private var order: [OrderBy] = []
    private var top: Int?
    private var outFields = ["*"]
    private var includesGeometry = true
    private var read: FeatureSet?
    private var knownInfo: FeatureLayerInfo?

    init(layer: ArcadeLayer) {
        source = .layer(layer)
        knownInfo = layer.info
    }
    init(rows: FeatureSet, info: FeatureLayerInfo? = nil) {
        source = .rows(rows)
        read = rows
        knownInfo = info
    }
    init(of parent: FeatureSetBox, _ change: @escaping (FeatureSet) throws -> FeatureSet) {
        source = .derived(parent, change)
        self.parent = parent
    }
    private init(copying other: FeatureSetBox) {
        source = other.source
        parent = other
        clauses = other.clauses
        shapes = other.shapes
        order = other.order
        top = other.top
        outFields = other.outFields
        includesGeometry = other.includesGeometry
        knownInfo = other.knownInfo
    }

    /// The layer that the rows come from; nil for rows that were made or grouped.
    var layer: ArcadeLayer? { if case .layer(let layer) = source { layer } else { nil } }
    /// The layer below all changes.
    var rootLayer: ArcadeLayer? {
        switch source {
        case .layer(let layer): layer
        case .rows: nil
        case .derived(let parent, _): parent.rootLayer
        }
    }

    // MARK: Plans

    /// A copy that may still be changed; after a cut to the first rows a new step is needed.
    private func step() -> FeatureSetBox {
        guard top != nil else { return FeatureSetBox(copying: self) }
        return FeatureSetBox(of: self) { $0 }
    }
    func filtered(_ clause: String) -> FeatureSetBox {
        let box = step()
        box.clauses.append(clause)
        return box
    }
    func related(to shape: any Geometry, _ relation: SpatialRelationship) -> FeatureSetBox {
        let box = step()
        box.shapes.append((shape, relation))
        return box
    }
    func ordered(_ fields: [OrderBy]) -> FeatureSetBox {
        let box = step()
        box.order =
            fields
            + order.filter { old in !fields.contains { $0.fieldName.lowercased() == old.fieldName.lowercased() } }
        return box
    }
    func first(_ count: Int) -> FeatureSetBox {
        let box = FeatureSetBox(copying: self)
        box.top = min(top ?? .max, max(0, count))
        return box
    }
    func selecting(_ fields: [String], geometry: Bool) -> FeatureSetBox {
        let box = FeatureSetBox(copying: self)
        if !fields.isEmpty { box.outFields = fields }
        box.includesGeometry = geometry
        return box
    }

    // MARK: Reading

    private var whereClause: String {
        let own = layer.map { $0.whereClause.trimmingBlanks }.map { $0.isEmpty ? [] : [$0] } ?? []
        let all = own + clauses
        return all.count == 1 ? all[0] : all.map { "(\($0))" }.joined(separator: " AND ")
    }

    /// True when the table itself can answer all of it.
    private var isOneQuery: Bool {
        shapes.count <= 1 && shapes.allSatisfy { [.intersects, .envelopeIntersects].contains($0.relation) }
    }

    private func parameters(_ run: Run, onlyCoarse: Bool) -> QueryParameters {
        var parameters = QueryParameters()
        parameters.whereClause = whereClause
        if let first = shapes.first {
            parameters.geometry = first.shape
            // Every relation but the boxes' is one of shapes that meet; the finer test follows on the answer.
            parameters.spatialRelationship = first.relation == .envelopeIntersects ? .envelopeIntersects : .intersects
        }
        parameters.orderByFields = order
        parameters.outFields = outFields
        parameters.returnsGeometry = includesGeometry || (onlyCoarse && !shapes.isEmpty)
        parameters.outSpatialReference = run.environment.reference
        if !onlyCoarse { parameters.maxFeatures = top }
        return parameters
    }

    /// All rows, read once.
    func rows(_ run: Run) throws -> FeatureSet {
        if let read, isPlain { return read }
        let result = try makeRows(run)
        if isPlain { read = result }
        try run.chargeRows(result.count)
        finished = result
        return result
    }
    private var finished: FeatureSet?
    private var isPlain: Bool { clauses.isEmpty && shapes.isEmpty && order.isEmpty && top == nil && outFields == ["*"] }

    private func makeRows(_ run: Run) throws -> FeatureSet {
        if let finished { return finished }
        switch source {
        case .layer(let layer):
            let isWhole = isOneQuery
            var answer = try Self.query(layer, parameters(run, onlyCoarse: !isWhole), run)
            if !isWhole { answer = try refined(answer, from: 0) }
            return answer
        case .rows(let rows): return try inMemory(rows, run)
        case .derived(let parent, let change):
            return try inMemory(change(try parent.rows(run)), run)
        }
    }

    private func inMemory(_ rows: FeatureSet, _ run: Run) throws -> FeatureSet {
        if isPlain { return rows }
        var parameters = parameters(run, onlyCoarse: true)
        parameters.outSpatialReference = nil
        parameters.geometry = nil
        return try refined(try rows.query(parameters), from: 0)
    }

    private func refined(_ rows: FeatureSet, from first: Int) throws -> FeatureSet {
        var rows = rows
        for (shape, relation) in shapes {
            var parameters = QueryParameters()
            parameters.geometry = shape
            parameters.spatialRelationship = relation
            parameters.orderByFields = order
            rows = try rows.query(parameters)
        }
        if let top, rows.count > top { rows = rows.selecting(rows: Array(0..<top)) }
        return rows
    }

    /// Asks a table; one in memory answers at once.
    private static func query(_ layer: ArcadeLayer, _ parameters: QueryParameters, _ run: Run) throws -> FeatureSet {
        if let collection = layer.table as? FeatureCollectionTable { return try collection.rows.query(parameters) }
        let table = layer.table
        return try run.wait("The query of \"\(layer.title)\"") { try await table.queryFeatures(using: parameters) }
    }

    func count(_ run: Run) throws -> Int {
        if let finished { return finished.count }
        guard case .layer(let layer) = source, isOneQuery, !(layer.table is FeatureCollectionTable) else {
            return try rows(run).count
        }
        let parameters = parameters(run, onlyCoarse: false), table = layer.table
        let count = try run.wait("The count of \"\(layer.title)\"") {
            try await table.queryFeatureCount(using: parameters)
        }
        return min(count, top ?? .max)
    }

    /// Statistics of plain fields by the table's own query; nil where they must be worked out in memory.
    func pushedStatistics(_ query: StatisticsQueryParameters, _ run: Run) throws -> FeatureSet? {
        guard case .layer(let layer) = source, isOneQuery, top == nil, !(layer.table is FeatureCollectionTable) else {
            return nil
        }
        var query = query
        query.whereClause = whereClause
        if let first = shapes.first {
            query.geometry = first.shape
            query.spatialRelationship = first.relation
        }
        let table = layer.table, parameters = query
        return try run.wait("The statistics of \"\(layer.title)\"") {
            try await table.queryStatistics(using: parameters)
        }
    }

    /// The rows whose values differ, by the table's own query; nil where they must be found in memory.
    func pushedDistinct(_ fields: [String], _ run: Run) throws -> FeatureSet? {
        guard case .layer(let layer) = source, isOneQuery, top == nil, !(layer.table is FeatureCollectionTable) else {
            return nil
        }
        var query = parameters(run, onlyCoarse: false)
        query.outFields = fields
        query.returnsDistinctValues = true
        query.returnsGeometry = false
        query.orderByFields = fields.map { OrderBy(fieldName: $0) }
        let table = layer.table, parameters = query
        let answer = try run.wait("The query of \"\(layer.title)\"") {
            try await table.queryFeatures(using: parameters)
        }
        try run.chargeRows(answer.count)
        return answer
    }

    /// What the table says of itself; made of the rows' fields where no table is there.
    func info(_ run: Run) throws -> FeatureLayerInfo? {
        if let knownInfo { return knownInfo }
        switch source {
        case .layer(let layer):
            let table = layer.table
            knownInfo = try run.wait("The description of \"\(layer.title)\"") { try await table.layerInfo() }
        case .rows(let set): knownInfo = Self.info(of: set)
        case .derived: knownInfo = Self.info(of: try rows(run))
        }
        return knownInfo
    }

    /// What a set of rows tells of itself.
    static func info(of set: FeatureSet) -> FeatureLayerInfo {
        FeatureLayerInfo(
            id: 0, name: "", geometryType: set.geometryType, fields: set.fields,
            objectIDFieldName: set.objectIDFieldName ?? "", globalIDFieldName: set.globalIDFieldName,
            spatialReference: set.spatialReference)
    }

    /// Walks over the rows.
    func cursor(_ run: Run) throws -> Cursor { Cursor(self, try rows(run)) }

    struct Cursor {
        private let box: FeatureSetBox
        private let rows: FeatureSet
        init(_ box: FeatureSetBox, _ rows: FeatureSet) {
            self.box = box
            self.rows = rows
        }
        func feature(_ index: Int, _ run: Run) throws -> FeatureBox? {
            guard index < rows.count else { return nil }
            return try FeatureBox(row: index, of: rows, info: box.knownInfo ?? box.layer?.info, source: box, run)
        }
    }
}
