// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import Testing

/// The statements of `Conformance/Behaviour`: each number once, and every proof a test that exists.
@Suite("Behaviour") struct BehaviourTests {
    struct Statement {
        var file: String
        var id: String
        var text: String
        var status: String
        var proofs: [String]
        var remains: String?
    }

    private static let count = 300

    private static func statements() throws -> [Statement] {
        let folder = ConformanceFolder.url("Behaviour")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
        return try names.sorted().flatMap { name in
            let list = try JSONValue(parsing: Data(contentsOf: folder.appending(path: name))).array ?? []
            return list.map { entry in
                Statement(
                    file: name, id: entry["id"]?.string ?? "", text: entry["statement"]?.string ?? "",
                    status: entry["status"]?.string ?? "", proofs: (entry["proofs"]?.array ?? []).compactMap(\.string),
                    remains: entry["remains"]?.string)
            }
        }
    }

    @Test("every number from T001 on stands there once, with a sentence")
    func complete() throws {
        let statements = try Self.statements()
        let wanted = (1...Self.count).map { "T" + String(repeating: "0", count: 3 - "\($0)".count) + "\($0)" }
        #expect(statements.map(\.id).sorted() == wanted)
        for statement in statements { #expect(statement.text.hasSuffix("."), "\(statement.id) is no sentence") }
        #expect(Set(statements.map(\.text)).count == statements.count)
    }

    @Test("a proven statement names its tests, a partly proven one also what remains, a planned one no test")
    func marks() throws {
        for statement in try Self.statements() {
            switch statement.status {
            case "proven": #expect(!statement.proofs.isEmpty && statement.remains == nil, "\(statement.id)")
            case "partly": #expect(!statement.proofs.isEmpty && statement.remains != nil, "\(statement.id)")
            case "planned": #expect(statement.proofs.isEmpty, "\(statement.id)")
            default: Issue.record("\(statement.id) has the status \"\(statement.status)\"")
            }
        }
    }

    @Test("every test that is named as a proof exists")
    func proofsExist() throws {
        let tests = try Self.tests()
        #expect(tests.count > 300)
        for statement in try Self.statements() {
            for proof in statement.proofs {
                #expect(tests.contains(proof), "\(statement.id) names \(proof), which is no test")
            }
        }
    }

    /// `SUITE.function` of every function marked as a test; those of widgets are so by their name and class.
    private static func tests() throws -> Set<String> {
        let top = ConformanceFolder.root.deletingLastPathComponent().appending(path: "Tests")
        var found: Set<String> = []
        for case let path as String in FileManager.default.enumerator(atPath: top.path) ?? .init() {
            guard path.hasSuffix(".swift") else { continue }
            var suite = ""
            var isMarked = false, isOfWidgets = false
            for line in try String(contentsOf: top.appending(path: path), encoding: .utf8).split(separator: "\n") {
                if line.first != " ", let name = name(after: "struct ", in: line) {
                    suite = name
                    isOfWidgets = false
                }
                if line.contains(": XCTestCase"), let name = name(after: "class ", in: line) {
                    suite = name
                    isOfWidgets = true
                }
                let text = line.drop { $0 == " " }
                if text.hasPrefix("@Test") || (isOfWidgets && text.hasPrefix("func test")) { isMarked = true }
                guard isMarked, let function = name(after: "func ", in: text) else { continue }
                found.insert("\(suite).\(function)")
                isMarked = false
            }
        }
        return found
    }

    private static func name(after word: String, in line: Substring) -> String? {
        line.range(of: word).map { range in
            String(line[range.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" })
        }
    }
}
