// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Groma

/// What people and services notice of a map: lists, legend, popups, requests, the report, and the picture.
struct MapFingerprint {
    let rows: SyntheticRows
    let viewport: Viewport
    let renderer: MapRenderer
    private static let zone = TimeZone(identifier: "America/New_York") ?? .gmt
    private static let time = TimeExtent(startDate: Date(timeIntervalSince1970: 1_500_000_000), endDate: nil)

    /// Everything but the picture. Only the live map itself takes turns with others on the main actor.
    @concurrent
    func words(_ document: WebMap) async -> String {
        let log = RequestLog()
        var lines = report(document)
        do {
            let facts = try await facts(document, log)
            lines += facts.lines + facts.snapshot.failures.map { "failed \($0.layerName) \($0.error)" }
            for (definition, info) in facts.popups {
                // Requests for a table's popups are told, those of a layer stand in the popup itself.
                lines += try await popups(
                    definition, in: rows.table(), info: info, log: info == nil ? log : RequestLog())
            }
            if !facts.snapshot.layers.isEmpty {
                let found = try await MapIdentifier(tolerance: 4).identify(
                    at: ScreenPoint(x: viewport.width / 2, y: viewport.height / 2), in: facts.snapshot,
                    viewport: viewport)
                lines += found.results.map { "found \($0.layerID) \($0.features.count) \($0.popupDefinition != nil)" }
                _ = try await renderer.image(
                    of: facts.snapshot,
                    viewport: Viewport(width: 4, height: 4, center: viewport.center, scale: viewport.scale))
            }
        } catch {
            lines.append("error \(error)")
        }
        return (lines + [log.text]).joined(separator: "\n")
    }

    /// What a live map says of itself.
    private struct Facts: Sendable {
        var lines: [String] = []
        var snapshot: MapSnapshot
        /// Popups of layers with their descriptions, and of tables without.
        var popups: [(definition: PopupDefinition, info: FeatureLayerInfo?)] = []
        var legend: [LegendInfo] = []
    }

    @MainActor
    private func facts(_ document: WebMap, _ log: RequestLog) async throws -> Facts {
        let map = Map(webMap: document, services: SyntheticServices(rows: rows, log: log))
        try await map.load()
        let own = described(map)
        if map.timeExtent == nil { map.timeExtent = Self.time }
        var facts = Facts(lines: own, snapshot: try await map.snapshot())
        for layer in map.allLayers {
            facts.lines.append(
                "layer \(layer.id) \(layer.name) \(layer.isVisible) \(layer.showsInLegend) \(layer.itemID ?? "")")
            guard let features = layer as? FeatureLayer else { continue }
            facts.legend += features.legendInfos
            facts.lines += features.legendInfos.map(\.name) + [features.renderer?.legendTitle ?? ""]
            if let definition = map.popupDefinition(for: layer), let info = features.layerInfo {
                facts.popups.append((definition, info))
            }
        }
        for table in map.tables {
            facts.lines.append("table \(table.id) \(table.title) \(table.url ?? "") \(table.itemID ?? "")")
            guard let url = table.url.flatMap(URL.init(string:)),
                let definition = map.popupDefinition(
                    forServiceAt: url.deletingLastPathComponent(), sublayerID: Int(url.lastPathComponent) ?? 0)
            else { continue }
            facts.popups.append((definition, nil))
        }
        return facts
    }

    /// The picture's bytes, the legend's pictures, and what stands beside them.
    @concurrent
    func picture(_ document: WebMap) async -> [UInt8] {
        do {
            let facts = try await facts(document, RequestLog())
            let picture = try await renderer.picture(of: facts.snapshot, viewport: viewport)
            var legend: [UInt8] = []
            for line in facts.legend.prefix(40) { legend += try await renderer.swatch(of: line.symbol).pixels }
            return picture.image.pixels + legend
                + Array("\(picture.attributions) \(picture.failures.map { "\($0.error)" })".utf8)
        } catch {
            return Array("\(error)".utf8)
        }
    }

    private func report(_ document: WebMap) -> [String] {
        let report = CoverageReport(document, scripts: ArcadeScripts())
        func notes(_ layers: [CoverageReport.Layer]) -> [String] {
            layers.flatMap { layer in
                ["\(layer.kind.name) \(layer.isDrawn)"]
                    + layer.notes.filter { $0.subject != .key || $0.reason != nil }.map {
                        "\($0.name) \($0.reason ?? "") \($0.count)"
                    }
                    + notes(layer.layers)
            }
        }
        return notes(report.operationalLayers) + notes(report.baseLayers) + notes(report.tables) + [report.documentName]
    }

    @MainActor
    private func described(_ map: Map) -> [String] {
        var schedule = RefreshSchedule(map.refreshIntervals, from: .distantPast)
        let due = schedule.nextDate.map { "\($0.timeIntervalSince(.distantPast)) \(schedule.takeDue(at: $0))" }
        return [
            "map \(map.basemap.name) \(map.spatialReference?.json.text() ?? "") due \(due ?? "never")",
            "start \(map.initialViewpoint.map { JSONValue.object($0.json).text() } ?? "") \(map.timeExtent?.json.text() ?? "")",
            "slider \(map.timeSlider?.steps ?? []) \(map.timeSlider?.playbackInterval ?? 0) \(map.timeSlider?.isLooping ?? false)",
            "background \(map.backgroundColor?.json.text() ?? "")", "size \(map.referenceScale)",
        ]
            + map.bookmarks.map {
                "\($0.name) \($0.viewpoint.map { JSONValue.object($0.json).text() } ?? "") \($0.timeExtent?.json.text() ?? "")"
            }
    }

    /// What popups show of some rows.
    private func popups(
        _ definition: PopupDefinition, in table: FeatureCollectionTable, info: FeatureLayerInfo? = nil, log: RequestLog
    ) async throws -> [String] {
        let recording = RecordingTable(table, log: log, place: "popup")
        let own: FeatureLayerInfo
        if let info { own = info } else { own = try await table.layerInfo() }
        var lines: [String] = []
        let all = try await table.queryFeatures(using: QueryParameters())
        for row in Set([0, all.count / 2, all.count - 1]).sorted() where row >= 0 {
            let popup = Popup(
                geoElement: Feature(record: all.record(at: row), table: recording, layerInfo: own),
                definition: definition, layerInfo: own)
            try await popup.loadRelatedRecords()
            await popup.evaluateExpressions(in: ArcadeContext(timeZone: Self.zone, locale: Locale(identifier: "en-US")))
            let evaluated = popup.evaluated(locale: Locale(identifier: "en-US"), timeZone: Self.zone)
            let supplements = try await popup.supplements(locale: Locale(identifier: "en-US"), timeZone: Self.zone)
            lines.append(evaluated.json.text())
            lines.append(evaluated.plainText(words: Localization(preferring: ["en"]), supplements: supplements))
            lines += own.fields.filter { popup.isEditable(fieldNamed: $0.name) }.map { "may edit \($0.name)" }
            lines += popup.editableFields.map { "edit \($0.field.name) \($0.label) \($0.hint) \($0.textControl)" }
        }
        return lines + [log.text]
    }
}
