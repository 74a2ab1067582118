// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
public import GromaCodecs

/// How a layer's rows lie in time: one field for a moment, or two for a span.
public struct LayerTimeInfo: Sendable, Hashable {
    /// The field with the moment, or with the span's beginning; nil where the layer says none.
    public var startTimeField: String?
    /// The field with the span's end; nil where rows are moments.
    public var endTimeField: String?
    /// The field that tells which rows are one thing that moves; nil for none.
    public var trackIDField: String?
    /// The span of all rows as the service last knew it.
    public var fullTimeExtent: TimeExtent?
    /// Keys without a property here.
    public var unknownJSON = JSONObject()

    /// Describes a layer in time.
    public init(startTimeField: String?, endTimeField: String? = nil) {
        self.startTimeField = startTimeField
        self.endTimeField = endTimeField
    }

    /// Reads a layer's `timeInfo`; nil for null and for what names no field.
    public init?(json: JSONValue) {
        guard var rest = json.object else { return nil }
        self.init(startTimeField: Self.start.take(from: &rest), endTimeField: Self.end.take(from: &rest))
        guard startTimeField != nil || endTimeField != nil else { return nil }
        trackIDField = Self.track.take(from: &rest)
        fullTimeExtent = Self.extent.take(from: &rest)
        unknownJSON = rest
    }

    /// The `timeInfo` of a layer.
    public var json: JSONValue {
        var object = unknownJSON
        Self.start.put(startTimeField, into: &object)
        Self.end.put(endTimeField, into: &object)
        Self.track.put(trackIDField, into: &object)
        Self.extent.put(fullTimeExtent, into: &object)
        return .object(object)
    }

    private static func field(_ key: String) -> JSONMember<String?> {
        JSONMember(key, read: { ($0?.string).flatMap { $0.isEmpty ? nil : $0 } }, write: { $0.map { .string($0) } })
    }
    private static let start = field("startTimeField")
    private static let end = field("endTimeField")
    private static let track = field("trackIdField")
    private static let extent = JSONMember<TimeExtent?>(
        "timeExtent", read: { $0.flatMap { TimeExtent(json: $0) } }, write: { $0?.json })
}

/// A span of time, open where a side is nil; one moment where both are the same.
public struct TimeExtent: Sendable, Hashable {
    /// The first moment; nil for no beginning.
    public var startDate: Date?
    /// The last moment, which belongs to the span; nil for no end.
    public var endDate: Date?

    /// A span; the sides are put in order.
    public init(startDate: Date?, endDate: Date?) {
        if let startDate, let endDate, startDate > endDate {
            self.startDate = endDate
            self.endDate = startDate
        } else {
            self.startDate = startDate
            self.endDate = endDate
        }
    }

    /// One moment.
    public init(date: Date) { self.init(startDate: date, endDate: date) }

    /// A span in epoch milliseconds.
    package init(start: Int64?, end: Int64?) {
        self.init(
            startDate: start.map { Date(timeIntervalSince1970: Double($0) / 1_000) },
            endDate: end.map { Date(timeIntervalSince1970: Double($0) / 1_000) })
    }

    /// The first moment in epoch milliseconds.
    package var startMilliseconds: Int64? { startDate.flatMap(Self.milliseconds) }
    /// The last moment in epoch milliseconds.
    package var endMilliseconds: Int64? { endDate.flatMap(Self.milliseconds) }

    /// Nil, which is no bound, beyond what 64 bits hold.
    private static func milliseconds(_ date: Date) -> Int64? {
        Int64(exactly: (date.timeIntervalSince1970 * 1_000).rounded())
    }

    /// Reads `[start, end]` in epoch milliseconds, null for an open side; nil for everything else.
    package init?(json: JSONValue) {
        guard let sides = json.array, sides.count == 2,
            sides.allSatisfy({ $0.isNull || $0.double?.isFinite == true })
        else { return nil }
        func side(_ value: JSONValue) -> Int64? { value.double.flatMap { Int64(exactly: $0.rounded()) } }
        self.init(start: side(sides[0]), end: side(sides[1]))
    }

    /// `[start, end]` in epoch milliseconds.
    package var json: JSONValue {
        .array([startMilliseconds, endMilliseconds].map { side in side.map { .integer($0) } ?? .null })
    }
}
