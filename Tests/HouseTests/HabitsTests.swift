// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Testing

@Suite("Habits") struct HabitsTests {
    @Test("every Swift file begins with the licence line")
    func licenceLine() {
        let licence = "// Part of Groma, licensed under the Apache License 2.0; see LICENSE."
        for file in SourceTree.shipped + SourceTree.files(below: "Tests") {
            #expect(file.lines.first == licence, "\(file.path) lacks the licence line")
        }
    }

    @Test("no source file is over 400 lines without a reason in its first comment")
    func fileSizes() {
        for file in SourceTree.shipped where file.lines.count > 401 {
            let reason = file.lines.prefix(6).contains { $0.contains("Over 400 lines:") }
            #expect(
                reason, "\(file.path) has \(file.lines.count) lines: split it by topic, or say 'Over 400 lines: why'")
        }
    }

    @Test("a folder holds at most a dozen files")
    func folderSizes() {
        let folders = Dictionary(grouping: SourceTree.shipped) { file in
            file.path.split(separator: "/").dropLast().joined(separator: "/")
        }
        for (folder, files) in folders {
            #expect(files.count <= 14, "\(folder) holds \(files.count) files: sort them by idea")
        }
    }

    @Test("no public type takes a name that Foundation owns")
    func reservedNames() {
        let reserved = [
            "Expression", "Predicate", "Progress", "Unit", "Measurement", "Dimension", "Operation", "Host", "Process",
            "Bundle",
        ]
        let kinds = ["struct", "class", "enum", "protocol", "actor", "typealias"]
        for file in SourceTree.libraries {
            for line in file.lines {
                let words = line.split { " :<{(".contains($0) }.map(String.init)
                guard words.first == "public", let kind = words.firstIndex(where: kinds.contains),
                    kind + 1 < words.count
                else { continue }
                let name = words[kind + 1]
                #expect(!reserved.contains(name), "\(file.path): public type \(name)")
                #expect(
                    !name.hasSuffix("Manager") && !name.hasSuffix("Helper") && !name.hasSuffix("Util"),
                    "\(file.path): \(name)")
            }
        }
    }

    @Test("nothing committed names a path of one machine")
    func noMachinePaths() throws {
        let roots = ["root", "work", "home", "farm", "tmp/w"].map { "/" + $0 + "/" }
        let own = "Tests/HouseTests/HabitsTests.swift"
        for file in SourceTree.files(
            below: "", endings: [".swift", ".md", ".json", ".sh", ".yml", "Makefile", "run", "setup", "test"])
        where file.path != own {
            for (number, line) in file.lines.enumerated() {
                for root in roots {
                    var rest = line[...]
                    while let place = rest.range(of: root) {
                        let before =
                            place.lowerBound == line.startIndex ? " " : line[line.index(before: place.lowerBound)]
                        let letter = place.upperBound < line.endIndex ? line[place.upperBound] : " "
                        // An URL's own path (PORTAL/home/item.html) is no machine path.
                        let isPath =
                            !(before.isLetter || before.isNumber || "._-)}".contains(before)) && letter.isLetter
                        #expect(!isPath, "\(file.path):\(number + 1) names \(root)")
                        rest = rest[place.upperBound...]
                    }
                }
            }
        }
    }

    @Test("what the compiler is told to trust carries its proof")
    func uncheckedClaimsHaveReasons() {
        for file in SourceTree.shipped {
            for (index, line) in file.lines.enumerated() {
                let claims = ["@unchecked Sendable", "nonisolated(unsafe)", "fatalError("]
                guard claims.contains(where: line.contains), !line.trimmingPrefix(while: { $0 == " " }).hasPrefix("//")
                else { continue }
                let neighbours = [line] + file.lines[max(0, index - 4)..<index]
                #expect(neighbours.contains { $0.contains("//") }, "\(file.path):\(index + 1) says no reason")
            }
        }
    }

    @Test("no work is left for somebody else")
    func noLeftovers() {
        for file in SourceTree.shipped {
            for (index, line) in file.lines.enumerated() {
                let marks = ["TO" + "DO", "FIX" + "ME", "X" + "XX:"]
                #expect(!marks.contains(where: line.contains), "\(file.path):\(index + 1)")
            }
        }
    }
}
