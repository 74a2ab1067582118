// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Testing

@Suite("Documentation") struct DocumentationTests {
    struct Declaration {
        var place: String
        var text: String
        var isType: Bool
        var isDocumented: Bool
    }

    /// Witnesses of well-known protocols, whose meaning the protocol documents.
    static let witnesses = [
        "var description", "static func ==", "func hash(into", "static func <", "var errorDescription",
        "var debugDescription",
        "init(stringLiteral", "init(integerLiteral", "init(floatLiteral", "init(booleanLiteral", "init(arrayLiteral",
        "init(dictionaryLiteral", "init(nilLiteral", "var rawValue", "init(rawValue", "init?(rawValue", "var id:",
        "static var geometryType", "var isEmpty", "var hasZ", "var hasM", "var extent", "var spatialReference",
        "func next()", "func makeIterator", "func makeAsyncIterator", "var startIndex", "var endIndex",
        "func index(after",
        "func encode(to", "init(from",
        // `DocumentPart`, `Loadable` and `FeatureTable` of this house.
        "var json: JSONObject", "init(json: JSONObject)", "var loadStatus", "var loadError", "func load() async",
        "func retryLoad() async", "func layerInfo() async", "func queryFeatures(", "func queryFeatureCount(",
        "func queryObjectIDs(", "func queryExtent(", "func queryStatistics(", "func attachments(of",
        "func attachmentData(",
    ]

    /// Public declarations of the libraries, with or without a comment right above.
    static let declarations: [Declaration] = {
        let kinds = [
            "struct ", "class ", "enum ", "protocol ", "actor ", "typealias ", "func ", "init(", "init?(", "init<",
            "var ", "let ", "subscript",
        ]
        var found: [Declaration] = []
        for file in SourceTree.libraries {
            for (index, line) in file.lines.enumerated() {
                let text = line.drop { $0 == " " }
                guard text.hasPrefix("public ") || text.hasPrefix("open "), !text.hasPrefix("public import"),
                    !text.hasPrefix("public extension"), kinds.contains(where: text.contains),
                    !witnesses.contains(where: text.contains)
                else { continue }
                var above = index - 1
                while above >= 0, file.lines[above].drop(while: { $0 == " " }).hasPrefix("@") { above -= 1 }
                let comment = above >= 0 ? file.lines[above].drop { $0 == " " } : ""
                let isType = ["struct ", "class ", "enum ", "protocol ", "actor "].contains {
                    text.prefix(40).contains($0)
                }
                found.append(
                    Declaration(
                        place: "\(file.path):\(index + 1)", text: String(text), isType: isType,
                        isDocumented: comment.hasPrefix("///") || comment.hasSuffix("*/")))
            }
        }
        return found
    }()

    @Test("every public type is documented")
    func types() {
        for declaration in Self.declarations where declaration.isType {
            #expect(declaration.isDocumented, "\(declaration.place): \(declaration.text)")
        }
    }

    @Test("at least nine public members in ten are documented in every room")
    func members() {
        let rooms = Dictionary(grouping: Self.declarations.filter { !$0.isType }) { $0.place.split(separator: "/")[1] }
        for (room, members) in rooms {
            let missing = members.filter { !$0.isDocumented }
            let share = 1 - Double(missing.count) / Double(members.count)
            let list = missing.prefix(12).map { "\($0.place): \($0.text)" }.joined(separator: "\n")
            #expect(share >= 0.9, "\(room): \(missing.count) of \(members.count) lack a comment\n\(list)")
        }
    }

    @Test("the README is short and names every top folder")
    func readme() {
        let readme = SourceTree.files(below: "", endings: ["README.md"]).first { $0.path == "README.md" }
        #expect((readme?.lines.count ?? .max) < 150)
        for folder in [
            "Sources", "Apps", "System", "SampleData", "Samples", "Tests", "Conformance", "Benchmarks", "Fuzzing",
            "Documentation", "Scripts",
        ] {
            #expect(readme?.text.contains("`\(folder)/") == true, "README.md does not say what \(folder)/ is for")
        }
    }
}
