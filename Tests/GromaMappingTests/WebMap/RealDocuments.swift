// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaMapping
import TestSupport

/// Documents of other people and of the sample, by the names of their files.
enum RealDocuments {
    static let webMaps = files("data/real/web-maps") { !$0.hasPrefix("layer-overrides-") }
    static let itemData = files("data/real/web-maps") { $0.hasPrefix("layer-overrides-") }
    static let sampleWebMaps = files("sample/webmaps") { _ in true }

    private static func files(_ folder: String, where matches: (String) -> Bool) -> [String] {
        guard SharedData.isAvailable else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: SharedData.url(folder).path)) ?? []
        return names.filter { $0.hasSuffix(".json") && matches($0) }.sorted().map { "\(folder)/\($0)" }
    }

    static func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: SharedData.url(path))) }
    static func tree(_ path: String) throws -> JSONValue { try JSONValue(parsing: bytes(path)) }
}

/// Every leaf of a document with the path to it, in order: what two documents must share, number text and order included.
func leaves(_ value: JSONValue, _ path: String = "") -> [String] {
    switch value {
    case .object(let object):
        return ["\(path){}"] + object.members.flatMap { leaves($0.value, "\(path).\($0.key)") }
    case .array(let elements):
        return ["\(path)[]"] + elements.enumerated().flatMap { leaves($0.element, "\(path)[\($0.offset)]") }
    default: return ["\(path)=\(value.text())"]
    }
}
