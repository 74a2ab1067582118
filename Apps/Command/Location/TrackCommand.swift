// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaGeometry
import GromaLocation
import GromaMapping

/// `groma track`
struct TrackCommand: Command {
    static let specification = Specification(
        name: "track", summary: "follows a source of locations on a map, and prints where the view is after each fix",
        discussion:
            "SOURCE is a file of NMEA sentences, a .gpx file, gpsd://HOST[:PORT], tcp://HOST:PORT, udp://HOST:PORT, or the path of a serial line. Files are read at once, live sources until Ctrl-C or --count fixes. --record also writes a GPX track, durably point by point.",
        positionals: [.init(name: "SOURCE", help: "where fixes come from")],
        options: [
            .value("map", "WEBMAP", MapSource.positional.help),
            .choice("mode", ["off", "recenter", "navigation", "compass"], "how the view follows (recenter)"),
            .value("wander", "F", "the part of the view in which the symbol is left alone in recenter (0.5)"),
            .value(
                "height", "F", "where the symbol stands in navigation and compass, from the lower edge (0.125, 0.5)"),
            .value("initial-scale", "N", "the scale's denominator at the first fix; 0 keeps the map's (10000)"),
            .value("baud", "N", "the speed of a serial line (9600)"),
            .value("count", "N", "ends after so many fixes"),
            .value("record", "FILE", "writes the fixes to a .gpx file"),
            .flag("json", "JSON lines: location, viewpoint, and where the symbol is on the screen"),
        ] + ViewOptions.options.filter { $0.name != "layer-visibility" } + Connection.options)

    static func run(_ arguments: Arguments) async throws {
        try ViewOptions.check(arguments)
        try await follow(arguments)
    }

    @MainActor
    private static func follow(_ arguments: Arguments) async throws {
        let map = try await MapSource.map(try arguments.needed("map"), Connection(arguments))
        let rehearsal = FollowRehearsal(
            viewport: try ViewOptions.viewport(arguments, of: try await map.snapshot()), mode: try mode(arguments))
        let display = rehearsal.display
        if let factor = try arguments.number("wander") { display.wanderExtentFactor = factor }
        if let factor = try arguments.number("height") {
            display.navigationPointHeightFactor = factor
            display.compassNavigationPointHeightFactor = factor
        }
        if let scale = try arguments.number("initial-scale") { display.initialZoomScale = scale }
        let recorder = try arguments.value("record").map {
            try TrackRecorder(fileURL: URL(filePath: $0), limits: TrackLimits(distance: 0, interval: .zero))
        }
        var left = try arguments.integer("count", in: 1...Int.max) ?? Int.max
        var start: Date?
        for try await event in try TrackEvents(
            source: try arguments.required(0), baudRate: try arguments.integer("baud", in: 1...1_000_000) ?? 9_600
        ).values {
            switch event {
            case .heading(let heading): rehearsal.take(heading)
            case .location(let fix):
                let began = start ?? fix.timestamp
                start = began
                rehearsal.take(fix, at: .seconds(fix.timestamp.timeIntervalSince(began)))
                try await recorder?.append(fix)
                Output.line(arguments.flag("json") ? json(fix, rehearsal).text() : text(fix, rehearsal))
                left -= 1
            }
            if left == 0 { return }
        }
    }

    private static func mode(_ arguments: Arguments) throws -> AutoPanMode {
        switch arguments.value("mode") ?? "recenter" {
        case "off": .off
        case "navigation": .navigation
        case "compass": .compassNavigation
        default: .recenter
        }
    }

    @MainActor
    private static func json(_ fix: Location, _ rehearsal: FollowRehearsal) -> JSONValue {
        var location: JSONObject = [
            "lat": .double(fix.position.y), "lon": .double(fix.position.x),
            "time": .string(ISOTime.text(fix.timestamp)),
        ]
        let details: [(String, Double?)] = [
            ("altMSL", fix.position.z), ("speed", fix.speed), ("track", fix.course),
            ("accuracy", fix.horizontalAccuracy),
        ]
        for (name, value) in details { if let value { location[name] = .double(value) } }
        var object: JSONObject = [
            "location": .object(location), "mode": .string(rehearsal.display.autoPanMode.rawValue),
            "viewpoint": .object(rehearsal.viewport.viewpoint.json),
        ]
        if let place = rehearsal.display.mapLocation {
            let symbol = rehearsal.viewport.screenPoint(of: place)
            object["symbol"] = ["x": .double(symbol.x), "y": .double(symbol.y)]
        }
        return .object(object)
    }

    @MainActor
    private static func text(_ fix: Location, _ rehearsal: FollowRehearsal) -> String {
        let view = rehearsal.viewport
        let place = String(format: "%.7f, %.7f", fix.position.y, fix.position.x)
        return "\(ISOTime.text(fix.timestamp))  \(place)  center "
            + String(format: "%.3f, %.3f  1:%.0f  %.1f°", view.center.x, view.center.y, view.scale, view.rotation)
    }
}
