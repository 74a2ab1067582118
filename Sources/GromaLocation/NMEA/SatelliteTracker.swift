// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Satellites in view and in use, from sentences that come in groups.
package struct SatelliteTracker: Sendable {
    private struct Group {
        var expected = 0
        var next = 1
        var satellites: [SatelliteInfo] = []
    }
    /// Groups being received, by talker and signal.
    private var open: [String: Group] = [:]
    /// Whole groups, by talker and signal.
    private var whole: [String: [SatelliteInfo]] = [:]
    private var used: Set<SatelliteKey> = []
    private var usedSoFar: Set<SatelliteKey> = []
    /// More talkers and signals than any receiver has are noise.
    private static let mostGroups = 64
    private static let mostSatellites = 64

    /// True once a sentence with the receiver's mode was seen.
    package private(set) var hasModes = false
    /// The best mode of this epoch so far; 0 before there is one. Systems report one by one, and the best of them is the fix's.
    package private(set) var bestMode = 0

    private struct SatelliteKey: Hashable {
        var system: SatelliteInfo.System
        var id: Int
    }

    package init() {}

    package mutating func beginEpoch() {
        bestMode = 0
        if !usedSoFar.isEmpty { used = usedSoFar }
        usedSoFar = []
    }

    /// Notes what a GSA sentence says of the fix: 1 none, 2 without height, 3 with height.
    package mutating func take(mode: Int) {
        hasModes = true
        bestMode = max(bestMode, mode)
    }

    /// Notes the satellites a GSA sentence names.
    package mutating func take(used sentence: NMEASentence) {
        let given = sentence.fields.count > 17 ? sentence.text(17).flatMap { Int($0, radix: 16) } : nil
        for index in 2..<14 {
            guard let id = sentence.integer(index) else { continue }
            usedSoFar.insert(
                SatelliteKey(system: given.map(Self.system) ?? Self.system(talker: sentence.talker, id: id), id: id))
        }
    }

    /// All satellites in view, when the GSV sentence completes its group; nil before that, and when a part of it was lost.
    package mutating func take(view sentence: NMEASentence) -> [SatelliteInfo]? {
        guard let count = sentence.integer(0), let number = sentence.integer(1), (1...32).contains(count),
            (1...count).contains(number)
        else { return nil }
        // Four fields a satellite, and behind them, since version 4.11, the signal.
        let rest = sentence.fields.count - 3
        let signal = rest % 4 == 1 ? sentence.fields.last ?? "" : ""
        let key = sentence.talker + "/" + signal
        guard open[key] != nil || open.count < Self.mostGroups else { return nil }
        var group = number == 1 ? Group(expected: count) : open[key] ?? Group()
        guard group.expected == count, group.next == number else {
            open[key] = nil
            return nil
        }
        for start in stride(from: 3, to: 3 + rest / 4 * 4, by: 4) {
            guard let id = sentence.integer(start), group.satellites.count < Self.mostSatellites else { continue }
            group.satellites.append(
                SatelliteInfo(
                    system: Self.system(talker: sentence.talker, id: id), id: id,
                    elevation: sentence.number(start + 1), azimuth: sentence.number(start + 2),
                    signalToNoiseRatio: sentence.number(start + 3)))
        }
        group.next += 1
        guard number == count else {
            open[key] = group
            return nil
        }
        open[key] = nil
        guard whole[key] != nil || whole.count < Self.mostGroups else { return nil }
        whole[key] = group.satellites
        return merged
    }

    /// One entry a satellite, with its strongest signal.
    private var merged: [SatelliteInfo] {
        var best: [SatelliteKey: SatelliteInfo] = [:]
        let inUse = used.union(usedSoFar)
        for satellite in whole.keys.sorted().flatMap({ whole[$0] ?? [] }) {
            let key = SatelliteKey(system: satellite.system, id: satellite.id)
            var entry = satellite
            entry.isUsed = inUse.contains(key)
            if let known = best[key], (known.signalToNoiseRatio ?? 0) >= (entry.signalToNoiseRatio ?? 0) { continue }
            best[key] = entry
        }
        return best.values.sorted { ($0.system.rawValue, $0.id) < ($1.system.rawValue, $1.id) }
    }

    /// By the number NMEA 4.10 gives each system.
    private static func system(_ number: Int) -> SatelliteInfo.System {
        switch number {
        case 1: .gps
        case 2: .glonass
        case 3: .galileo
        case 4: .beiDou
        case 5: .qzss
        case 6: .navIC
        default: .other
        }
    }

    /// By who speaks; where all systems speak through one, by the ranges of ids.
    private static func system(talker: String, id: Int) -> SatelliteInfo.System {
        switch talker {
        case "GL": .glonass
        case "GA": .galileo
        case "GB", "BD": .beiDou
        case "GQ", "QZ": .qzss
        case "GI": .navIC
        case "GP", "GN":
            switch id {
            case 1...32: .gps
            case 33...64: .sbas
            case 65...96: .glonass
            case 193...202: .qzss
            case 301...336: .galileo
            case 401...463: .beiDou
            default: .other
            }
        default: .other
        }
    }
}
