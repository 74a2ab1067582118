// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
public import Observation
import Synchronization

/// A satellite receiver that speaks NMEA 0183, at a serial line, over the network, or from a recording.
///
/// Read are GGA, RMC, GLL, GNS, GSA, GSV, GST, VTG, ZDA, HDT, HDM, HDG and THS, of any talkers. Sentences with a wrong checksum are dropped
/// and counted. A line or a connection that breaks is opened again every five seconds; `error` says so meanwhile.
@MainActor @Observable
public final class NMEALocationDataSource: ProvidedLocationDataSource {
    @ObservationIgnored private let counts: NMEACounts

    private init(
        _ origin: NMEAProvider.Origin, rate: Double, time: TimeSource, desiredAccuracy: Double?, minimumDistance: Double
    ) {
        let counts = NMEACounts()
        self.counts = counts
        super.init(
            provider: NMEAProvider(origin: origin, rate: rate, time: time, counts: counts),
            desiredAccuracy: desiredAccuracy,
            minimumDistance: minimumDistance)
    }

    /// A receiver at a serial line such as `/dev/ttyUSB0`; eight bits, no parity. Speeds from 4,800 to 230,400 baud.
    public convenience init(
        serialPort: String, baudRate: Int = 9_600, desiredAccuracy: Double? = nil, minimumDistance: Double = 0,
        time: TimeSource = .continuous
    ) {
        self.init(
            .serial(path: serialPort, baudRate: baudRate), rate: 0, time: time, desiredAccuracy: desiredAccuracy,
            minimumDistance: minimumDistance)
    }
    /// A receiver that accepts connections over TCP.
    public convenience init(
        tcp host: String, port: Int, desiredAccuracy: Double? = nil, minimumDistance: Double = 0,
        time: TimeSource = .continuous
    ) {
        self.init(
            .tcp(host: host, port: port), rate: 0, time: time, desiredAccuracy: desiredAccuracy,
            minimumDistance: minimumDistance)
    }
    /// A receiver that sends datagrams to a port of this machine. Anyone who can reach `host`, an address of this machine, can send them.
    public convenience init(
        udpPort: Int, host: String = "0.0.0.0", desiredAccuracy: Double? = nil, minimumDistance: Double = 0,
        time: TimeSource = .continuous
    ) {
        self.init(
            .udp(host: host, port: udpPort), rate: 0, time: time, desiredAccuracy: desiredAccuracy,
            minimumDistance: minimumDistance)
    }
    /// A recording, `rate` times as fast as it was recorded; 0 takes no time. Fixes keep their recorded times. The source ends with the file.
    public convenience init(
        fileURL: URL, rate: Double = 1, desiredAccuracy: Double? = nil, minimumDistance: Double = 0,
        time: TimeSource = .continuous
    ) {
        self.init(
            .file(fileURL.path(percentEncoded: false)), rate: rate, time: time, desiredAccuracy: desiredAccuracy,
            minimumDistance: minimumDistance)
    }

    /// Sentences dropped because of a wrong checksum.
    public var badChecksumCount: Int { counts.value.withLock { $0.badChecksumCount } }
    /// Sentences whose checksum was right, or that had none.
    public var sentenceCount: Int { counts.value.withLock { $0.sentenceCount } }
}

extension LocationDataSource where Self == NMEALocationDataSource {
    /// A receiver at a serial line.
    public static func nmea(serialPort: String, baudRate: Int = 9_600) -> NMEALocationDataSource {
        NMEALocationDataSource(serialPort: serialPort, baudRate: baudRate)
    }
    /// A receiver that accepts connections over TCP.
    public static func nmea(tcp host: String, port: Int) -> NMEALocationDataSource {
        NMEALocationDataSource(tcp: host, port: port)
    }
    /// A receiver that sends datagrams to a port of this machine.
    public static func nmea(udpPort: Int) -> NMEALocationDataSource { NMEALocationDataSource(udpPort: udpPort) }
    /// A recording, as fast as it was recorded.
    public static func nmea(_ fileURL: URL) -> NMEALocationDataSource { NMEALocationDataSource(fileURL: fileURL) }
}

/// Counts that a thread of the provider writes and the main actor reads.
final class NMEACounts: Sendable {
    let value = Mutex(NMEAFramer())
}

