// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry

/// Whether our typed answer to an Arcade item is the engine's.
enum ArcadeComparison {
    static func agree(_ ours: JSONValue, _ theirs: JSONValue) -> Bool {
        let type = theirs["type"]?.string ?? ""
        if theirs["geometryType"] != nil { return shapesAgree(ours, theirs) }
        guard ours["type"]?.string == type else { return false }
        switch type {
        case "null": return true
        case "number": return near(ours["value"] ?? .null, theirs["value"] ?? .null)
        case "date": return ours["epoch"]?.int64 == theirs["epoch"]?.int64
        case "array":
            let a = ours["value"]?.array ?? [], b = theirs["value"]?.array ?? []
            return a.count == b.count && zip(a, b).allSatisfy { agree($0, $1) }
        case "dictionary":
            guard ours["keys"] == theirs["keys"] else { return false }
            return membersAgree(ours["value"], theirs["value"])
        case "feature":
            return ours["attributes"]?.object?.keys == theirs["attributes"]?.object?.keys
                && membersAgree(ours["attributes"], theirs["attributes"])
                && geometriesAgree(ours["geometry"], theirs["geometry"])
        case "featureSet": return setsAgree(ours, theirs)
        default: return ours["value"] == theirs["value"]
        }
    }

    private static func membersAgree(_ ours: JSONValue?, _ theirs: JSONValue?) -> Bool {
        (theirs?.object?.members ?? []).allSatisfy { key, value in
            key == "ROW__ID" || (ours?[key].map { agree($0, value) } ?? false)
        }
    }

    /// Rows of grouped sets have an order of the engine's own, and an id that it makes.
    private static func setsAgree(_ ours: JSONValue, _ theirs: JSONValue) -> Bool {
        var rest = ours["features"]?.array ?? []
        guard ours["count"]?.int == theirs["count"]?.int else { return false }
        for row in theirs["features"]?.array ?? [] {
            guard
                let place = rest.firstIndex(where: {
                    membersAgree($0["attributes"], row["attributes"])
                        && geometriesAgree($0["geometry"], row["geometry"])
                })
            else { return false }
            rest.remove(at: place)
        }
        return rest.isEmpty
    }

    private static func geometriesAgree(_ ours: JSONValue?, _ theirs: JSONValue?) -> Bool {
        guard let ours, !ours.isNull, let theirs, !theirs.isNull else {
            return (ours?.isNull ?? true) == (theirs?.isNull ?? true)
        }
        return shapesAgree(ours, theirs)
    }

    private static func number(_ value: JSONValue) -> Double? {
        switch value.string {
        case "NaN": .nan
        case "Infinity": .infinity
        case "-Infinity": -.infinity
        case "-0": -0.0
        default: value.double
        }
    }

    private static func near(_ ours: JSONValue, _ theirs: JSONValue) -> Bool {
        guard let a = number(ours), let b = number(theirs) else { return false }
        if a.isNaN || b.isNaN { return a.isNaN && b.isNaN }
        if a == b { return a != 0 || a.sign == b.sign }
        return abs(a - b) <= 1e-9 * max(abs(a), abs(b))
    }

    /// Kind and reference, then coordinate by coordinate.
    private static func shapesAgree(_ ours: JSONValue, _ theirs: JSONValue) -> Bool {
        guard ours["geometryType"] == theirs["geometryType"], let a = ours["json"], let b = theirs["json"] else {
            return false
        }
        let references = [a, b].map { $0["spatialReference"].flatMap { SpatialReference(json: $0) } }
        guard references[0] == references[1] else { return false }
        return (b.object?.members ?? []).allSatisfy { key, value in
            key == "spatialReference" || coordinatesAgree(a[key] ?? .null, value)
        }
    }

    private static func coordinatesAgree(_ ours: JSONValue, _ theirs: JSONValue) -> Bool {
        if let list = theirs.array {
            let own = ours.array ?? []
            return own.count == list.count && zip(own, list).allSatisfy { coordinatesAgree($0, $1) }
        }
        guard let a = ours.double, let b = theirs.double else { return ours == theirs }
        return abs(a - b) <= 1e-9 * max(1, abs(b))
    }
}
