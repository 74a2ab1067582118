// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Groma
import GromaGTK

/// From the start of the process to the first complete map on the display. The environment says when that was: seconds
/// since 1970 in GROMA_STARTED.
@MainActor
enum FirstMap {
    static func map(_ address: String) -> Map {
        guard let url = URL(string: address), let item = PortalItem(url: url) else {
            FileHandle.standardError.write(Data("\(address) is no portal item's address\n".utf8))
            exit(2)
        }
        return Map(item: item)
    }

    static func run(_ program: ScreenBenchmark, _ window: Window) async throws {
        guard let started = ProcessInfo.processInfo.environment["GROMA_STARTED"].flatMap(Double.init) else {
            throw ScreenBenchmark.Failure(description: "GROMA_STARTED says when the process was started")
        }
        let view = program.mapView
        var steps: [String] = []
        func note(_ step: String) {
            steps.append(String(format: "%@ %.2f", step, Date().timeIntervalSince1970 - started))
        }
        note("window")
        try await view.map.load()
        note("map read")
        guard
            await window.wait(seconds: 60, until: { view.drawStatus == .completed && view.model.viewport != nil })
        else { throw ScreenBenchmark.Failure(description: "the map was never complete") }
        // Until that frame is out.
        await window.frames(1)
        let failed = view.map.allLayers.filter { view.layerViewState(of: $0).status.contains(.error) }
        guard failed.isEmpty else {
            throw ScreenBenchmark.Failure(description: "not shown: \(failed.map(\.name).joined(separator: ", "))")
        }
        program.report(
            "first complete map", Date().timeIntervalSince1970 - started, "s", goal: 1,
            more: steps.joined(separator: ", "))
    }
}
