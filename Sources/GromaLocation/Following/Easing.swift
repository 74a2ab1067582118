// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A stretch of time in which something goes from one state to another.
package struct Stretch: Sendable, Hashable {
    package var start: Duration
    package var length: Duration

    package init(start: Duration, length: Duration) {
        self.start = start
        self.length = length
    }

    /// 0 before, 1 after, linear between.
    package func share(at time: Duration) -> Double {
        guard length > .zero else { return 1 }
        return min(max((time - start).inSeconds / length.inSeconds, 0), 1)
    }
    /// The same with a soft beginning and end.
    package func softShare(at time: Duration) -> Double {
        let share = share(at: time)
        return share * share * (3 - 2 * share)
    }
    package func isOver(at time: Duration) -> Bool { time >= start + length }
}

/// A place on the map that goes evenly to where the last fix was, and arrives when the next one is due.
package struct EasedPlace: Sendable {
    package private(set) var from: (x: Double, y: Double)
    package private(set) var to: (x: Double, y: Double)
    private var stretch: Stretch

    package init(x: Double, y: Double) {
        from = (x, y)
        to = (x, y)
        stretch = Stretch(start: .zero, length: .zero)
    }

    package func place(at time: Duration) -> (x: Double, y: Double) {
        let share = stretch.share(at: time)
        // Exactly there at the end, whatever the size of the numbers.
        return share == 1 ? to : (from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share)
    }
    /// Sets out anew from where it is now.
    package mutating func move(x: Double, y: Double, at time: Duration, within length: Duration) {
        from = place(at: time)
        to = (x, y)
        stretch = Stretch(start: time, length: length)
    }
    package func isMoving(at time: Duration) -> Bool { !stretch.isOver(at: time) && from != to }
}

/// A direction that turns calmly: trembling is ignored, turns go the shorter way and take a moment.
package struct EasedAngle: Sendable {
    /// Turns up to this many degrees are noise of the receiver.
    package static let deadBand = 3.0
    /// How long a turn takes.
    package static let turnTime = Duration.milliseconds(300)
    private var from: Double
    package private(set) var to: Double
    private var stretch = Stretch(start: .zero, length: .zero)

    package init(_ degrees: Double) {
        from = Angle.turned(degrees)
        to = from
    }

    package func degrees(at time: Duration) -> Double {
        let share = stretch.share(at: time)
        return share == 1 ? to : Angle.turned(from + Angle.difference(from: from, to: to) * share)
    }
    package mutating func turn(to degrees: Double, at time: Duration) {
        guard abs(Angle.difference(from: to, to: degrees)) > Self.deadBand else { return }
        from = self.degrees(at: time)
        to = Angle.turned(degrees)
        stretch = Stretch(start: time, length: Self.turnTime)
    }
    package func isTurning(at time: Duration) -> Bool { !stretch.isOver(at: time) && from != to }
}

/// The course to show: a receiver at rest makes courses up, so the last true one is kept for a moment and then dropped.
package struct CourseMemory: Sendable {
    /// Metres a second from which a course says something.
    package static let leastSpeed = 0.5
    /// How long the last course is kept without movement.
    package static let keepTime = Duration.seconds(5)
    private var course: Double?
    private var expiry = Duration.zero

    package init() {}

    package mutating func take(_ location: Location, at time: Duration) {
        guard let given = location.course, given.isFinite, (location.speed ?? .infinity) >= Self.leastSpeed else {
            return
        }
        course = Angle.turned(given)
        expiry = time + Self.keepTime
    }
    /// Nil when there is none, or it is too old.
    package func course(at time: Duration) -> Double? { time < expiry ? course : nil }
    /// When the course is dropped without new movement; nil where there is none to drop.
    package func dropTime(after time: Duration) -> Duration? { time < expiry && course != nil ? expiry : nil }
}
