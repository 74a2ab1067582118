// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaArcade
import GromaFeatures
import GromaGeometry

extension ReaderCheck {
    /// Expressions: read, compiled, and evaluated within narrow limits, for a feature and for the same feature as a row.
    static let arcade = ReaderCheck(name: "arcade", mostBytes: 4_096) { bytes throws(BrokenPromise) in
        let text = String(decoding: bytes, as: UTF8.self)
        let read = try attempt { () throws(ArcadeError) in try ArcadeExpression(text, profile: .attributeRuleConstraint)
        }
        guard let expression = read else { return }
        var context = ArcadeScene.context
        let answer = ArcadeScene.outcome { () throws(ArcadeError) in try expression.evaluate(context).text }
        if case .failure(let error) = answer {
            try promise(error.description.count > 8, "a failure says why; this one says \"\(error.description)\"")
        }
        // What changes from call to call or knows the feature's table cannot agree; neither can what was cut off by a limit.
        let isSteady = ArcadeScene.fickle.isDisjoint(with: expression.functionNames)
        guard isSteady, expression.globalNames.allSatisfy({ $0 == "feature" }) else { return }
        context.feature = nil
        let rows = ArcadeRows(expression, rows: ArcadeScene.rows, context: context, info: ArcadeScene.info)
        for round in 1...2 {
            let other = ArcadeScene.outcome { () throws(ArcadeError) in try rows.text(at: 0) }
            switch (answer, other) {
            case (.success(let a), .success(let b)):
                try promise(a == b, "round \(round) of the row gives the feature's value: \"\(a)\", not \"\(b)\"")
            case (.failure(let a), .failure(let b)):
                try promise(
                    a.code == b.code || a.code == .limitExceeded || b.code == .limitExceeded,
                    "round \(round) of the row fails as the feature does: \(a), not \(b)")
            case (.success, .failure(let error)):
                try promise(
                    error.code == .limitExceeded, "round \(round) of the row works as the feature does: \(error)")
            case (.failure(let error), .success):
                try promise(
                    error.code == .limitExceeded, "round \(round) of the row fails as the feature does: \(error)")
            }
        }
    }
}

/// What expressions are evaluated for.
private enum ArcadeScene {
    /// Functions that give another value at every call, or know the table that a feature comes from.
    static let fickle: Set<String> = [
        "Random", "Guid", "FeatureSet", "GetFeatureSet", "GetFeatureSetInfo", "Attachments",
    ]

    static let info = FeatureLayerInfo(
        id: 0, name: "towns", geometryType: .polygon,
        fields: [
            Field(name: "ID", type: .oid), Field(name: "NAME", type: .string), Field(name: "POP", type: .integer),
            Field(name: "RATIO", type: .double), Field(name: "MADE", type: .date), Field(name: "NONE", type: .string),
        ], objectIDFieldName: "ID")

    static let rows: FeatureSet = {
        let corners = [(0.0, 0.0), (0.0, 10.0), (10.0, 10.0), (10.0, 0.0), (0.0, 0.0)]
        let shape = Polygon(points: corners.map { Point(x: $0.0, y: $0.1) }, spatialReference: .webMercator)
        let records = (1...3).map { id in
            FeatureRecord(
                attributes: [
                    "ID": .integer(Int64(id)), "NAME": .string("Ämtli \(id)"), "POP": .integer(Int64(1_234 * id)),
                    "RATIO": .double(0.1 * Double(id)), "MADE": .date(1_700_000_000_000), "NONE": .null,
                ], geometry: shape)
        }
        guard
            let set = try? FeatureSet(
                records: records, fields: info.fields, geometryType: .polygon, spatialReference: .webMercator,
                objectIDFieldName: "ID")
        else { preconditionFailure("the scene's rows fit its fields") }
        return set
    }()

    static let context: ArcadeContext = {
        guard let table = try? FeatureCollectionTable(info: info, rows: rows) else {
            preconditionFailure("the scene's rows make a table")
        }
        var context = ArcadeContext(timeZone: .gmt, locale: Locale(identifier: "en-US"))
        context.feature = Feature(record: rows.record(at: 0), layerInfo: info)
        context.originalFeature = context.feature
        let layer = ArcadeLayer(table: table, id: "0", title: "towns", info: info)
        context.layer = layer
        context.datastore = [layer]
        context.now = Date(timeIntervalSince1970: 1_700_000_000)
        context.limits.steps = 20_000
        context.limits.callDepth = 60
        context.limits.textLength = 200_000
        context.limits.arrayCount = 20_000
        context.limits.memory = 8_000_000
        context.limits.rows = 2_000
        context.limits.requests = 20
        context.limits.duration = .seconds(2)
        return context
    }()

    static func outcome(_ body: () throws(ArcadeError) -> String) -> Result<String, ArcadeError> {
        do throws(ArcadeError) { return .success(try body()) } catch { return .failure(error) }
    }
}
