// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Groma

/// What a tap on a map shows: `IdentifyAndPopup ITEM_URL LONGITUDE LATITUDE`.
@main
struct IdentifyAndPopup {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let url = URL(string: arguments[1]), let item = PortalItem(url: url),
            let longitude = Double(arguments[2]), let latitude = Double(arguments[3])
        else { return print("IdentifyAndPopup PORTAL/home/item.html?id=ID LONGITUDE LATITUDE") }

        let snapshot = try await Map(item: item).snapshot()
        let center = try GeometryEngine.project(
            Point(latitude: latitude, longitude: longitude), into: snapshot.spatialReference)
        let viewport = Viewport(width: 360, height: 640, center: center, scale: 1_000)
        let tap = viewport.screenPoint(of: center)

        let identifier = MapIdentifier(tolerance: 10, maximumResultsPerLayer: 1, returnsPopupsOnly: true)
        let answer = try await identifier.identify(at: tap, in: snapshot, viewport: viewport)
        for layer in answer.results {
            for record in layer.features.records {
                let feature = Feature(record: record, layerInfo: layer.layerInfo)
                let popup = Popup(geoElement: feature, definition: layer.popupDefinition)
                let shown = popup.evaluated(locale: Locale(identifier: "en-GB"), timeZone: .gmt)
                print("\(layer.layerName): \(shown.title)")
                for case .fields(let table) in shown.elements {
                    for row in table.rows { print("  \(row.label): \(row.value)") }
                }
            }
        }
        for failure in answer.failures { print("not asked: \(failure.layerName): \(failure.error)") }
    }
}
