// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
public import GromaCodecs
public import GromaFeatures

/// The time slider that a map's author set up (`widgets.timeSlider`): which span it covers, where it stands, and how it moves.
public struct TimeSlider: DocumentPart {
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }

    private var properties: DocumentMembers { DocumentMembers(json: json["properties"]?.object ?? JSONObject()) }

    /// The span that the slider covers; nil where the document does not say both ends.
    public var fullTimeExtent: TimeExtent? {
        guard let start: Double = properties["startTime"], let end: Double = properties["endTime"] else { return nil }
        return TimeExtent(start: Int64(exactly: start.rounded()), end: Int64(exactly: end.rounded()))
    }
    /// Where the slider stands at first: a moment for a slider with one thumb. Nil where the document does not say.
    public var currentTimeExtent: TimeExtent? { properties.json["currentTimeExtent"].flatMap(TimeExtent.init(json:)) }
    /// 1 for a slider that shows everything up to a moment, 2 for one that shows a span.
    public var thumbCount: Int { min(max(properties["thumbCount", default: 2], 1), 2) }
    /// Seconds between two steps while it plays.
    public var playbackInterval: Double { max(properties["thumbMovingRate", default: 2_000], 1) / 1_000 }
    /// True where playing begins anew at the end.
    public var isLooping: Bool { properties["loop", default: false] }

    /// The spans that the slider shows one after another, 10,000 at most: each as long as one interval, or from the beginning to the end of one
    /// for a slider with one thumb. The last ends with the slider's span. Empty where the document states neither span nor interval.
    public var steps: [TimeExtent] {
        guard let full = fullTimeExtent, let first = full.startDate, let last = full.endDate, let stop else {
            return []
        }
        var steps: [TimeExtent] = []
        var number = 0
        while steps.count < 10_000 {
            guard let from = stop.date(first, number), let to = stop.date(first, number + 1), from < last, to > from
            else { break }
            steps.append(TimeExtent(startDate: thumbCount == 1 ? first : from, endDate: min(to, last)))
            number += 1
        }
        return steps
    }

    private var stop: CalendarStep? {
        let interval = properties.json["timeStopInterval"]
        let stated = interval?["interval"]?.double ?? interval?["value"]?.double ?? 0
        guard stated >= 1 else { return nil }
        return CalendarStep(stated, unitName: interval?["units"]?.string ?? interval?["unit"]?.string ?? "")
    }
}

/// Members of an object that has no type of its own.
private struct DocumentMembers: DocumentPart {
    var json: JSONObject
}

extension WebMap {
    /// The time slider; nil where the map has none.
    public var timeSlider: TimeSlider? {
        json["widgets"]?["timeSlider"]?.object.map(TimeSlider.init(json:))
    }
    /// The time that the map shows at first: of its initial state, else where its slider stands; nil for all times.
    public var initialTimeExtent: TimeExtent? {
        get {
            json["initialState"]?["timeExtent"].flatMap(TimeExtent.init(json:)) ?? timeSlider?.currentTimeExtent
        }
        set {
            guard newValue != initialTimeExtent else { return }
            var state = json["initialState"]?.object ?? JSONObject()
            state["timeExtent"] = newValue?.json
            json["initialState"] = state.isEmpty ? nil : .object(state)
        }
    }
}

extension WebMapLayer {
    /// False keeps the layer as it is whatever time the map shows.
    public var isTimeFilteringEnabled: Bool {
        get {
            let isUsed = json["layerDefinition"]?["timeInfo"]?["exportOptions"]?["useTime"]?.bool ?? true
            return self["timeAnimation", default: true] && isUsed
        }
        set { if newValue != isTimeFilteringEnabled { json["timeAnimation"] = .bool(newValue) } }
    }
}

extension Bookmark {
    /// The time that the bookmark shows; nil where it does not say.
    public var timeExtent: TimeExtent? {
        get { json["timeExtent"].flatMap(TimeExtent.init(json:)) }
        set { if newValue != timeExtent { json["timeExtent"] = newValue?.json } }
    }
}
