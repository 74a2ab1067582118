// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures

/// The rows of a set, page after page, so that a large table is never in memory as a whole.
///
/// Without an order of its own a set is read by rising object ids, each page from behind the last id of the one before: this holds while
/// rows come and go, and needs no service that counts rows off. A set in an order is read by offsets where the table can do that.
struct RowPages {
    /// Rows of one question; services seldom give more at once.
    static let pageSize = 1_000

    private enum State {
        case whole
        case byID(field: String, last: Int64?)
        case byOffset(Int, firstID: Int64?)
        case done
    }
    private let box: FeatureSetBox
    private var state: State
    private var left: Int
    private let idField: String
    private let size: Int

    init(_ box: FeatureSetBox, _ run: Run) throws {
        self.box = box
        left = box.top ?? .max
        guard box.mayBePaged, left > Self.pageSize, let info = try box.info(run), !info.objectIDFieldName.isEmpty else {
            state = .whole
            size = Self.pageSize
            idField = ""
            return
        }
        idField = info.objectIDFieldName
        size = max(1, min(Self.pageSize, info.maxRecordCount))
        if box.order.isEmpty {
            state = .byID(field: info.objectIDFieldName, last: nil)
        } else {
            state = Self.countsOff(info, box.layer) ? .byOffset(0, firstID: nil) : .whole
        }
    }

    /// True when the table answers pages by an offset: those in files and in memory do, services say so.
    private static func countsOff(_ info: FeatureLayerInfo, _ layer: ArcadeLayer?) -> Bool {
        let said =
            info.unknownJSON["advancedQueryCapabilities"]?["supportsPagination"]?.bool
            ?? info.unknownJSON["supportsPagination"]?.bool
        return said ?? (layer?.url == nil)
    }

    /// The next rows, never none of them; nil behind the last.
    mutating func next(_ run: Run) throws -> FeatureSet? {
        while true {
            switch state {
            case .done: return nil
            case .whole:
                state = .done
                let rows = try box.wholeRows(run)
                return rows.count > 0 ? rows : nil
            case .byID(let field, let last):
                var parameters = box.parameters(run, onlyCoarse: true)
                if let last {
                    let behind = "\(field) > \(last)", clause = parameters.whereClause
                    parameters.whereClause = clause.isEmpty ? behind : "(\(clause)) AND \(behind)"
                }
                parameters.orderByFields = [OrderBy(fieldName: field)]
                parameters.addOutField(field)
                let page = try ask(parameters, run)
                let ids = page.objectIDs?.last
                if page.count > 0, isLast(page) == false {
                    guard let ids, ids > last ?? .min else { throw repeated() }
                    state = .byID(field: field, last: ids)
                } else {
                    state = .done
                }
                if let rows = try finished(page, run) { return rows }
            case .byOffset(let offset, let firstID):
                var parameters = box.parameters(run, onlyCoarse: true)
                parameters.resultOffset = offset
                parameters.breakTies(by: idField)
                let page = try ask(parameters, run), first = page.objectIDs?.first
                if offset > 0, let first, first == firstID { throw repeated() }
                state =
                    page.count == 0 || isLast(page)
                    ? .done : .byOffset(offset + page.count, firstID: firstID ?? first)
                if let rows = try finished(page, run) { return rows }
            }
        }
    }

    private func isLast(_ page: FeatureSet) -> Bool { page.count < size && !page.exceededTransferLimit }

    private func ask(_ parameters: QueryParameters, _ run: Run) throws -> FeatureSet {
        var parameters = parameters
        parameters.maxFeatures = size
        return try box.ask(parameters, run)
    }

    /// What is left of a page after the finer tests; nil for nothing.
    private mutating func finished(_ page: FeatureSet, _ run: Run) throws -> FeatureSet? {
        var rows = try box.refined(page)
        if rows.count >= left {
            rows = rows.selecting(rows: Array(0..<left))
            state = .done
        }
        left -= rows.count
        guard rows.count > 0 else {
            // Pages of which nothing is left cost as much as others.
            try run.chargeRows(page.count)
            return nil
        }
        try run.chargeRows(rows.count)
        return rows
    }

    private func repeated() -> ArcadeError {
        ArcadeError(
            .operationFailed,
            "The table \"\(box.layer?.title ?? "")\" answers the same page again when asked for the next."
        )
    }
}

extension QueryParameters {
    /// Rows that the order takes for alike come by their ids: otherwise a page might repeat some and leave others out.
    fileprivate mutating func breakTies(by name: String) {
        guard !orderByFields.contains(where: { $0.fieldName.lowercased() == name.lowercased() }) else { return }
        orderByFields.append(OrderBy(fieldName: name))
    }

    /// Asks for a field besides those that are asked for.
    fileprivate mutating func addOutField(_ name: String) {
        guard !outFields.contains("*"), !outFields.contains(where: { $0.lowercased() == name.lowercased() }) else {
            return
        }
        outFields.append(name)
    }
}

/// Walks over the rows of a set from the first on.
final class RowCursor {
    private let box: FeatureSetBox
    private var pages: RowPages
    private var page: RowPage?
    private var start = 0

    init(_ box: FeatureSetBox, _ run: Run) throws {
        self.box = box
        pages = try RowPages(box, run)
    }

    /// The row of that number; nil behind the last. Rows before it may be gone.
    func feature(_ index: Int, _ run: Run) throws -> FeatureBox? {
        while true {
            if let page, index < start + page.rows.count {
                precondition(index >= start, "rows are walked over from the first on")
                return FeatureBox(row: index - start, of: page, info: box.ownInfo, source: box, run)
            }
            let count = page?.rows.count ?? 0
            guard let next = try pages.next(run) else { return nil }
            start += count
            page = RowPage(next)
        }
    }
}
