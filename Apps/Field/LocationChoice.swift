// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
package import Foundation
import Groma
import GromaGTK

/// Where the device's position comes from.
package enum LocationChoice: Equatable {
    /// gpsd where it runs, else the desktop's service.
    case automatic
    case geoClue
    case gpsd(host: String, port: Int)
    case serial(port: String, baudRate: Int)
    case tcp(host: String, port: Int)
    case udp(port: Int)
    case nmea(URL)
    case gpx(URL)
    /// A walk through the middle of the map.
    case simulated

    package struct Mistake: Error, CustomStringConvertible {
        package var description: String
    }

    /// Reads a choice as it is written on the command line and kept: `gpsd:HOST:PORT`, `serial:DEVICE:BAUD`, `udp:PORT`, `gpx:FILE`, …
    package init(_ text: String) throws(Mistake) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let rest = parts.count == 2 ? parts[1] : nil
        switch (parts.first, rest) {
        case ("automatic", nil): self = .automatic
        case ("geoclue", nil): self = .geoClue
        case ("simulated", nil): self = .simulated
        case ("gpsd", nil): self = .gpsd(host: "localhost", port: 2_947)
        case ("gpsd", let rest?):
            let place = try Self.place(rest, "gpsd:HOST:PORT")
            self = .gpsd(host: place.host, port: place.port)
        case ("tcp", let rest?):
            let place = try Self.place(rest, "tcp:HOST:PORT")
            self = .tcp(host: place.host, port: place.port)
        case ("udp", let rest?): self = .udp(port: try Self.port(rest, "udp:PORT"))
        case ("serial", let rest?):
            let words = rest.split(separator: ":").map(String.init)
            guard (1...2).contains(words.count), let rate = words.count == 2 ? Int(words[1]) : 9_600, rate > 0 else {
                throw Mistake(description: "A serial line is written serial:DEVICE or serial:DEVICE:BAUD.")
            }
            self = .serial(port: words[0], baudRate: rate)
        case ("nmea", let rest?) where !rest.isEmpty: self = .nmea(URL(filePath: rest))
        case ("gpx", let rest?) where !rest.isEmpty: self = .gpx(URL(filePath: rest))
        default: throw Mistake(description: "\(text) is no source of locations.")
        }
    }

    private static func place(_ text: String, _ form: String) throws(Mistake) -> (host: String, port: Int) {
        // An address of IPv6 has colons itself; the last one is before the port.
        guard let colon = text.lastIndex(of: ":"), colon > text.startIndex else {
            throw Mistake(description: "It is written \(form).")
        }
        let host = text[..<colon].trimmingCharacters(in: CharacterSet(charactersIn: "[] "))
        guard !host.isEmpty else { throw Mistake(description: "It is written \(form).") }
        return (host, try port(String(text[text.index(after: colon)...]), form))
    }
    private static func port(_ text: String, _ form: String) throws(Mistake) -> Int {
        guard let port = Int(text.trimmingCharacters(in: .whitespaces)), (1...65_535).contains(port) else {
            throw Mistake(description: "It is written \(form), with a port up to 65535.")
        }
        return port
    }

    /// The choice as `init` reads it.
    package var text: String {
        switch self {
        case .automatic: "automatic"
        case .geoClue: "geoclue"
        case .gpsd(let host, let port): "gpsd:\(host):\(port)"
        case .serial(let port, let rate): "serial:\(port):\(rate)"
        case .tcp(let host, let port): "tcp:\(host):\(port)"
        case .udp(let port): "udp:\(port)"
        case .nmea(let file): "nmea:" + file.path(percentEncoded: false)
        case .gpx(let file): "gpx:" + file.path(percentEncoded: false)
        case .simulated: "simulated"
        }
    }

    /// The source. A simulated walk begins in the middle of what the map shows first.
    @MainActor
    func source(for map: Map) -> any LocationDataSource {
        switch self {
        case .automatic: return SystemLocationDataSource()
        case .geoClue: return CustomLocationDataSource.geoClue()
        case .gpsd(let host, let port): return GPSDLocationDataSource(host: host, port: port)
        case .serial(let port, let rate): return NMEALocationDataSource(serialPort: port, baudRate: rate)
        case .tcp(let host, let port): return NMEALocationDataSource(tcp: host, port: port)
        case .udp(let port): return NMEALocationDataSource(udpPort: port)
        case .nmea(let file): return NMEALocationDataSource(fileURL: file)
        case .gpx(let file): return GPXLocationDataSource(fileURL: file)
        case .simulated: return SimulatedLocationDataSource(polyline: Self.walk(on: map))
        }
    }

    @MainActor
    private static func walk(on map: Map) -> Polyline {
        let target = map.initialViewpoint?.targetGeometry
        let center = target?.extent.center ?? Point(latitude: 0, longitude: 0)
        let start = (try? GeometryEngine.project(center, into: .wgs84)) ?? Point(latitude: 0, longitude: 0)
        // A thousandth of a degree is about 110 m: a few streets, there and back.
        let way = [(0.0, 0.0), (0.0012, 0.0002), (0.0026, 0.0010), (0.0030, 0.0024), (0.0016, 0.0030), (0.0, 0.0)]
        return Polyline(
            points: way.map { Point(latitude: start.y + $0.1, longitude: start.x + $0.0) }, spatialReference: .wgs84)
    }
}
