// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Something that tells where the device is: a receiver, a service of the system, a recording, or an app's own.
///
/// Properties are observable where the type is; each has a sequence for those who want every value instead of the latest.
/// A sequence begins with the next value, and survives `stop()` and another `start()`.
@MainActor
public protocol LocationDataSource: AnyObject {
    /// What it is doing.
    var status: LocationDataSourceStatus { get }
    /// Each new status.
    var statuses: AsyncStream<LocationDataSourceStatus> { get }
    /// The latest fix since the start; nil before the first one and after a stop.
    var location: Location? { get }
    /// Each fix. Nothing comes after a stop.
    var locations: AsyncStream<Location> { get }
    /// The latest heading; nil while the source has none.
    var heading: Heading? { get }
    /// Each heading.
    var headings: AsyncStream<Heading> { get }
    /// True from the first fix on, until the source fails or is stopped.
    var hasFix: Bool { get }
    /// What is wrong now; nil again with the next good fix.
    var error: LocationError? { get }
    /// Begins to ask. Returns when the source works, which may be long before its first fix. A source that runs already does nothing.
    ///
    /// Throws `LocationError`: `permissionDenied`, `noSource`, `unavailable`; the status is then `failedToStart`.
    func start() async throws
    /// Ends. When it returns no fix comes any more.
    func stop() async
}

/// What a source of locations is doing.
public enum LocationDataSourceStatus: String, Sendable, Hashable, CaseIterable {
    case stopped, starting, started, stopping, failedToStart
}
