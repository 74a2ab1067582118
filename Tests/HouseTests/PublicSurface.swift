// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// The public names of the libraries, read from their sources. Nesting is told by indentation, which the formatter keeps true.
struct PublicSurface {
    /// A public member: `name` and, for what is called, its labels.
    struct Member: Hashable {
        var name: String
        var labels: [String]?
        /// Labels that a caller may leave out.
        var optional: Set<String> = []
    }
    private(set) var members: [String: Set<Member>] = [:]
    private(set) var types: Set<String> = []
    private var parents: [String: Set<String>] = [:]

    static let house = PublicSurface(SourceTree.libraries)

    init(_ files: [SourceTree.File]) {
        for file in files { read(file.lines) }
    }

    /// A type or an extension whose body is being read.
    private struct Scope {
        var indent: Int
        var name: String
        var isPublic: Bool
        var isProtocol: Bool
        var isEnum: Bool
    }

    private static let kinds = ["struct", "class", "enum", "protocol", "actor", "extension", "typealias"]
    /// What may stand before a declaration; `private(set)` comes as two words.
    private static let modifiers: Set<String> = [
        "public", "open", "final", "static", "mutating", "convenience", "indirect", "nonisolated", "override",
        "required", "weak", "lazy", "private", "package", "internal", "set)",
    ]

    private mutating func read(_ lines: [String]) {
        var scopes: [Scope] = []
        for (index, line) in lines.enumerated() {
            let indent = line.prefix { $0 == " " }.count
            let text = line.dropFirst(indent)
            guard !text.isEmpty, !text.hasPrefix("//") else { continue }
            while let last = scopes.last, indent <= last.indent, text != "{", text.first != "}" { scopes.removeLast() }
            let words = text.split { " (:<{".contains($0) }.map(String.init)
            let modifiers = words.prefix { Self.modifiers.contains($0) || $0.hasPrefix("@") }
            let isMarked = modifiers.contains("public") || modifiers.contains("open")
            let declaration = words.dropFirst(modifiers.count)
            guard let kind = declaration.first else { continue }
            let name = declaration.dropFirst().first ?? ""
            guard Self.kinds.contains(kind) else {
                note(kind: kind, name: name, at: index, in: lines, scope: scopes.last, isMarked: isMarked)
                continue
            }
            let type = String(name.split(separator: ".").last ?? "").trimmingCharacters(in: [",", "?", "["])
            let isPublic = isMarked || kind == "extension"
            if isPublic {
                if kind != "extension" { types.insert(type) }
                inherit(type, text)
            }
            scopes.append(
                Scope(
                    indent: indent, name: type, isPublic: isPublic, isProtocol: kind == "protocol",
                    isEnum: kind == "enum"))
        }
    }

    private mutating func inherit(_ name: String, _ text: Substring) {
        guard let colon = text.firstIndex(of: ":") else { return }
        let list = text[text.index(after: colon)...].prefix { $0 != "{" }.components(separatedBy: " where ")[0]
        parents[name, default: []].formUnion(
            list.split { ", &".contains($0) }.map(String.init).filter { $0.first?.isUppercase ?? false })
    }

    private mutating func note(
        kind: String, name: String, at index: Int, in lines: [String],
        scope: Scope?, isMarked: Bool
    ) {
        guard let scope, scope.isPublic, isMarked || scope.isProtocol || (scope.isEnum && kind == "case") else {
            return
        }
        switch kind {
        case "var", "let": members[scope.name, default: []].insert(Member(name: name))
        case "case":
            let list = lines[index].drop { $0 == " " }.dropFirst("case ".count)
            for entry in list.split(separator: ",") {
                let word = entry.drop { $0 == " " }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                members[scope.name, default: []].insert(Member(name: String(word)))
            }
        case "func", "init", "init?":
            let (labels, optional) = Self.labels(from: index, in: lines)
            let name = kind == "func" ? name : "init"
            members[scope.name, default: []].insert(Member(name: name, labels: labels, optional: optional))
        default: break
        }
    }

    /// Labels of a function's parameters, `_` for none, and which have a default value.
    private static func labels(from index: Int, in lines: [String]) -> ([String], Set<String>) {
        let text = lines[index..<min(index + 14, lines.count)].joined(separator: " ")
        guard let start = text.firstIndex(of: "(") else { return ([], []) }
        var depth = 0
        var pieces = [""]
        for character in text[start...] {
            if "([{<".contains(character) { depth += 1 }
            if ")]}".contains(character) || (character == ">" && !(pieces.last?.hasSuffix("-") ?? false)) { depth -= 1 }
            if depth == 0 { break }
            if depth == 1, character == "," { pieces.append("") } else { pieces[pieces.count - 1].append(character) }
        }
        pieces[0] = String(pieces[0].dropFirst())
        let parameters = pieces.filter { $0.contains(":") }
        let labels = parameters.map { piece in
            String(piece.drop { $0 == " " }.prefix { $0 != " " && $0 != ":" })
        }
        return (labels, Set(zip(labels, parameters).filter { $0.1.contains(" = ") }.map(\.0)))
    }

    /// True when `text` names a public type (`Map`), member (`Map.name`), call (`Map.layer(named:)`) or initialiser (`Map(layers:)`).
    /// Labels with a default value may be left out.
    func contains(_ text: String) -> Bool {
        let head = text.prefix { $0 != "(" }
        let path = head.split(separator: ".").map(String.init)
        guard let type = path.first, path.count <= 2 else { return false }
        let labels = head.count == text.count ? nil : Self.called(text)
        if path.count == 1, labels == nil { return types.contains(type) }
        let name = path.count == 2 ? path[1] : "init"
        return reachable(from: type).contains { owner in
            members[owner, default: []].contains { member in
                member.name == name && (labels == nil || Self.fits(labels ?? [], member))
            }
        }
    }

    private static func called(_ text: String) -> [String] {
        text.drop { $0 != "(" }.dropFirst().prefix { $0 != ")" }.split(separator: ":").map(String.init)
    }

    private static func fits(_ wanted: [String], _ member: Member) -> Bool {
        var rest = wanted[...]
        for label in member.labels ?? [] {
            if rest.first == label { rest.removeFirst() } else if !member.optional.contains(label) { return false }
        }
        return rest.isEmpty && member.labels != nil
    }

    private func reachable(from type: String) -> Set<String> {
        var seen: Set<String> = []
        var next = [type]
        while let name = next.popLast() {
            if seen.insert(name).inserted { next += parents[name, default: []] }
        }
        return seen
    }
}
