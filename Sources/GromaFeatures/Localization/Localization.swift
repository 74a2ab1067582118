// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Synchronization

/// The words that people see, in one language: tables of keys and texts, with the plural forms of the language.
///
/// A key that a language lacks is looked up in English; a key that English lacks is a mistake and answers itself. Placeholders are `{0}`, `{1}`, ….
public struct Localization: Sendable {
    /// The language of the table that was found: `de`, `en`, `pt-BR`.
    public let language: String
    private let table: [String: String]
    private let fallback: [String: String]

    /// The words of the best language for these wishes (`de-AT`, `fr_CH.UTF-8`), most wanted first; English when there is none.
    public init(preferring wishes: [String]) {
        let tables = Self.tables
        let available = Set(tables.keys)
        language = wishes.lazy.compactMap { Self.match($0, available) }.first ?? "en"
        table = tables[language] ?? [:]
        fallback = tables["en"] ?? [:]
    }

    /// The words that the process's surroundings ask for: LANGUAGE, LC_ALL, LC_MESSAGES, LANG, in this order.
    public static var current: Localization {
        let environment = ProcessInfo.processInfo.environment
        var wishes = (environment["LANGUAGE"] ?? "").split(separator: ":").map(String.init)
        if let wish = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap({ environment[$0] }).first(where: {
            !$0.isEmpty
        }) {
            wishes.append(wish)
        }
        return Localization(preferring: wishes)
    }

    /// The text of a key, with its placeholders filled.
    public func text(_ key: String, _ arguments: String...) -> String { filled(template(key) ?? key, arguments) }

    /// The text for a number of things: the key's form `.one`, `.few`, … of the language, else `.other` (CLDR plural rules).
    public func text(_ key: String, count: Int) -> String {
        let form = PluralCategory(count: count, language: language).rawValue
        return filled(template("\(key).\(form)") ?? template("\(key).other") ?? key, ["\(count)"])
    }

    private func template(_ key: String) -> String? { table[key] ?? fallback[key] }

    private func filled(_ template: String, _ arguments: [String]) -> String {
        var text = template
        for (place, argument) in arguments.enumerated() {
            text = text.replacingOccurrences(of: "{\(place)}", with: argument)
        }
        return text
    }

    /// `de_AT.UTF-8` finds `de-AT`, then `de`, then any `de-…`.
    static func match(_ wish: String, _ available: Set<String>) -> String? {
        let plain = wish.prefix { $0 != "." && $0 != "@" }.split(whereSeparator: { $0 == "_" || $0 == "-" })
        guard let language = plain.first?.lowercased(), language != "c", language != "posix" else { return nil }
        let ordered = available.sorted()
        let whole = plain.joined(separator: "-").lowercased()
        return ordered.first { $0.lowercased() == whole } ?? ordered.first { $0.lowercased() == language }
            ?? ordered.first { $0.lowercased().hasPrefix(language + "-") }
    }
}

extension Localization {
    private static let tables: [String: [String: String]] = {
        guard let folder = tablesFolder,
            let languages = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        else { return [:] }
        var tables: [String: [String: String]] = [:]
        for url in languages where url.pathExtension == "lproj" {
            tables[url.deletingPathExtension().lastPathComponent] = table(url.appending(path: "Localizable.strings"))
        }
        return tables
    }()

    /// Only texts are kept: other values in a table would end the program when a bundle looks them up.
    private static func table(_ url: URL) -> [String: String]? {
        guard let data = try? Data(contentsOf: url), data.count < 10_000_000,
            let list = unsafe try? PropertyListSerialization.propertyList(from: data, options: [], format: nil)
        else { return nil }
        return (list as? [String: Any])?.compactMapValues { $0 as? String }
    }

    /// The folder that the build puts beside the program; `Bundle.module` would end the program where it is missing.
    private static var tablesFolder: URL? {
        let name = "Groma_GromaFeatures.resources"
        let places = [
            Bundle.main.bundleURL, Bundle.main.resourceURL, Bundle.main.executableURL?.deletingLastPathComponent(),
        ]
        let candidates = places.compactMap { $0?.appending(path: name).appending(path: "Tables") }
        return candidates.first { FileManager.default.fileExists(atPath: $0.path) }
    }

    /// The languages there are tables for.
    public static var languages: [String] { tables.keys.sorted() }
    /// The keys of a language's table, for checking that nothing is missing.
    package static func keys(of language: String) -> Set<String> { Set((tables[language] ?? [:]).keys) }
}
