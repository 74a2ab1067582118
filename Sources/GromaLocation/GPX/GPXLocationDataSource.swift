// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
public import Observation

/// A recorded track, replayed.
@MainActor @Observable
public final class GPXLocationDataSource: ProvidedLocationDataSource {
    /// Replays a file `rate` times as fast as it was recorded; 0 takes no time. Fixes keep their recorded times; gaps of more than a minute are
    /// shortened to one. Missing speeds and courses come from the way between points. The source ends with the last point.
    public init(
        fileURL: URL, rate: Double = 1, desiredAccuracy: Double? = nil, minimumDistance: Double = 0,
        time: TimeSource = .continuous
    ) {
        super.init(
            provider: GPXProvider(url: fileURL, rate: rate, time: time), desiredAccuracy: desiredAccuracy,
            minimumDistance: minimumDistance)
    }
}

extension LocationDataSource where Self == GPXLocationDataSource {
    /// A recorded track, as fast as it was recorded.
    public static func gpx(_ fileURL: URL) -> GPXLocationDataSource { GPXLocationDataSource(fileURL: fileURL) }
}

private struct GPXProvider: LocationProvider {
    let url: URL
    let rate: Double
    let time: TimeSource
    var name: String { url.path(percentEncoded: false) }

    func run(into feed: LocationFeed) async throws {
        let channel = ByteChannel { [name] (_) throws(LocationError) in try Descriptors.open(path: name) }
        var bytes: [UInt8] = []
        while let chunk = try await channel.next() {
            bytes += chunk
            guard bytes.count <= 33 << 20 else {
                throw LocationError(.tooLarge, "\(name) has more than 32 MB; GPX files that large are not replayed.")
            }
        }
        try Task.checkCancellation()
        let document = try GPXDocument(parsing: bytes)
        let locations = TrackMovement.completed(document.locations)
        guard !locations.isEmpty else {
            throw LocationError(.malformed, "\(name) holds no track and no route with points.")
        }
        feed.begin()
        var replay = Replay(rate: rate, time: time)
        for location in locations {
            try await replay.wait(until: location.timestamp)
            feed.report(location)
        }
    }
}
