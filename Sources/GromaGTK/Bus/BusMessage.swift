// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk

/// A call of a method on a bus.
package struct BusCall: Sendable {
    /// The service's name; empty for calls that came to us.
    package var destination: String
    package var path: String
    package var interface: String
    package var member: String
    package var arguments: [BusValue]
    /// Who calls: the unique name the bus gave. Empty for calls of ours.
    package var sender = ""

    package init(
        _ destination: String, _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = []
    ) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
    }
}

/// What a service of ours answers.
package enum BusReply: Sendable {
    case values([BusValue])
    case error(name: String, message: String)
}

/// A signal that came over a bus.
package struct BusSignal: Sendable, Hashable {
    /// The unique name of who sent it, or that of the bus itself.
    package var sender: String
    package var path: String
    package var interface: String
    package var member: String
    package var arguments: [BusValue]

    package init(sender: String = "", path: String, interface: String, member: String, arguments: [BusValue]) {
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
    }
}

/// Which signals somebody waits for. A signal can be sent to us alone past every rule, so who gets it looks at its sender too.
package struct BusRule: Sendable, Hashable {
    package var interface: String
    package var member: String
    package var path: String?
    package var firstArgument: String?

    package init(_ interface: String, _ member: String, path: String? = nil, firstArgument: String? = nil) {
        self.interface = interface
        self.member = member
        self.path = path
        self.firstArgument = firstArgument
    }

    /// As `AddMatch` wants it. All values are names of D-Bus, in which no quote can stand.
    var text: String {
        var text = "type='signal',interface='\(interface)',member='\(member)'"
        if let path { text += ",path='\(path)'" }
        if let firstArgument { text += ",arg0='\(firstArgument)'" }
        return text
    }

    func matches(_ signal: BusSignal) -> Bool {
        signal.interface == interface && signal.member == member && (path.map { $0 == signal.path } ?? true)
            && (firstArgument.map { $0 == signal.arguments.first?.text } ?? true)
    }
}

/// Reading and making GIO's messages. None of these functions keeps the pointer it is given.
enum BusMessage {
    static func arguments(of message: OpaquePointer) -> [BusValue]? {
        guard let body = unsafe g_dbus_message_get_body(message) else { return [] }
        return unsafe BusValue(body)?.members
    }

    static func signal(_ message: OpaquePointer) -> BusSignal? {
        guard let arguments = unsafe arguments(of: message) else { return nil }
        return unsafe BusSignal(
            sender: text(g_dbus_message_get_sender(message)), path: text(g_dbus_message_get_path(message)),
            interface: text(g_dbus_message_get_interface(message)), member: text(g_dbus_message_get_member(message)),
            arguments: arguments)
    }

    static func call(_ message: OpaquePointer) -> BusCall? {
        guard let arguments = unsafe arguments(of: message) else { return nil }
        var call = unsafe BusCall(
            "", text(g_dbus_message_get_path(message)), text(g_dbus_message_get_interface(message)),
            text(g_dbus_message_get_member(message)), arguments)
        call.sender = unsafe text(g_dbus_message_get_sender(message))
        return call
    }

    static func error(_ message: OpaquePointer) -> BusError {
        let said = unsafe arguments(of: message)?.first?.text ?? ""
        let name = unsafe text(g_dbus_message_get_error_name(message))
        return BusError(name, said.isEmpty ? "The service refused without a reason." : String(said.prefix(500)))
    }

    /// A message with arguments; nil where a value is none that D-Bus knows. The caller owns it.
    static func make(_ message: OpaquePointer?, _ arguments: [BusValue]) -> OpaquePointer? {
        guard let message = unsafe message else { return nil }
        if arguments.isEmpty { return unsafe message }
        guard let body = unsafe BusValue.tuple(arguments).makeVariant() else {
            unsafe g_object_unref(UnsafeMutableRawPointer(message))
            return nil
        }
        unsafe g_dbus_message_set_body(message, body)
        return unsafe message
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
        unsafe pointer.map { unsafe String(cString: $0) } ?? ""
    }
}
