// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGeometry
import GromaLocation

extension ReaderCheck {
    /// Receivers' sentences: whatever the bytes, places are places, and cut anywhere the same comes out.
    static let nmea = ReaderCheck(name: "nmea", mostBytes: 16_384) { bytes throws(BrokenPromise) in
        let whole = try epochs(bytes, cut: bytes.count)
        try promise(try epochs(bytes, cut: bytes.count / 3) == whole, "sentences cut anywhere give the same epochs")
    }

    /// gpsd's reports: as above.
    static let gpsd = ReaderCheck(name: "gpsd", mostBytes: 16_384) { bytes throws(BrokenPromise) in
        let whole = try fixes(bytes, cut: bytes.count)
        try promise(try fixes(bytes, cut: bytes.count / 3) == whole, "lines cut anywhere give the same number of fixes")
    }

    /// GPX: tracks, routes, waypoints; what was read can be used as lines and features.
    static let gpx = ReaderCheck(name: "gpx", mostBytes: 32_768) { bytes throws(BrokenPromise) in
        guard let document = try attempt({ () throws(LocationError) in try GPXDocument(parsing: bytes) }) else {
            return
        }
        for location in document.locations + document.waypoints.map(\.location) { try isPlace(location) }
        _ = (document.pointFeatures(), document.lineFeatures(), TrackMovement.completed(document.locations))
    }

    private static func epochs(_ bytes: [UInt8], cut: Int) throws(BrokenPromise) -> [NMEAEpoch] {
        var reader = NMEAReader(isLive: true)
        let events = reader.read(bytes[..<cut]) + reader.read(bytes[cut...]) + reader.finish()
        var epochs: [NMEAEpoch] = []
        for case .epoch(let epoch) in events {
            epochs.append(epoch)
            if let location = epoch.location(now: .distantPast) { try isPlace(location) }
        }
        try promise(
            reader.framer.sentenceCount + reader.framer.badChecksumCount <= bytes.count,
            "no sentence comes from nothing")
        return epochs
    }

    private static func fixes(_ bytes: [UInt8], cut: Int) throws(BrokenPromise) -> Int {
        var reader = GPSDReader()
        var count = 0
        var filter = PlausibilityFilter()
        for case .location(let location) in reader.read(bytes[..<cut]) + reader.read(bytes[cut...]) {
            count += 1
            if filter.accepts(location) { try isPlace(location) }
        }
        return count
    }

    private static func isPlace(_ location: Location) throws(BrokenPromise) {
        try promise(
            abs(location.position.x) <= 180 && abs(location.position.y) <= 90, "a place lies on the globe")
        try promise(location.horizontalAccuracy?.isNaN != true, "an accuracy is a number")
    }
}
