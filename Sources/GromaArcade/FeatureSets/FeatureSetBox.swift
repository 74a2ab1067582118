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
        /// What is made of another set in memory.
        case derived(FeatureSetBox, (Run) throws -> FeatureSet)
    }
    let source: Source
    /// The set this one was made of.
    private(set) var parent: FeatureSetBox?
    private var clauses: [String] = []
    private var shapes: [(shape: any Geometry, relation: SpatialRelationship)] = []
    private(set) var order: [OrderBy] = []
    private(set) var top: Int?
    private var outFields = ["*"]
    private var includesGeometry = true
    private var knownInfo: FeatureLayerInfo?

    init(layer: ArcadeLayer) {
        source = .layer(layer)
        knownInfo = layer.info
    }
    init(rows: FeatureSet, info: FeatureLayerInfo? = nil) {
        source = .rows(rows)
        knownInfo = info
    }
    init(of parent: FeatureSetBox, _ make: @escaping (Run) throws -> FeatureSet) {
        source = .derived(parent, make)
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
        return FeatureSetBox(of: self) { [self] run in try rows(run) }
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

    func parameters(_ run: Run, onlyCoarse: Bool) -> QueryParameters {
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

    /// All rows, read once. For what needs them all at once; `pages` for everything else.
    func rows(_ run: Run) throws -> FeatureSet {
        var pages = try RowPages(self, run)
        guard var whole = try pages.next(run) else { return try emptyRows(run) }
        while let page = try pages.next(run) { try whole.append(contentsOf: page) }
        finished = whole
        return whole
    }
    /// Calls `body` with one page after the other, until it says that it has enough.
    func pages(_ run: Run, _ body: (FeatureSet) throws -> Bool) throws {
        var pages = try RowPages(self, run)
        while let page = try pages.next(run), try body(page) {}
    }
    private var finished: FeatureSet?
    private var isPlain: Bool { clauses.isEmpty && shapes.isEmpty && order.isEmpty && top == nil && outFields == ["*"] }

    /// True for rows that come from a table that is asked, and are not here yet.
    var mayBePaged: Bool {
        guard finished == nil, case .layer(let layer) = source else { return false }
        return !(layer.table is FeatureCollectionTable)
    }

    /// No rows, with the fields that there would be.
    private func emptyRows(_ run: Run) throws -> FeatureSet {
        if let finished { return finished }
        var rows = FeatureSet(fields: try info(run)?.fields ?? [])
        rows.columns = rows.fields.map { AttributeColumn(type: $0.type) }
        rows.spatialReference = run.environment.reference
        finished = rows
        return rows
    }

    /// The rows by one question, kept when they are asked for again.
    func wholeRows(_ run: Run) throws -> FeatureSet {
        if let finished { return finished }
        let result = try makeRows(run)
        try run.chargeRows(result.count)
        finished = result
        return result
    }

    private func makeRows(_ run: Run) throws -> FeatureSet {
        switch source {
        case .layer(let layer):
            let isWhole = isOneQuery
            var answer = try Self.query(layer, parameters(run, onlyCoarse: !isWhole), run)
            if !isWhole { answer = cut(try refined(answer)) }
            return answer
        case .rows(let rows): return try inMemory(rows, run)
        case .derived(_, let make): return try inMemory(try make(run), run)
        }
    }

    private func inMemory(_ rows: FeatureSet, _ run: Run) throws -> FeatureSet {
        if isPlain { return rows }
        var parameters = parameters(run, onlyCoarse: true)
        parameters.outSpatialReference = nil
        parameters.geometry = nil
        return cut(try refined(try rows.query(parameters)))
    }

    /// The rows of a coarse answer that meet the shapes as they should.
    func refined(_ rows: FeatureSet) throws -> FeatureSet {
        // The one shape of a plan that the table answers was tested by it.
        if case .layer = source, isOneQuery { return rows }
        var rows = rows
        for (shape, relation) in shapes {
            var parameters = QueryParameters()
            parameters.geometry = shape
            parameters.spatialRelationship = relation
            parameters.orderByFields = order
            rows = try rows.query(parameters)
        }
        return rows
    }

    private func cut(_ rows: FeatureSet) -> FeatureSet {
        guard let top, rows.count > top else { return rows }
        return rows.selecting(rows: Array(0..<top))
    }

    /// Asks the layer's own table.
    func ask(_ parameters: QueryParameters, _ run: Run) throws -> FeatureSet {
        guard case .layer(let layer) = source else { preconditionFailure("only layers are asked in pages") }
        return try Self.query(layer, parameters, run)
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
            var count = 0
            try pages(run) { page in
                count += page.count
                return true
            }
            return count
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
        case .derived: knownInfo = Self.info(of: try wholeRows(run))
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
    func cursor(_ run: Run) throws -> RowCursor { try RowCursor(self, run) }

    /// What is known of the table without asking it.
    var ownInfo: FeatureLayerInfo? { knownInfo ?? layer?.info }
}
