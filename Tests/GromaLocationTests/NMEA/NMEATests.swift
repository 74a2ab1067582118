// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGeometry
import GromaLocation
import Testing

@Suite("NMEA 0183 is read") struct NMEATests {
    /// A sentence with its checksum.
    static func line(_ body: String) -> String {
        let sum = body.utf8.reduce(0, ^)
        return "$\(body)*" + (sum < 16 ? "0" : "") + String(sum, radix: 16, uppercase: true) + "\r\n"
    }
    static func epochs(_ text: String) -> [NMEAEpoch] {
        var reader = NMEAReader()
        return (reader.read(text.utf8) + reader.finish()).compactMap {
            if case .epoch(let epoch) = $0 { epoch } else { nil }
        }
    }
    static let gga = "GPGGA,120000.00,4730.0000,N,00842.0000,E,1,08,1.2,431.0,M,47.0,M,,"

    @Test("a fix from GGA, RMC, GSA, VTG and GST has all they say")
    func fix() throws {
        let text = [
            Self.gga, "GPGSA,A,3,01,02,03,04,,,,,,,,,2.1,1.1,1.8", "GPGST,120000.00,5.0,,,,3.0,4.0,6.5",
            "GPRMC,120000.00,A,4730.0000,N,00842.0000,E,10.0,84.4,150626,3.5,E,A",
            "GPVTG,84.4,T,80.9,M,10.0,N,18.5,K,A",
        ].map(Self.line).joined()
        let epoch = try #require(Self.epochs(text).first)
        let location = try #require(epoch.location(now: Date()))
        #expect(Self.epochs(text).count == 1)
        #expect(location.position.y == 47.5 && location.position.x == 8.7 && location.position.z == 431)
        #expect(location.timestamp == Date(timeIntervalSince1970: 1_781_524_800))
        #expect(abs((location.speed ?? 0) - 5.14444) < 1e-4 && location.course == 84.4)
        #expect(location.receiver?.declination == 3.5 && location.receiver?.geoidSeparation == 47)
        #expect(location.receiver?.fixQuality == .autonomous && location.receiver?.satellitesUsed == 8)
        #expect(location.horizontalAccuracy == 5 && location.accuracyKind == .errorStatistics)
        #expect(location.verticalAccuracy == 6.5 && epoch.mode == 3)
    }

    @Test("accuracy comes from GST, else from GSA, else from GGA, and the location says which")
    func accuracyKinds() throws {
        let gsa = "GPGSA,A,3,01,02,03,04,,,,,,,,,2.1,1.5,1.8", gst = "GPGST,120000.00,5.0,,,,3.0,4.0,6.5"
        for (sentences, kind, metres) in [
            ([Self.gga, gsa, gst], AccuracyKind.errorStatistics, 5.0), ([Self.gga, gsa], .satelliteDilution, 7.5),
            ([Self.gga], .fixDilution, 6),
        ] {
            let epoch = try #require(Self.epochs(sentences.map(Self.line).joined()).first)
            let location = try #require(epoch.location(now: Date()))
            #expect(location.accuracyKind == kind && location.horizontalAccuracy == metres)
        }
    }

    @Test("a wrong checksum drops the sentence and is counted")
    func badChecksum() {
        var reader = NMEAReader()
        let good = Self.line(Self.gga)
        let bad = good.replacing("4730", with: "4731")
        let events = reader.read((bad + good).utf8) + reader.finish()
        #expect(events.count == 1 && reader.framer.badChecksumCount == 1 && reader.framer.sentenceCount == 1)
    }

    @Test("fixed and floating solutions are told apart", arguments: FixQuality.allCases)
    func qualities(quality: FixQuality) throws {
        let body = Self.gga.replacing(",E,1,", with: ",E,\(quality.rawValue),")
        let epoch = try #require(Self.epochs(Self.line(body)).first)
        #expect(epoch.details.fixQuality == quality)
        #expect(epoch.hasFix == (quality != .invalid))
        #expect((epoch.location(now: Date()) == nil) == (quality == .invalid))
    }

    @Test("status V, quality 0 and mode 1 each mean that there is no fix")
    func noFix() {
        let rmc = "GPRMC,120000.00,V,4730.0000,N,00842.0000,E,,,150626,,,N"
        let gsa = "GPGSA,A,1,,,,,,,,,,,,,,,"
        for sentences in [[Self.gga, rmc], [Self.gga, gsa], [gsa, Self.gga]] {
            #expect(Self.epochs(sentences.map(Self.line).joined()).allSatisfy { !$0.hasFix && $0.mode == 1 })
        }
    }

    @Test("of systems that report one by one the best counts")
    func manySystems() {
        let text = [
            Self.gga, "GNGSA,A,1,,,,,,,,,,,,,2.1,1.5,1.8,1", "GNGSA,A,3,65,66,67,,,,,,,,,,2.1,1.5,1.8,2",
        ].map(Self.line).joined()
        #expect(Self.epochs(text).map(\.mode) == [3])
    }

