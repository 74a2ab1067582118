// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
package import Foundation
import Observation

/// The time zone that the device is set to, as it changes: people travel, and their devices set themselves.
///
/// TZ overrules it for a process, and then it never changes. Otherwise `/etc/localtime` is a link into the zones' files (localtime(5)),
/// which the desktop puts another in place of.
@MainActor @Observable
package final class DeviceZone {
    /// The device's own; another in its place is for tests, before anything is shown.
    package static var shared = DeviceZone()

    /// The zone now.
    package private(set) var current: TimeZone
    @ObservationIgnored private let link: String
    @ObservationIgnored private var monitor: ObjectReference?

    /// Reads the zone and goes on watching it; `link` is the path of the link that says it, nil where the process has a zone of its own.
    package init(link: String? = ProcessInfo.processInfo.environment["TZ"] == nil ? "/etc/localtime" : nil) {
        self.link = link ?? ""
        current = link.flatMap(Self.zone) ?? .current
        guard let link else { return }
        let file = unsafe ObjectReference(taking: UnsafeMutableRawPointer(g_file_new_for_path(link)))
        // Without it (no notices on this system) the zone stays as it was at the start.
        guard let monitor = unsafe g_file_monitor_file(file.pointer.opaque, G_FILE_MONITOR_WATCH_MOVES, nil, nil)
        else { return }
        let pointer = UnsafeMutableRawPointer(monitor)
        self.monitor = unsafe ObjectReference(taking: pointer)
        unsafe pointer.on("changed") { [weak self] _ in self?.readAgain() }
    }

    private func readAgain() {
        // Between the old link and the new there may be none for a moment.
        guard let zone = Self.zone(link), zone != current else { return }
        NSTimeZone.resetSystemTimeZone()
        current = zone
    }

    /// The zone that a link leads to; nil where it is no link to a zone.
    private static func zone(_ link: String) -> TimeZone? {
        guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link),
            let folder = target.range(of: "zoneinfo/")
        else { return nil }
        return TimeZone(identifier: String(target[folder.upperBound...]))
    }
}
