// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// What a bus, or a service on it, says no with.
package struct BusError: Error, Sendable, CustomStringConvertible {
    /// The name of the error as D-Bus has it.
    package var name: String
    package var message: String

    package init(_ name: String, _ message: String) {
        self.name = name
        self.message = message
    }

    /// There is no bus at the address, or it is gone.
    package static let noBus = "org.freedesktop.DBus.Error.NoServer"
    package static let noReply = "org.freedesktop.DBus.Error.NoReply"
    package static let badMessage = "org.freedesktop.DBus.Error.InvalidArgs"
    package static let denied = "org.freedesktop.DBus.Error.AccessDenied"
    package static let unknownService = "org.freedesktop.DBus.Error.ServiceUnknown"

    /// True where nothing of that name runs, and the bus knows no program to start for it.
    package var isAbsence: Bool {
        [
            Self.noBus, Self.unknownService, "org.freedesktop.DBus.Error.NameHasNoOwner",
            "org.freedesktop.systemd1.NoSuchUnit",
        ].contains(name) || name.hasPrefix("org.freedesktop.DBus.Error.Spawn.")
    }
    package var isDenial: Bool { name == Self.denied || name.hasSuffix(".NotAuthorized") }

    package var description: String { "\(message) (\(name))" }
}
