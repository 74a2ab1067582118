// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// Puts a receiver's sentences together to epochs, satellites and headings.
///
/// An epoch ends when a sentence carries another time, or repeats one that was there. A receiver that ends its epochs alike is found out after
/// two of them, and from then on, where `isLive` is set, an epoch is told with its last sentence and not with the first of the next.
package struct NMEAReader: Sendable {
    package enum Event: Sendable {
        case epoch(NMEAEpoch)
        case satellites([SatelliteInfo])
        case heading(Heading)
    }
    package private(set) var framer = NMEAFramer()
    /// Sentences of kinds that are read.
    package private(set) var usefulCount = 0
    private let isLive: Bool
    private var epoch = NMEAEpoch()
    /// Addresses of this epoch's sentences, with how often each came.
    private var seen: [String: Int] = [:]
    private var lastKey = ""
    private var candidateEnd = ""
    private var knownEnd: String?
    private var isTold = true
    private var day: Date?
    private var lastTimeOfDay: Double?
    private var dimension: Int?
    private var declination: Double?
    private var tracker = SatelliteTracker()
    private var lastPlace: (latitude: Double, longitude: Double, time: Double)?
    /// Seconds beyond which the way between two fixes says nothing about the speed now.
    private static let longestDerivation = 30.0

    package init(isLive: Bool = false) { self.isLive = isLive }

    /// Takes bytes, cut anywhere.
    package mutating func read(_ bytes: some Sequence<UInt8>) -> [Event] {
        var events: [Event] = []
        for byte in bytes {
            if let sentence = framer.take(byte) { take(sentence, &events) }
        }
        return events
    }

    /// Tells what is still open at the end.
    package mutating func finish() -> [Event] {
        var events: [Event] = []
        if let sentence = framer.finish() { take(sentence, &events) }
        endEpoch(&events)
        return events
    }

    private mutating func take(_ sentence: NMEASentence, _ events: inout [Event]) {
        switch sentence.kind {
        case "GGA", "RMC", "GLL", "GNS", "ZDA", "GST", "GSA", "VTG":
            begin(sentence, &events)
            apply(sentence)
        case "GSV":
            begin(sentence, &events)
            if let satellites = tracker.take(view: sentence) {
                epoch.details.satellitesInView = satellites.count
                events.append(.satellites(satellites))
            }
        case "PGRMZ":
            // Garmin's height of the epoch that is open, in feet.
            if let feet = sentence.number(0), sentence.text(1) == "f" { height(feet * 0.3048, nil) }
        case "HDT", "THS":
            if let degrees = sentence.number(0), sentence.kind == "HDT" || sentence.text(1) != "V" {
                events.append(.heading(Heading(.trueNorth, degrees: degrees, declination: declination, timestamp: now)))
            }
        case "HDM", "HDG":
            if let degrees = sentence.number(0) { events.append(.heading(magnetic(degrees, sentence))) }
        default: return
        }
        usefulCount += 1
        guard isLive, lastKey == knownEnd, !isTold else { return }
        tell(&events)
    }

    /// Deviation of the instrument is added; variation, if the sentence has it, is the declination.
    private func magnetic(_ degrees: Double, _ sentence: NMEASentence) -> Heading {
        guard sentence.kind == "HDG" else {
            return Heading(.magneticNorth, degrees: degrees, declination: declination, timestamp: now)
        }
        func signed(_ index: Int) -> Double? {
            sentence.number(index).map { sentence.text(index + 1) == "W" ? -$0 : $0 }
        }
        return Heading(
            .magneticNorth, degrees: degrees + (signed(1) ?? 0), declination: signed(3) ?? declination, timestamp: now)
    }

    private var now: Date { epoch.timestamp ?? Date() }

    // MARK: Epochs

    private mutating func begin(_ sentence: NMEASentence, _ events: inout [Event]) {
        let address = sentence.talker + sentence.kind
        let time = sentence.epochTime
        let isNewTime = time != nil && epoch.timeOfDay != nil && time != epoch.timeOfDay
        // Without a time a repeated position is a new moment; with one it is the same.
        let repeats = sentence.givesPlace && time == nil && seen[address] != nil
        if isNewTime || repeats { endEpoch(&events) }
        seen[address, default: 0] += 1
        lastKey = "\(address)#\(seen[address, default: 0])"
        if let time {
            if let lastTimeOfDay, let known = day, time < lastTimeOfDay - 43_200 {
                // Midnight passed, and the sentence with the new date is not here yet.
                day = known.addingTimeInterval(86_400)
            }
            lastTimeOfDay = time
            epoch.timeOfDay = time
            epoch.day = day
        }
    }

    private mutating func endEpoch(_ events: inout [Event]) {
        if !seen.isEmpty {
            if lastKey == candidateEnd {
                knownEnd = lastKey
            } else {
                candidateEnd = lastKey
                knownEnd = nil
            }
        }
        if !isTold { tell(&events) }
        epoch = NMEAEpoch()
        seen = [:]
        tracker.beginEpoch()
    }

    private mutating func tell(_ events: inout [Event]) {
        isTold = true
        epoch.dimension = dimension
        if tracker.bestMode == 1 { epoch.saysNoFix = true }
        deriveSpeed()
        // A day that came after the first sentences of the epoch counts for all of it.
        if epoch.timeOfDay != nil { epoch.day = day }
        events.append(.epoch(epoch))
    }

    /// Receivers that give no speed move all the same: the way since the last epoch by its time.
    private mutating func deriveSpeed() {
        guard epoch.hasFix, let latitude = epoch.latitude, let longitude = epoch.longitude, let time = epoch.timeOfDay
        else { return }
        if epoch.speed == nil, let lastPlace {
            let seconds = time - lastPlace.time
            if seconds > 0, seconds <= Self.longestDerivation {
                let metres = PlausibilityFilter.distance(
                    lastPlace.latitude, lastPlace.longitude, latitude, longitude)
                epoch.speed = metres / seconds
                epoch.isSpeedDerived = true
            }
        }
        lastPlace = (latitude, longitude, time)
    }

    // MARK: Sentences

    private mutating func apply(_ sentence: NMEASentence) {
        // Sentences that say nothing about place, movement or state make no epoch by themselves.
        if sentence.givesState { isTold = false }
        switch sentence.kind {
        case "GGA": applyGGA(sentence)
        case "RMC": applyRMC(sentence)
        case "GLL":
            if sentence.text(5) == "V" || sentence.text(6) == "N" { epoch.saysNoFix = true } else { place(sentence, 0) }
        case "GNS":
            if sentence.text(5)?.allSatisfy({ $0 == "N" }) == true {
                epoch.saysNoFix = true
            } else {
                place(sentence, 1)
                height(sentence.number(8), sentence.number(9))
            }
            epoch.details.satellitesUsed = sentence.integer(6) ?? epoch.details.satellitesUsed
            epoch.fixHDOP = sentence.number(7) ?? epoch.fixHDOP
        case "ZDA":
            if let year = sentence.integer(3), let month = sentence.integer(2), let date = sentence.integer(1) {
                set(year: year, month: month, day: date)
            }
        case "GST":
            epoch.latitudeDeviation = sentence.number(5) ?? epoch.latitudeDeviation
            epoch.longitudeDeviation = sentence.number(6) ?? epoch.longitudeDeviation
            epoch.altitudeDeviation = sentence.number(7) ?? epoch.altitudeDeviation
        case "GSA": applyGSA(sentence)
        case "VTG":
            guard sentence.text(8) != "N" else { return }
            epoch.course = sentence.number(0) ?? epoch.course
            let byKilometres = sentence.number(6).map { $0 / 3.6 }
            epoch.speed = sentence.number(4).map { $0 * Self.metresASecondInKnots } ?? byKilometres ?? epoch.speed
        default: return
        }
    }

    private static let metresASecondInKnots = 1_852.0 / 3_600

    private mutating func applyGGA(_ sentence: NMEASentence) {
        let quality = sentence.integer(5).flatMap(FixQuality.init(rawValue:))
        if let quality { epoch.details.fixQuality = quality }
        epoch.details.satellitesUsed = sentence.integer(6) ?? epoch.details.satellitesUsed
        guard quality?.isFix ?? true else {
            epoch.saysNoFix = true
            return
        }
        place(sentence, 1)
        height(sentence.number(8), sentence.number(10))
        epoch.fixHDOP = sentence.number(7) ?? epoch.fixHDOP
        epoch.details.correctionAge = sentence.number(12)
        epoch.details.stationID = sentence.text(13)
        if sentence.number(8) != nil {
            dimension = 3
        } else if !tracker.hasModes, sentence.text(1) != nil {
            dimension = 2
        }
    }

    private mutating func applyRMC(_ sentence: NMEASentence) {
        if let date = sentence.text(8), date.utf8.count == 6, let value = Int(date) {
            let year = value % 100
            set(year: year < 80 ? 2_000 + year : 1_900 + year, month: value / 100 % 100, day: value / 10_000)
        }
        if let variation = sentence.number(9) {
            declination = sentence.text(10) == "W" ? -variation : variation
            epoch.details.declination = declination
        }
        guard sentence.text(1) != "V", sentence.text(11) != "N" else {
            epoch.saysNoFix = true
            return
        }
        place(sentence, 2)
        epoch.speed = sentence.number(6).map { $0 * Self.metresASecondInKnots } ?? epoch.speed
        epoch.course = sentence.number(7) ?? epoch.course
    }

    private mutating func applyGSA(_ sentence: NMEASentence) {
        if let mode = sentence.integer(1), (1...3).contains(mode) {
            tracker.take(mode: mode)
            // A fix with a height counts as one with height, also where the receiver holds an older height.
            if tracker.bestMode > 1 { dimension = epoch.altitude == nil ? tracker.bestMode : 3 }
        }
        tracker.take(used: sentence)
        epoch.details.pdop = sentence.number(14) ?? epoch.details.pdop
        epoch.satelliteHDOP = sentence.number(15) ?? epoch.satelliteHDOP
        epoch.details.vdop = sentence.number(16) ?? epoch.details.vdop
    }

    private mutating func place(_ sentence: NMEASentence, _ index: Int) {
        guard let latitude = sentence.degrees(index, most: 90), let longitude = sentence.degrees(index + 2, most: 180)
        else { return }
        epoch.latitude = latitude
        epoch.longitude = longitude
    }

    private mutating func height(_ altitude: Double?, _ separation: Double?) {
        epoch.altitude = altitude ?? epoch.altitude
        epoch.details.geoidSeparation = separation ?? epoch.details.geoidSeparation
    }

    private mutating func set(year: Int, month: Int, day: Int) {
        guard (1980...2179).contains(year), (1...12).contains(month), (1...31).contains(day) else { return }
        self.day = Date(timeIntervalSince1970: Double(Self.days(year, month, day)) * 86_400)
        if epoch.timeOfDay != nil { epoch.day = self.day }
    }

    /// Days since 1970 in the Gregorian calendar: years counted from March, so that the leap day is the last.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

extension NMEASentence {
    /// The moment the sentence is about; nil for those that say none.
    fileprivate var epochTime: Double? {
        switch kind {
        case "GGA", "RMC", "GNS", "ZDA", "GST": timeOfDay(0)
        case "GLL": timeOfDay(4)
        default: nil
        }
    }
    fileprivate var givesPlace: Bool { ["GGA", "RMC", "GLL", "GNS"].contains(kind) }
    fileprivate var givesState: Bool { givesPlace || kind == "GSA" }
}
