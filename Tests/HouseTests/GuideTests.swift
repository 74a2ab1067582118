// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import TestSupport
import Testing

/// The guide's marks are true: `done` names are public, `planned` ones are not yet.
@Suite("Coming from ArcGIS") struct GuideTests {
    private static let path = "Documentation/Guides/coming-from-arcgis.md"

    struct Row {
        var line: Int
        var old: String
        var names: [String]
        var isDone: Bool
        var text: String
    }

    private static let guide = SourceTree.files(below: "Documentation/Guides", endings: ["coming-from-arcgis.md"]).first

    private static let rows: [Row] = (guide?.lines ?? []).enumerated().compactMap { index, line in
        let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        guard cells.count == 5, ["done", "planned"].contains(cells[4]) else { return nil }
        let names = cells[1].split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }.filter { $0.first?.isUppercase ?? false }
        return Row(
            line: index + 1, old: cells[0], names: names, isDone: cells[4] == "done", text: cells[1])
    }

    @Test("the tables are there, and each of their rows has a mark")
    func tables() throws {
        let guide = try #require(Self.guide)
        let tableLines = guide.lines.filter {
            $0.hasPrefix("| ") && !$0.hasPrefix("| ---") && !$0.hasSuffix("| status |")
        }
        #expect(Self.rows.count == tableLines.count && Self.rows.count > 120)
        for row in Self.rows {
            #expect(
                !row.names.isEmpty || row.text.hasPrefix("nothing to call"),
                "\(Self.path):\(row.line) names nothing in its second column")
        }
    }

    @Test("each name marked done is a public symbol")
    func done() {
        for row in Self.rows where row.isDone {
            for name in row.names {
                #expect(PublicSurface.house.contains(name), "\(Self.path):\(row.line) calls \(name) done")
            }
        }
    }

    @Test("no name marked planned is a public symbol already")
    func planned() {
        for row in Self.rows where !row.isDone {
            for name in row.names {
                #expect(
                    !PublicSurface.house.contains(name),
                    "\(Self.path):\(row.line): \(name) is public now, so its row is to be marked done")
            }
        }
    }

    @Test("the reader of sources knows a type, a member, a call, an initialiser and what is none of them")
    func surface() {
        let names = [
            "Map", "Map.name", "Map.layer(named:)", "Map(layers:)", "Map(item:)", "FeatureTable.queryFeatures(using:)",
            "PopupElement.text", "Portal.Connection", "Layer.load()", "FeatureLayer.name", "Point(latitude:longitude:)",
        ]
        for name in names where name != "Portal.Connection" { #expect(PublicSurface.house.contains(name), "\(name)") }
        for name in [
            "Mop", "Map.nome", "Map.layer(nomed:)", "Map(item:extra:)", "Map.take(_:services:)", "LoadGate.start(_:)",
        ] {
            #expect(!PublicSurface.house.contains(name), "\(name)")
        }
    }

    @Test(
        "every class, constant and function with a prefix that the old documents name stands in the guide",
        .enabled(if: SharedData.isAvailable, "GROMA_SHARED_DATA names no folder"))
    func covered() throws {
        let folder = SharedData.url("mission/founding")
        let documents = try FileManager.default.contentsOfDirectory(atPath: folder.path).map {
            try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
        }
        let guide = try #require(Self.guide).text
        // The SDK's own header and a plural of prose are no names of its API.
        let others = ["AGSiPhone", "AGSPreplannedMapAreas"]
        let names = Set(documents.joined(separator: " ").matches(of: /\bAGS[A-Za-z]+/).map { String($0.0) })
        #expect(names.count > 40)
        for name in names.subtracting(others).sorted() { #expect(guide.contains("`\(name)"), "\(name) is missing") }
    }
}
