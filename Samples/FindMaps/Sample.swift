// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Groma

/// The web maps of a portal, where each goes to, and which of its layers are drawn: `FindMaps PORTAL_URL [WORDS]`.
@main
struct FindMaps {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 2, let url = URL(string: arguments[1]) else {
            return print("FindMaps PORTAL_URL [WORDS]")
        }
        let portal = Portal(url: url)
        let words = arguments.dropFirst(2).joined(separator: " ")
        var query = PortalQueryParameters(query: "type:\"Web Map\" \(words)")
        query.sortField = "title"
        let found = try await portal.findItems(using: query)
        print("\(found.totalResultsCount) maps")
        for item in found.results {
            let document = try await PortalMapLoader(item: item).loadMap()
            print("\n\(document.title)  [\(item.id)]")
            for place in document.webMap.bookmarks { print("  goes to \(place.name)") }
            let report = CoverageReport(document.webMap)
            for layer in report.operationalLayers {
                let title = layer.title?.string ?? "without a title"
                print("  \(layer.isDrawn ? "draws" : "keeps") \(title), \(layer.kind.name)")
            }
        }
    }
}
