// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaGeometry

/// Reads what gpsd sends: a JSON object a line, of the classes TPV, SKY, ATT, DEVICES and ERROR (gpsd_json, protocol version 3).
package struct GPSDReader: Sendable {
    package enum Event: Sendable {
        case location(Location)
        case noFix
        case heading(Heading)
        case satellites([SatelliteInfo])
        /// How many receivers the daemon has.
        case devices(Int)
        case problem(String)
    }
    /// gpsd's own limit is 10,240 bytes.
    package static let longestLine = 65_536
    private static let mostSatellites = 256

    /// Lines that are no object of a known form.
    package private(set) var malformedCount = 0
    private var line: [UInt8] = []
    private var isSkipping = false
    private var declination: Double?

    package init() {}

    /// Takes bytes, cut anywhere.
    package mutating func read(_ bytes: some Sequence<UInt8>) -> [Event] {
        var events: [Event] = []
        for byte in bytes {
            if byte == 0x0A {
                if !isSkipping, !line.isEmpty { take(&events) }
                line.removeAll(keepingCapacity: true)
                isSkipping = false
            } else if line.count < Self.longestLine {
                line.append(byte)
            } else if !isSkipping {
                isSkipping = true
                malformedCount += 1
            }
        }
        return events
    }

    private mutating func take(_ events: inout [Event]) {
        while line.last == 0x0D { line.removeLast() }
        guard !line.isEmpty else { return }
        guard let json = try? JSONValue(parsing: line), let object = json.object, let kind = object["class"]?.string
        else {
            malformedCount += 1
            return
        }
        switch kind {
        case "TPV": events.append(fix(object))
        case "SKY":
            // A report of dilutions alone has no list.
            if let list = object["satellites"]?.array { events.append(.satellites(satellites(list))) }
        case "ATT":
            if let degrees = object["heading"]?.double, degrees.isFinite {
                events.append(
                    .heading(
                        Heading(
                            .trueNorth, degrees: degrees, declination: declination, timestamp: time(object) ?? Date())))
            }
        case "DEVICES": events.append(.devices(object["devices"]?.array?.count ?? 0))
        case "DEVICE":
            // A receiver was plugged in or taken away; it is activated at a time or at none.
            events.append(.devices(object["activated"]?.double == 0 ? 0 : 1))
        case "ERROR": events.append(.problem(String((object["message"]?.string ?? "unknown").prefix(200))))
        default: break
        }
    }

    private mutating func fix(_ object: JSONObject) -> Event {
        func number(_ name: String) -> Double? { object[name]?.double.flatMap { $0.isFinite ? $0 : nil } }
        let mode = object["mode"]?.int ?? 0
        declination = number("magvar") ?? declination
        guard mode >= 2, let latitude = number("lat"), let longitude = number("lon") else { return .noFix }
        var position = Point(latitude: latitude, longitude: longitude)
        position.z = mode >= 3 ? number("altMSL") ?? number("alt") : nil
        var details = ReceiverDetails()
        details.fixDimension = mode
        details.geoidSeparation = number("geoidSep")
        details.correctionAge = number("dgpsAge")
        details.declination = declination
        details.fixQuality = quality(object["status"]?.int)
        let errors = [number("epx"), number("epy")].compactMap(\.self)
        let accuracy =
            number("eph") ?? (errors.count == 2 ? (errors[0] * errors[0] + errors[1] * errors[1]).squareRoot() : nil)
        return .location(
            Location(
                position: position, horizontalAccuracy: accuracy, verticalAccuracy: number("epv"),
                speed: number("speed"),
                course: number("track"), timestamp: time(object) ?? Date(), receiver: details))
    }

    private func quality(_ status: Int?) -> FixQuality? {
        switch status {
        case 0: .invalid
        case 1: .autonomous
        case 2: .differential
        case 3: .rtkFixed
        case 4: .rtkFloat
        case 5, 6: .estimated
        case 8: .simulated
        case 9: .pps
        default: nil
        }
    }

    private func time(_ object: JSONObject) -> Date? { object["time"]?.string.flatMap(ISOTime.date) }

    private func satellites(_ list: [JSONValue]) -> [SatelliteInfo] {
        let systems: [SatelliteInfo.System] = [.gps, .sbas, .galileo, .beiDou, .other, .qzss, .glonass, .navIC]
        return list.prefix(Self.mostSatellites).compactMap { entry in
            guard let object = entry.object, let id = object["svid"]?.int ?? object["PRN"]?.int else { return nil }
            let number = object["gnssid"]?.int ?? 0
            return SatelliteInfo(
                system: systems.indices.contains(number) ? systems[number] : .other, id: id,
                elevation: object["el"]?.double, azimuth: object["az"]?.double,
                signalToNoiseRatio: object["ss"]?.double,
                isUsed: object["used"]?.bool ?? false)
        }
    }
}