struct NMEAProvider: LocationProvider {
    enum Origin: Sendable {
        case file(String)
        case serial(path: String, baudRate: Int)
        case tcp(host: String, port: Int)
        case udp(host: String, port: Int)
    }
    let origin: Origin
    let rate: Double
    let time: TimeSource
    let counts: NMEACounts
    /// How long until a lost receiver is tried again.
    static let pause = Duration.seconds(5)
    /// Bytes without one usable sentence after which a person is told.
    private static let patience = 4_096

    var name: String {
        switch origin {
        case .file(let path): path
        case .serial(let path, _): path
        case .tcp(let host, let port): "the receiver at \(host):\(port)"
        case .udp(_, let port): "the receiver at UDP port \(port)"
        }
    }
    private var isFile: Bool { if case .file = origin { true } else { false } }

    func run(into feed: LocationFeed) async throws {
        var hasWorked = false
        while !Task.isCancelled {
            let channel = ByteChannel { [origin] (wake) throws(LocationError) in try Self.open(origin, wake) }
            do {
                try await read(channel, into: feed, hasWorked: &hasWorked)
                if isFile || Task.isCancelled { return }
                feed.report(lost(nil))
            } catch let error as LocationError {
                guard hasWorked, !isFile else { throw error }
                feed.report(lost(error))
            }
            try await time.sleep(time.now() + Self.pause)
        }
    }

    private func lost(_ cause: LocationError?) -> LocationError {
        LocationError(.connectionLost, "\(name) stopped answering. Trying again every 5 s.", cause: cause)
    }

    private static func open(_ origin: Origin, _ wake: Int32) throws(LocationError) -> Int32 {
        switch origin {
        case .file(let path): try Descriptors.open(path: path)
        case .serial(let path, let baudRate): try Descriptors.open(serialPort: path, baudRate: baudRate)
        case .tcp(let host, let port): try Descriptors.connect(host: host, port: port, waker: wake)
        case .udp(let host, let port): try Descriptors.bind(udpPort: port, host: host)
        }
    }

    private func read(_ channel: ByteChannel, into feed: LocationFeed, hasWorked: inout Bool) async throws {
        var reader = NMEAReader(isLive: !isFile)
        var replay = Replay(rate: rate, time: time)
        try await channel.opened()
        hasWorked = true
        feed.begin()
        while let bytes = try await channel.next() {
            try await tell(reader.read(bytes), &replay, feed)
            counts.value.withLock { $0 = reader.framer }
            if reader.usefulCount == 0, reader.framer.byteCount > Self.patience {
                feed.report(unusable)
            }
        }
        try await tell(reader.finish(), &replay, feed)
        counts.value.withLock { $0 = reader.framer }
    }

    private var unusable: LocationError {
        let hint = if case .serial(_, let baud) = origin { " Check its speed (now \(baud) baud)." } else { "" }
        return LocationError(.unusableData, "\(name) sends no usable sentences.\(hint)")
    }

    private func tell(_ events: [NMEAReader.Event], _ replay: inout Replay, _ feed: LocationFeed) async throws {
        for event in events {
            switch event {
            case .epoch(let epoch):
                if let location = epoch.location(now: Date()) {
                    if isFile { try await replay.wait(until: location.timestamp) }
                    feed.report(location)
                } else {
                    feed.reportNoFix()
                }
            case .satellites(let satellites): feed.report(satellites)
            case .heading(let heading): feed.report(heading)
            }
        }
    }
}

/// Keeps step with a recording's own times.
struct Replay: Sendable {
    private let rate: Double
    private let time: TimeSource
    private var start: (recorded: Date, played: Duration)?
    /// A gap in a recording is no reason to stand still for hours.
    private static let longestGap = 60.0
    private var last: Date?
    private var skipped = 0.0

    /// `rate` times as fast as recorded; 0, or what is no number, takes no time.
    init(rate: Double, time: TimeSource) {
        self.rate = rate > 0 && rate.isFinite ? rate : 0
        self.time = time
    }

    /// Returns when it is time for what was recorded at `date`. Gaps of more than a minute are shortened to one.
    mutating func wait(until date: Date) async throws {
        try Task.checkCancellation()
        guard rate > 0 else { return }
        guard let start, let last else {
            self.start = (date, time.now())
            self.last = date
            return
        }
        let gap = date.timeIntervalSince(last)
        // Times that run backwards cost nothing, and neither do they save anything.
        skipped += gap > Self.longestGap ? gap - Self.longestGap : min(gap, 0)
        self.last = date
        let seconds = date.timeIntervalSince(start.recorded) - skipped
        guard seconds > 0, seconds.isFinite, seconds < 1e9 else { return }
        try await time.sleep(start.played + .seconds(seconds / rate))
    }
}
