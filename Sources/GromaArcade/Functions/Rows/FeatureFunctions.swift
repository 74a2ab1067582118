// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry

/// Features and their shapes.
enum FeatureFunctions {
    static func feature(_ value: Value, _ name: String) throws -> FeatureBox {
        guard case .feature(let feature) = value else {
            throw ArcadeError(.wrongType, "\(name) needs a feature, not \(value.shown).")
        }
        return feature
    }

    static let all: [BuiltIn] = [
        .two("Attachments", .feature, .dataAccess, isPure: false, mayWait: true) { run, value, options in
            try attachments(try feature(value, "Attachments"), options ?? .null, run)
        },
        .many("Expects", .feature, .core, 1...BuiltIn.anyCount) { _, _ in .null },
        .two("FeatureInFilter", .feature, least: 2, isPure: false) { run, value, clause in
            if value.isNull { return .boolean(false) }
            let feature = try feature(value, "FeatureInFilter")
            guard let clause, !clause.isEmpty else { return .boolean(true) }
            return .boolean(try RowFilters.holds(try Conversion.text(clause, run), for: feature, run))
        },
        .many("Feature", .feature, .core, 1...BuiltIn.anyCount) { run, values in try make(values, run) },
        .one("GdbVersion", .feature, isPure: false) { _, _ in .text("") },
        .one("Geometry", .feature, isPure: false) { run, value in
            switch value {
            case .feature(let feature): return try feature.geometry(run)
            case .geometry, .null: return value
            default: return try Shapes.shape(fromJSON: value, as: nil, run)
            }
        },
        .two("SetGeometry", .feature, least: 2, isPure: false) { run, value, shape in
            let shape = shape ?? .null
            switch shape {
            case .null, .geometry: try feature(value, "SetGeometry").setGeometry(shape)
            default: throw ArcadeError(.wrongType, "SetGeometry needs a shape or null, not \(shape.shown).")
            }
            return .null
        },
        .many("GetEnvironment", .feature, .core, 0...0) { run, _ in
            try run.dictionary([
                ("version", .text("1.31")), ("engine", .text("Groma")), ("engineVersion", .text("0.1")),
                ("application", .text("Groma")),
                ("spatialReference", try JSONReading.value(EsriShape.json(run.environment.reference), run)),
                ("timeZone", .text(run.environment.zone.name)), ("locale", .text(run.context.locale.identifier)),
            ])
        },
    ]

    private static func make(_ values: [Value], _ run: Run) throws -> Value {
        if values.count == 1 {
            switch values[0] {
            case .feature(let other):
                return .feature(
                    try FeatureBox(entries: try other.entries(run), geometry: try other.geometry(run), run))
            case .text(let text): return try make([try JSONReading.value(text, run)], run)
            case .dictionary(let box):
                let attributes = box["attributes"] ?? .null
                let geometry = box["geometry"] ?? .null
                return try make([geometry, attributes], run)
            case .null: return .null
            default: throw ArcadeError(.wrongType, "A feature cannot be made of \(values[0].shown).")
            }
        }
        let shape: Value
        switch values[0] {
        case .null, .geometry: shape = values[0]
        case .feature(let other): shape = try other.geometry(run)
        default: shape = try Shapes.shape(fromJSON: values[0], as: nil, run)
        }
        var entries: [(String, Value)] = []
        if values.count == 2 {
            switch values[1] {
            case .dictionary(let box): entries = box.entries.map { ($0.key, $0.value) }
            case .null: break
            default:
                throw ArcadeError(.wrongType, "The attributes of a feature are a dictionary, not \(values[1].shown).")
            }
        } else {
            guard values.count % 2 == 1 else {
                throw ArcadeError(.argumentCount, "Feature takes a shape, then names and values in turn.")
            }
            for index in stride(from: 1, to: values.count, by: 2) {
                guard case .text(let name) = values[index] else {
                    throw ArcadeError(.wrongType, "The name of an attribute is a text, not \(values[index].shown).")
                }
                entries.append((name, values[index + 1]))
            }
        }
        return .feature(try FeatureBox(entries: entries, geometry: shape, run))
    }

    private static func attachments(_ feature: FeatureBox, _ options: Value, _ run: Run) throws -> Value {
        var types: [String] = [], least = 0.0, most = Double.infinity
        if case .dictionary(let box) = options {
            if case .array(let list)? = box["types"] {
                types = try list.elements.map { try Conversion.text($0, run).lowercased() }
            }
            if let size = box["minsize"], !size.isNull { least = Conversion.number(size) }
            if let size = box["maxsize"], !size.isNull { most = Conversion.number(size) }
        }
        guard let own = feature.feature ?? run.context.feature, let table = own.table, let id = own.objectID else {
            return try run.array([])
        }
        guard feature.info?.hasAttachments != false else { return try run.array([]) }
        let list = try run.wait("The list of attachments") { try await table.attachments(of: id) }
        let kept = list.filter { info in
            (types.isEmpty || types.contains { info.contentType.lowercased().contains($0) })
                && Double(info.size) >= least && Double(info.size) <= most
        }
        return try run.array(
            try kept.map { info in
                try run.dictionary([
                    ("id", .number(Double(info.id))), ("name", .text(info.name)),
                    ("contentType", .text(info.contentType)), ("size", .number(Double(info.size))),
                    ("keywords", .text(info.keywords)), ("exifInfo", .null),
                ])
            })
    }
}
