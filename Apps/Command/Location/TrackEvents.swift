// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaLocation

/// What a source of locations says, in order: a file at once, a live source as it comes.
struct TrackEvents {
    enum Event: Sendable {
        case location(Location)
        case heading(Heading)
    }
    let values: AsyncThrowingStream<Event, any Error>

    /// Throws for a file that cannot be read; what a live source lacks is thrown by `values`.
    @MainActor
    init(source: String, baudRate: Int) throws {
        if let live = try Self.live(source, baudRate) {
            values = Self.events(of: live)
            return
        }
        let bytes = try LocalFile.bytes(source)
        let events = source.lowercased().hasSuffix(".gpx") ? try Self.gpx(bytes, source) : Self.nmea(bytes)
        var filter = PlausibilityFilter()
        let good = events.filter { if case .location(let fix) = $0 { filter.accepts(fix) } else { true } }
        if filter.rejected > 0 { Output.note("\(filter.rejected) fixes cannot be true and are left out") }
        values = AsyncThrowingStream { continuation in
            for event in good { continuation.yield(event) }
            continuation.finish()
        }
    }

    private static func gpx(_ bytes: [UInt8], _ name: String) throws -> [Event] {
        let document: GPXDocument
        do { document = try GPXDocument(parsing: bytes) } catch { throw CommandError("\(name): \(error)") }
        if document.skippedPointCount > 0 {
            Output.note("\(name): \(document.skippedPointCount) points are no places on earth and are left out")
        }
        let locations = document.locations
        guard !locations.isEmpty else { throw CommandError("\(name) holds no track and no route with points") }
        return TrackMovement.completed(locations).map { .location($0) }
    }

    private static func nmea(_ bytes: [UInt8]) -> [Event] {
        var reader = NMEAReader()
        let now = Date()
        return (reader.read(bytes) + reader.finish()).compactMap { event in
            switch event {
            case .epoch(let epoch): epoch.location(now: now).map { .location($0) }
            case .heading(let heading): .heading(heading)
            case .satellites: nil
            }
        }
    }

    @MainActor
    private static func live(_ source: String, _ baudRate: Int) throws -> ProvidedLocationDataSource? {
        if let url = URL(string: source), let scheme = url.scheme, ["gpsd", "tcp", "udp"].contains(scheme) {
            guard let host = url.host(), scheme == "gpsd" || url.port != nil else {
                throw UsageError(
                    "\(source) lacks a host or a port: gpsd://HOST[:PORT], tcp://HOST:PORT, udp://HOST:PORT")
            }
            switch scheme {
            case "gpsd": return GPSDLocationDataSource(host: host, port: url.port ?? 2_947)
            case "tcp": return NMEALocationDataSource(tcp: host, port: url.port ?? 0)
            default: return NMEALocationDataSource(udpPort: url.port ?? 0, host: host)
            }
        }
        // A serial line is a device of characters; everything else that can be opened is a file.
        let kind = try? FileManager.default.attributesOfItem(atPath: source)[.type] as? FileAttributeType
        return kind == .typeCharacterSpecial ? NMEALocationDataSource(serialPort: source, baudRate: baudRate) : nil
    }

    @MainActor
    private static func events(of source: ProvidedLocationDataSource) -> AsyncThrowingStream<Event, any Error> {
        let fixes = source.locations, headings = source.headings
        return AsyncThrowingStream { continuation in
            let tasks = [
                Task { @MainActor in
                    do { try await source.start() } catch { return continuation.finish(throwing: error) }
                    for await fix in fixes { continuation.yield(.location(fix)) }
                },
                Task { @MainActor in for await heading in headings { continuation.yield(.heading(heading)) } },
            ]
            continuation.onTermination = { _ in for task in tasks { task.cancel() } }
        }
    }
}
