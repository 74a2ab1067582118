// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaLocation

/// `groma nmea`
struct NMEACommand: Command {
    static let specification = Specification(
        name: "nmea", summary: "reads a satellite receiver's log and prints a line for each moment in it",
        discussion:
            "Noise and binary parts of the log are passed over. How many sentences had a wrong checksum is said on standard error. Without a fix mode is 0 or 1, and there is no position.",
        positionals: [.init(name: "LOG", help: "a file of NMEA 0183 sentences")],
        options: [
            .flag(
                "json",
                "JSON lines: time (ISO 8601) or timeOfDay, mode, lat, lon, altMSL (m), speed (m/s), track (degrees), accuracy (m)"
            )
        ])

    static func run(_ arguments: Arguments) async throws {
        var reader = NMEAReader()
        // In pieces, so that the first lines of a large log, or of a pipe that goes on, come at once.
        try LocalFile.readPieces(try arguments.required(0)) { piece in
            print(reader.read(piece), asJSON: arguments.flag("json"))
        }
        print(reader.finish(), asJSON: arguments.flag("json"))
        let framer = reader.framer
        Output.note(
            "\(framer.sentenceCount) sentences, \(framer.badChecksumCount) with a wrong checksum, \(framer.malformedCount) broken, \(framer.uncheckedCount) without a checksum"
        )
    }

    private static func print(_ events: [NMEAReader.Event], asJSON: Bool) {
        for case .epoch(let epoch) in events { Output.line(asJSON ? json(epoch).text() : text(epoch)) }
    }

    static func json(_ epoch: NMEAEpoch) -> JSONValue {
        var object = JSONObject()
        if let timestamp = epoch.timestamp {
            object["time"] = .string(ISOTime.text(timestamp))
        } else if let seconds = epoch.timeOfDay {
            object["timeOfDay"] = .string(clock(seconds))
        }
        object["mode"] = .integer(epoch.mode)
        guard epoch.hasFix else { return .object(object) }
        let values: [(String, Double?)] = [
            ("lat", epoch.latitude), ("lon", epoch.longitude), ("altMSL", epoch.altitude), ("speed", epoch.speed),
            ("track", epoch.course), ("accuracy", epoch.horizontalAccuracy?.metres),
        ]
        for (name, value) in values { if let value { object[name] = .double(value) } }
        if let kind = epoch.horizontalAccuracy?.kind { object["accuracyKind"] = .string(kind.rawValue) }
        if let quality = epoch.details.fixQuality { object["quality"] = .integer(quality.rawValue) }
        return .object(object)
    }

    private static func text(_ epoch: NMEAEpoch) -> String {
        let time = epoch.timestamp.map(ISOTime.text) ?? epoch.timeOfDay.map(clock) ?? "-"
        guard epoch.hasFix, let latitude = epoch.latitude, let longitude = epoch.longitude else {
            return "\(time)  no fix"
        }
        func shown(_ value: Double?, _ format: String) -> String? { value.map { String(format: format, $0) } }
        let parts = [
            String(format: "%.7f, %.7f", latitude, longitude), "\(epoch.mode)D", shown(epoch.altitude, "%.1f m"),
            shown(epoch.speed, "%.1f m/s"), shown(epoch.course, "%.0f°"),
            shown(epoch.horizontalAccuracy?.metres, "±%.1f m"),
        ]
        return ([time] + parts.compactMap(\.self)).joined(separator: "  ")
    }

    /// "hh:mm:ss.sss"
    static func clock(_ seconds: Double) -> String {
        let milliseconds = Int((seconds * 1_000).rounded())
        return String(
            format: "%02d:%02d:%02d.%03d", milliseconds / 3_600_000, milliseconds / 60_000 % 60,
            milliseconds / 1_000 % 60,
            milliseconds % 1_000)
    }
}
