// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Groma

/// Where the device's position comes from.
enum LocationChoice {
    case gpsd(host: String, port: Int)
    case nmea(URL)
    case gpx(URL)
    /// A walk through the middle of the map.
    case simulated

    init(_ text: String) throws(FieldArguments.Mistake) {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        switch (parts.first, parts.count) {
        case ("simulated", 1): self = .simulated
        case ("gpsd", 1): self = .gpsd(host: "localhost", port: 2_947)
        case ("gpsd", 2):
            let place = parts[1].split(separator: ":").map(String.init)
            guard place.count == 2, let port = Int(place[1]), (1...65_535).contains(port) else {
                throw FieldArguments.Mistake(message: "gpsd is written gpsd:HOST:PORT")
            }
            self = .gpsd(host: place[0], port: port)
        case ("nmea", 2): self = .nmea(URL(filePath: parts[1]))
        case ("gpx", 2): self = .gpx(URL(filePath: parts[1]))
        default: throw FieldArguments.Mistake(message: "--location \(text) is not known")
        }
    }

    /// The source. A simulated walk begins in the middle of what the map shows first.
    @MainActor
    func source(for map: Map) -> any LocationDataSource {
        switch self {
        case .gpsd(let host, let port): return GPSDLocationDataSource(host: host, port: port)
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
