// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
public import GromaGeometry
public import Observation

/// How a simulated device moves.
public struct SimulationParameters: Sendable, Hashable {
    /// The first fix's time; each later one is the interval after it.
    public var startTime: Date
    /// Metres a second; values that are no positive number are taken as 10.
    public var speed: Double
    /// Time between two fixes; values that are not positive are taken as a second.
    public var interval: Duration
    /// Metres, as fixes will claim.
    public var horizontalAccuracy: Double
    /// Metres, as fixes will claim.
    public var verticalAccuracy: Double
    /// True begins anew at the end instead of ending.
    public var repeats: Bool

    /// 10 m/s with a fix a second, and accuracies of 0, which draw no circle.
    public init(
        startTime: Date = Date(), speed: Double = 10, interval: Duration = .seconds(1), horizontalAccuracy: Double = 0,
        verticalAccuracy: Double = 0, repeats: Bool = false
    ) {
        self.startTime = startTime
        self.speed = speed
        self.interval = interval
        self.horizontalAccuracy = horizontalAccuracy
        self.verticalAccuracy = verticalAccuracy
        self.repeats = repeats
    }
}

/// A device that moves along a line at an even speed.
@MainActor @Observable
public final class SimulatedLocationDataSource: ProvidedLocationDataSource {
    /// Along `polyline`, in any reference; its parts follow each other without a gap in time. `time` is what the fixes keep step with.
    public init(
        polyline: Polyline, parameters: SimulationParameters = SimulationParameters(), time: TimeSource = .continuous
    ) {
        super.init(provider: SimulatedProvider(polyline: polyline, parameters: parameters, time: time))
    }
}

extension LocationDataSource where Self == SimulatedLocationDataSource {
    /// A device that moves along a line, 10 m/s by default.
    public static func simulated(
        along polyline: Polyline, parameters: SimulationParameters = SimulationParameters()
    ) -> SimulatedLocationDataSource {
        SimulatedLocationDataSource(polyline: polyline, parameters: parameters)
    }
}

private struct SimulatedProvider: LocationProvider {
    let polyline: Polyline
    let parameters: SimulationParameters
    let time: TimeSource
    let name = "the simulated device"

    func run(into feed: LocationFeed) async throws {
        let walk = try SimulatedWalk(along: polyline, parameters: parameters)
        feed.begin()
        let start = time.now()
        var index = 0
        while let location = walk.location(at: index) {
            try await time.sleep(start + walk.interval * index)
            feed.report(location)
            index += 1
        }
    }
}

/// The fixes of a simulated device, by number: pure, so that any of them can be asked for.
package struct SimulatedWalk: Sendable {
    private let points: [Point]
    /// Metres from the start to each vertex.
    private let distances: [Double]
    private let courses: [Double]
    private let parameters: SimulationParameters
    private let speed: Double
    package let interval: Duration

    package init(along polyline: Polyline, parameters: SimulationParameters) throws {
        let line: Polyline
        do {
            line = polyline.spatialReference == nil ? polyline : try GeometryEngine.project(polyline, into: .wgs84)
        } catch {
            throw LocationError(.malformed, "The line to move along cannot be brought into WGS 84.", cause: error)
        }
        let xy = line.parts.coordinates.xy
        var points: [Point] = [], distances: [Double] = [], courses: [Double] = []
        for index in 0..<(xy.count / 2) {
            let point = Point(latitude: xy[2 * index + 1], longitude: xy[2 * index])
            guard !point.isEmpty else { continue }
            if let last = points.last, let total = distances.last {
                let leg = try GeometryEngine.geodeticDistance(from: last, to: point)
                // Points upon each other have no direction between them.
                guard leg.distance > 0 else { continue }
                distances.append(total + leg.distance)
                courses.append(Angle.turned(leg.azimuth1))
            } else {
                distances.append(0)
            }
            points.append(point)
        }
        guard !points.isEmpty else {
            throw LocationError(.malformed, "The line to move along has no points; give it one at least.")
        }
        self.points = points
        self.distances = distances
        self.courses = courses
        self.parameters = parameters
        speed = parameters.speed > 0 && parameters.speed.isFinite ? parameters.speed : 10
        interval = parameters.interval > .zero ? parameters.interval : .seconds(1)
    }

    /// The fix of that number; nil after the line's end, which itself is always a fix.
    package func location(at index: Int) -> Location? {
        let step = speed * interval.inSeconds
        let length = distances[distances.count - 1]
        var metres = Double(index) * step
        if metres > length {
            if parameters.repeats, length > 0 {
                metres = metres.truncatingRemainder(dividingBy: length)
            } else if metres - length < step {
                metres = length
            } else {
                return nil
            }
        }
        let leg = courses.isEmpty ? 0 : min(max(0, distances.partitioningIndex { $0 > metres } - 1), courses.count - 1)
        let position: Point
        if courses.isEmpty {
            position = points[0]
        } else {
            position =
                (try? GeometryEngine.geodeticMove(
                    points[leg], distance: metres - distances[leg], azimuth: courses[leg])) ?? points[leg]
        }
        return Location(
            position: position, horizontalAccuracy: parameters.horizontalAccuracy,
            verticalAccuracy: parameters.verticalAccuracy, speed: courses.isEmpty ? 0 : speed,
            course: courses.isEmpty ? nil : courses[leg],
            timestamp: parameters.startTime.addingTimeInterval(Double(index) * interval.inSeconds))
    }
}

extension [Double] {
    /// The first index whose element fulfils what all later ones fulfil too. Logarithmic.
    fileprivate func partitioningIndex(where isLater: (Double) -> Bool) -> Int {
        var low = 0, high = count
        while low < high {
            let middle = (low + high) / 2
            if isLater(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