    @Test("cut at any byte, with noise between, the same comes out")
    func cuts() {
        let text = (0..<5).map { second in
            Self.line("GPGGA,12000\(second).00,4730.000\(second),N,00842.0000,E,1,08,1.2,431.0,M,47.0,M,,")
                + "noise\u{0}\u{1}"
                + Self.line("GPRMC,12000\(second).00,A,4730.000\(second),N,00842.0000,E,10.0,84.4,150626,3.5,E,A")
        }.joined()
        let bytes = Array(text.utf8)
        func epochs(_ pieces: [[UInt8]]) -> [NMEAEpoch] {
            var reader = NMEAReader(isLive: true)
            var events = pieces.flatMap { reader.read($0) }
            events += reader.finish()
            return events.compactMap { if case .epoch(let epoch) = $0 { epoch } else { nil } }
        }
        let whole = epochs([bytes])
        #expect(whole.count == 5)
        for cut in 0...bytes.count { #expect(epochs([Array(bytes[..<cut]), Array(bytes[cut...])]) == whole) }
        #expect(epochs(bytes.map { [$0] }) == whole)
    }

    @Test("satellites are told when their group is whole, and not when a part of it was lost")
    func satellites() throws {
        let group = [
            "GPGSV,2,1,05,01,40,083,46,02,17,308,41,12,07,344,39,14,22,228,45", "GPGSV,2,2,05,15,10,100,",
        ].map(Self.line)
        func lists(_ text: String) -> [[SatelliteInfo]] {
            var reader = NMEAReader()
            return reader.read(text.utf8).compactMap { if case .satellites(let list) = $0 { list } else { nil } }
        }
        let used = Self.line("GPGSA,A,3,01,12,,,,,,,,,,,2.1,1.5,1.8")
        let list = try #require(lists(used + group.joined()).first)
        #expect(list.map(\.id) == [1, 2, 12, 14, 15] && list.filter(\.isUsed).map(\.id) == [1, 12])
        #expect(list[4].signalToNoiseRatio == nil && list[0].azimuth == 83 && list[0].system == .gps)
        #expect(lists(group[0]).isEmpty && lists(group[1]).isEmpty && lists(group[1] + group[0]).isEmpty)
        let glonass = Self.line("GLGSV,1,1,01,65,40,083,46")
        #expect(lists(group.joined() + glonass).map(\.count) == [5, 6])
    }

    @Test("headings, true and magnetic, with the declination that came before")
    func headings() throws {
        var reader = NMEAReader()
        let text = [
            "GPRMC,120000.00,A,4730.0000,N,00842.0000,E,10.0,84.4,150626,3.0,W,A", "HEHDT,90.0,T",
            "HCHDG,100.0,2.0,W,3.0,W",
            "HCHDM,93.0,M",
        ].map(Self.line).joined()
        let headings = reader.read(text.utf8).compactMap { if case .heading(let heading) = $0 { heading } else { nil } }
        try #require(headings.count == 3)
        #expect(headings[0].trueHeading == 90 && headings[0].magneticHeading == 93)
        #expect(headings[1].magneticHeading == 98 && headings[1].trueHeading == 95)
        #expect(headings[2].magneticHeading == 93 && headings[2].trueHeading == 90)
    }

    @Test("midnight passes before the receiver says the new date")
    func midnight() throws {
        let text = [
            "GPRMC,235959.00,A,4730.0000,N,00842.0000,E,1.0,84.4,311226,,,A",
            "GPGGA,000000.00,4730.0000,N,00842.0000,E,1,08,1.2,431.0,M,47.0,M,,",
        ].map(Self.line).joined()
        let epochs = Self.epochs(text)
        let first = try #require(epochs.first?.timestamp), second = try #require(epochs.last?.timestamp)
        #expect(second.timeIntervalSince(first) == 1)
    }

    @Test("a receiver's last sentence is learned, so that fixes come at once")
    func learnsTheEnd() {
        var reader = NMEAReader(isLive: true)
        var counts: [Int] = []
        for second in 0..<5 {
            let events = reader.read(
                (Self.line("GPGGA,12000\(second).00,4730.0000,N,00842.0000,E,1,08,1.2,431.0,M,47.0,M,,")
                    + Self.line("GPRMC,12000\(second).00,A,4730.0000,N,00842.0000,E,1.0,84.4,150626,,,A")).utf8)
            counts.append(events.count)
        }
        // The first three end with the next one's beginning, from then on each ends with itself.
        #expect(counts == [0, 1, 2, 1, 1])
    }

    @Test("what is no number, no place and no time is left out")
    func malformed() {
        for body in [
            "GPGGA,120000.00,4799.0000,N,00842.0000,E,1,08,1.2,431.0,M,47.0,M,,",
            "GPGGA,120000.00,9130.0000,N,00842.0000,E,1,08,1.2,431.0,M,47.0,M,,",
            "GPGGA,120000.00,4730.0000,X,00842.0000,E,1,08,1.2,431.0,M,47.0,M,,",
            "GPGGA,120000.00,nan,N,inf,E,1,08,1.2,431.0,M,47.0,M,,",
            "GPGGA,120000.00,4730.0000,N,18142.0000,E,1,,,,,,,,",
            "GPGGA,1e300,-4730.0000,N,00842.0000,E,1,,,,,,,,", "GPGGA", "GPRMC,", "GPGSV,99999999999999999999,1,1",
        ] { #expect(Self.epochs(Self.line(body)).allSatisfy { !$0.hasFix }, "\(body)") }
        var framer = NMEAFramer()
        for byte in [UInt8(ascii: "$")] + [UInt8](repeating: 65, count: 100_000) { #expect(framer.take(byte) == nil) }
        #expect(framer.malformedCount == 1)
    }
}
