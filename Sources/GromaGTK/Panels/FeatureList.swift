// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
import Foundation
internal import GromaArcade
public import GromaFeatures
public import GromaMapping
internal import GromaPopups
public import GromaView

/// The features of a layer as rows: to search, to sort, to go to. The way to a map's features for those who don't see it.
@MainActor
public final class FeatureList: Widget {
    private weak var mapView: MapView?
    private let layer: FeatureLayer
    private let container: PopupsContainer?
    private let column: Stack
    private let status = Label("", style: .caption)
    private let list: List
    private let more: Button
    private var reading: Task<Void, Never>?
    private var rows: [Row] = []
    private var query = QueryParameters()
    /// How many rows are read at a time.
    private static let page = 50

    /// Makes the list of a layer. A press on a row selects the feature, goes there, and shows its popup in `popups`.
    /// `parameters` say which features, and in which order; nil takes all by their ids.
    public init(
        _ layer: FeatureLayer, on mapView: MapView, popups: PopupsContainer? = nil, parameters: QueryParameters? = nil
    ) {
        self.layer = layer
        self.mapView = mapView
        container = popups
        column = Stack(.vertical, spacing: 6)
        list = List([])
        let press = Press()
        more = Button(word("list.more"), style: .flat) { press.action() }
        unsafe super.init(sinking: column.pointer)
        kept = [column]
        name = "features"
        query = parameters ?? QueryParameters()
        let search = SearchField(word("list.search")) { [weak self] text in self?.search(text) }
        press.action = { [weak self] in self?.readMore() }
        search.expand(horizontally: true)
        let order = Button(word("list.sorting"), icon: Icon(named: "view-sort-descending-symbolic"), style: .flat) {
            [weak self] in self?.turnRound()
        }
        list.accessibleName = layer.name
        for widget in [Stack(.horizontal, spacing: 6, [search, order]), status, list, more] as [Widget] {
            column.append(widget)
        }
        column.margin = 12
        restart()
    }

    isolated deinit { reading?.cancel() }

    /// What a button does, known only when the list is there.
    private final class Press {
        var action: @MainActor () -> Void = {}
    }

    private var words = ""
    private var isDescending = false

    private func search(_ text: String) {
        words = text.trimmingCharacters(in: .whitespaces)
        restart()
    }

    private func turnRound() {
        isDescending.toggle()
        restart()
    }

    private func restart() {
        rows = []
        list.show([])
        readMore()
    }

    private func readMore() {
        reading?.cancel()
        status.text = word("list.loading")
        reading = Task { [weak self] in await self?.read() }
    }

    private func read() async {
        do {
            try await layer.load()
            guard let table = layer.featureTable, let info = layer.layerInfo else { return }
            var question = query
            question.whereClause = clause(info)
            question.resultOffset = rows.count
            question.maxFeatures = Self.page
            let field = query.orderByFields.first?.fieldName ?? info.displayFieldName ?? info.objectIDFieldName
            if !field.isEmpty { question.orderByFields = [OrderBy(fieldName: field, isAscending: !isDescending)] }
            let found = try await table.features(using: question)
            guard !Task.isCancelled else { return }
            var made: [Row] = []
            for feature in found { made.append(await row(feature)) }
            guard !Task.isCancelled else { return }
            rows += made
            list.show(rows)
            more.isVisible = found.count == Self.page
            status.text = rows.isEmpty ? word("list.none") : word("list.count", count: rows.count)
        } catch is CancellationError {
            return
        } catch {
            status.text = ErrorText.detail(of: error)
        }
    }

    /// The words anywhere in a text field; quotes in them are doubled, so that they stay words.
    private func clause(_ info: FeatureLayerInfo) -> String {
        let base = query.whereClause
        guard !words.isEmpty else { return base }
        let pattern = words.uppercased().replacing("'", with: "''")
        let parts = info.fields.filter { $0.type == .string }.map { "UPPER(\($0.name)) LIKE '%\(pattern)%'" }
        guard !parts.isEmpty else { return base }
        let found = "(" + parts.joined(separator: " OR ") + ")"
        return base.isEmpty || base == "1=1" ? found : "(\(base)) AND \(found)"
    }

    private func row(_ feature: Feature) async -> Row {
        let popup = Popup(geoElement: feature, definition: mapView?.map.popupDefinition(for: layer))
        let title = await popup.title(locale: Surroundings.locale, timeZone: DeviceZone.shared.current)
        return Row(title.isEmpty ? layer.name : title, action: { [weak self] in await self?.open(feature, popup) })
    }

    private func open(_ feature: Feature, _ popup: Popup) async {
        layer.clearSelection()
        layer.selectFeatures([feature])
        container?.removeAll()
        container?.append(popup)
        guard let geometry = feature.geometry else { return }
        await mapView?.zoom(to: geometry)
    }
}
