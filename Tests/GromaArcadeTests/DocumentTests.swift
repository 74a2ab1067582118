// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaArcade
import GromaCodecs
import GromaFeatures
import TestSupport
import Testing

/// Expressions that people wrote, out of documents of the world and of the sample town.
@Suite("Expressions of documents", .enabled(if: SharedData.isAvailable, "GROMA_SHARED_DATA names no folder"))
struct DocumentTests {
    private struct Script: Hashable {
        var text: String
        var profile: ArcadeProfile
        var file: String
    }

    private static func scripts() -> [Script] {
        var found: Set<Script> = []
        for folder in ["data/real", "sample"] {
            let files = FileManager.default.enumerator(at: SharedData.url(folder), includingPropertiesForKeys: nil)
            for case let file as URL in files ?? .init() where file.pathExtension == "json" {
                guard let data = try? Data(contentsOf: file), let json = try? JSONValue(parsing: data) else { continue }
                collect(json, file.lastPathComponent, into: &found)
            }
        }
        return found.sorted { ($0.file, $0.text) < ($1.file, $1.text) }
    }

    private static func collect(_ json: JSONValue, _ file: String, into found: inout Set<Script>) {
        for element in json.array ?? [] { collect(element, file, into: &found) }
        guard let object = json.object else { return }
        func add(_ text: String?, _ profile: ArcadeProfile) {
            if let text, !text.isEmpty { found.insert(Script(text: text, profile: profile, file: file)) }
        }
        add(object["valueExpression"]?.string, .visualization)
        add(object["labelExpressionInfo"]?["expression"]?.string, .labeling)
        for info in object["expressionInfos"]?.array ?? [] { add(info["expression"]?.string, .popup) }
        if let info = object["expressionInfo"] { add(info["expression"]?.string, .popupElement) }
        for (_, value) in object.members { collect(value, file, into: &found) }
    }

    @Test("all of them are read, and run or say what they lack")
    func run() async throws {
        let scripts = Self.scripts()
        #expect(scripts.count >= 10)
        var answered = 0
        for script in scripts {
            let expression = try ArcadeExpression(script.text, profile: script.profile)
            // A feature with every field that the expression names; numbers serve as texts too.
            let fields = expression.fieldNames.map { Field(name: $0, type: .double) }
            let info = FeatureLayerInfo(id: 0, name: "", geometryType: nil, fields: fields, objectIDFieldName: "")
            var context = ArcadeContext(timeZone: .gmt, locale: Locale(identifier: "en-US"))
            context.feature = Feature(
                attributes: Dictionary(
                    uniqueKeysWithValues: expression.fieldNames.map { ($0, AttributeValue.double(2)) }),
                layerInfo: info)
            do throws(ArcadeError) {
                _ = try await expression.evaluate(in: context)
                answered += 1
            } catch {
                let isData = [.wrongType, .notFound, .needsWaiting, .notAvailable, .operationFailed].contains(
                    error.code)
                #expect(isData, "\(script.file): \(error)\n\(script.text.prefix(200))")
            }
        }
        #expect(answered * 10 >= scripts.count * 8, "\(answered) of \(scripts.count) gave a value")
    }
}
