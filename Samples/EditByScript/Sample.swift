// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Groma

/// Adds, attaches, changes and deletes over HTTP: `EditByScript SERVER_URL USER`, the password in GROMA_PASSWORD.
@main
struct EditByScript {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let server = URL(string: arguments[1]),
            let password = ProcessInfo.processInfo.environment["GROMA_PASSWORD"]
        else { return print("GROMA_PASSWORD=... EditByScript SERVER_URL USER") }

        let portal = Portal(url: server.appending(path: "portal"), connection: .authenticated)
        try await portal.signIn(user: arguments[2], password: password)
        let reports = ServiceFeatureTable(
            url: server.appending(path: "arcgis/rest/services/Stormwater/FeatureServer/6"), client: portal.client)

        let report = reports.makeFeature(
            attributes: ["CATEGORY": 1, "DESCRIPTION": "Leaves on the grate"],
            geometry: Point(latitude: 48.1884, longitude: 65.0041))
        try await reports.add(report)
        try await report.addAttachment(
            named: "note.txt", contentType: "text/plain", data: Data("Water stands on the road".utf8))
        tell(try await reports.applyEdits())

        // A value that the field's domain does not have: the server refuses it, and says why.
        report.setAttributeValue(99, forKey: "PRIORITY")
        try await reports.update(report)
        tell(try await reports.applyEdits())

        report.setAttributeValue(2, forKey: "PRIORITY")
        report.setAttributeValue("Leaves on the grate, cleaned", forKey: "DESCRIPTION")
        try await reports.update(report)
        tell(try await reports.applyEdits())

        if let id = report.objectID {
            let stored = try await reports.feature(withObjectID: id)
            let words = AttributeFormatter(locale: Locale(identifier: "en-GB"), timeZone: .gmt)
            let values = ["DESCRIPTION", "Creator"].map { words.text(stored.attributeValue(forKey: $0) ?? .null) }
            print("stored: \(values.joined(separator: ", by "))")
            for file in try await stored.attachments { print("with \(file.name), \(file.size) bytes") }
        }
        try await reports.delete(report)
        tell(try await reports.applyEdits())
    }

    static func tell(_ results: [FeatureEditResult]) {
        for result in results {
            print(result.editOperation, result.error.map { "refused: \($0.message)" } ?? "done")
            for file in result.attachmentResults {
                print("  \(file.name)", file.error.map { "waits: \($0.message)" } ?? "sent")
            }
        }
    }
}
