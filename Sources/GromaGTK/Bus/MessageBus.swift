// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
import Dispatch

/// A connection of our own to a D-Bus message bus, through GIO.
///
/// Messages are taken from GIO's filter, on its thread: nothing here needs a loop of GLib's to turn, so that it works without a window too. Only that
/// the bus itself has ended is told by the loop of the thread that connected.
@safe package final class MessageBus: Sendable {
    /// Where a bus listens.
    package enum Place: Sendable, Hashable {
        /// The machine's (`DBUS_SYSTEM_BUS_ADDRESS`, else where it is by default).
        case system
        /// The person's (`DBUS_SESSION_BUS_ADDRESS`, else where it is by default).
        case session
        case address(String)
    }
    /// How long a call may take unless it says otherwise; what other clients of D-Bus have too.
    package static let patience = Duration.seconds(25)
    private static let busName = "org.freedesktop.DBus"

    // GIO lets a connection be used from all threads; the reference is given back in `deinit` alone.
    private nonisolated(unsafe) let connection: OpaquePointer
    private let filter: UInt32
    private let router: BusRouter

    /// Connects. Throws `BusError` where no bus answers.
    package static func connect(to place: Place) async throws -> MessageBus {
        try await withCheckedThrowingContinuation { continuation in
            // GIO connects while its caller stands still.
            DispatchQueue.global().async { continuation.resume(with: Result { try MessageBus(place) }) }
        }
    }

    private init(_ place: Place) throws {
        var failure: UnsafeMutablePointer<GError>?
        let address: String?
        switch place {
        case .address(let text): address = text
        case .system, .session:
            let kind = place == .system ? G_BUS_TYPE_SYSTEM : G_BUS_TYPE_SESSION
            let found = unsafe g_dbus_address_get_for_bus_sync(kind, nil, &failure)
            address = unsafe found.map { unsafe String(cString: $0) }
            unsafe g_free(found)
        }
        var made: OpaquePointer?
        if let address {
            let flags = GDBusConnectionFlags(
                G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
                    | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
            unsafe made = unsafe g_dbus_connection_new_for_address_sync(address, flags, nil, nil, &failure)
        }
        guard let made = unsafe made else {
            throw unsafe Self.error(taking: failure, BusError.noBus)
        }
        let router = BusRouter()
        unsafe connection = unsafe made
        self.router = router
        filter = unsafe g_dbus_connection_add_filter(
            made,
            { connection, message, isIncoming, box in
                guard isIncoming != 0, let connection = unsafe connection, let message = unsafe message,
                    let box = unsafe box
                else { return unsafe message }
                let router = unsafe Unmanaged<BusRouter>.fromOpaque(box).takeUnretainedValue()
                guard unsafe router.take(message, on: connection) else { return unsafe message }
                unsafe g_object_unref(UnsafeMutableRawPointer(message))
                return nil
            },
            unsafe Unmanaged.passRetained(router).toOpaque(),
            { box in if let box = unsafe box { unsafe Unmanaged<BusRouter>.fromOpaque(box).release() } })
        _ = unsafe cgtk_connect(
            UnsafeMutableRawPointer(made), "closed", Unmanaged.passRetained(router).toOpaque(),
            { box, _, _, _ in
                if let box = unsafe box { unsafe Unmanaged<BusRouter>.fromOpaque(box).takeUnretainedValue().close() }
            },
            { box in if let box = unsafe box { unsafe Unmanaged<BusRouter>.fromOpaque(box).release() } })
    }

    deinit {
        router.close()
        unsafe g_dbus_connection_remove_filter(connection, filter)
        let ending = unsafe Ending(connection: connection)
        // What was said last still goes out, and nobody stands still for it.
        DispatchQueue.global().async { ending.run() }
    }

    /// Gives the last reference back, after what waits has been written.
    @safe private struct Ending: @unchecked Sendable {
        // As above; nothing else holds it by now.
        let connection: OpaquePointer
        func run() {
            unsafe g_dbus_connection_flush_sync(connection, nil, nil)
            unsafe g_dbus_connection_close_sync(connection, nil, nil)
            unsafe g_object_unref(UnsafeMutableRawPointer(connection))
        }
    }

    /// The name the bus gave this connection.
    package var uniqueName: String {
        unsafe g_dbus_connection_get_unique_name(connection).map { unsafe String(cString: $0) } ?? ""
    }

    // MARK: Calls

    /// Calls a method and returns what it answers. Throws `BusError`, and `CancellationError` at once when the task is cancelled.
    @discardableResult
    package func call(_ call: BusCall, timeout: Duration = patience) async throws -> [BusValue] {
        let ticket = router.ticket()
        let alarm = Task { [router] in
            try await Task.sleep(for: timeout)
            router.giveUp(
                ticket, BusError(BusError.noReply, "\(call.destination) did not answer \(call.member) in time."))
        }
        defer {
            alarm.cancel()
            router.forget(ticket)
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                router.await(ticket, continuation) { send(call) }
            }
        } onCancel: {
            router.giveUp(ticket, CancellationError())
        }
    }

    /// Calls a method whose answer nobody needs.
    package func post(_ call: BusCall) { _ = send(call, wantsReply: false) }

    private func send(_ call: BusCall, wantsReply: Bool = true) -> Result<UInt32, BusError> {
        let raw = unsafe g_dbus_message_new_method_call(call.destination, call.path, call.interface, call.member)
        guard let message = unsafe BusMessage.make(raw, call.arguments) else {
            return .failure(BusError(BusError.badMessage, "\(call.member) was given what D-Bus can't carry."))
        }
        if !wantsReply { unsafe g_dbus_message_set_flags(message, G_DBUS_MESSAGE_FLAGS_NO_REPLY_EXPECTED) }
        return unsafe send(taking: message)
    }

    private func send(taking message: OpaquePointer) -> Result<UInt32, BusError> {
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(message)) }
        var serial: UInt32 = 0
        var failure: UnsafeMutablePointer<GError>?
        guard
            unsafe g_dbus_connection_send_message(
                connection, message, G_DBUS_SEND_MESSAGE_FLAGS_NONE, &serial, &failure) != 0
        else { return .failure(unsafe Self.error(taking: failure, BusError.noBus)) }
        return .success(serial)
    }

    private static func error(taking failure: UnsafeMutablePointer<GError>?, _ name: String) -> BusError {
        guard let failure = unsafe failure else { return BusError(name, "There is no bus.") }
        defer { unsafe g_error_free(failure) }
        return BusError(name, unsafe String(cString: failure.pointee.message))
    }

    // MARK: Signals

    /// Every signal that one of the rules takes, from now on. The oldest go when a taker lags 256 behind. Ends with the bus.
    package func signals(_ rules: [BusRule]) async throws -> AsyncStream<BusSignal> {
        let (stream, continuation) = AsyncStream<BusSignal>.makeStream(bufferingPolicy: .bufferingNewest(256))
        let number = router.subscribe(rules, continuation)
        continuation.onTermination = { [weak self, router] _ in
            router.unsubscribe(number)
            for rule in rules { self?.post(Self.busCall("RemoveMatch", [.string(rule.text)])) }
        }
        for rule in rules { try await call(Self.busCall("AddMatch", [.string(rule.text)])) }
        return stream
    }

    /// The rule for a service's coming and going; its signals' third argument is the new owner, empty for none.
    package static func ownerRule(of service: String) -> BusRule {
        BusRule(busName, "NameOwnerChanged", path: "/org/freedesktop/DBus", firstArgument: service)
    }

    /// Who a service is right now, started by the bus where it can. Throws a `BusError` that `isAbsence` where there is none.
    package func owner(of service: String) async throws -> String {
        if let found = try? await call(Self.busCall("GetNameOwner", [.string(service)])).first?.text { return found }
        try Task.checkCancellation()
        try await call(Self.busCall("StartServiceByName", [.string(service), .uint32(0)]))
        return try await call(Self.busCall("GetNameOwner", [.string(service)])).first?.text ?? ""
    }

    /// True for a signal that the bus itself sent about the owner of `service`.
    package static func isOwnerChange(_ signal: BusSignal, of service: String) -> Bool {
        signal.sender == busName && signal.member == "NameOwnerChanged" && signal.arguments.first?.text == service
    }

    // MARK: Properties

    package func property(_ name: String, of path: String, _ interface: String, at destination: String) async throws
        -> BusValue
    {
        let answer = try await call(
            BusCall(
                destination, path, "org.freedesktop.DBus.Properties", "Get", [.string(interface), .string(name)]))
        guard let value = answer.first else {
            throw BusError(BusError.badMessage, "\(destination) answered nothing for \(name).")
        }
        return value.content
    }

    package func setProperty(
        _ name: String, to value: BusValue, of path: String, _ interface: String, at destination: String
    ) async throws {
        try await call(
            BusCall(
                destination, path, "org.freedesktop.DBus.Properties", "Set",
                [.string(interface), .string(name), .variant(value)]))
    }

    /// All of an interface's properties, as a dictionary.
    package func properties(of path: String, _ interface: String, at destination: String) async throws -> BusValue {
        let answer = try await call(
            BusCall(destination, path, "org.freedesktop.DBus.Properties", "GetAll", [.string(interface)]))
        guard let value = answer.first else {
            throw BusError(BusError.badMessage, "\(destination) answered nothing for \(path).")
        }
        return value
    }

    // MARK: Serving

    /// Answers calls by `handler`, on the connection's thread; what it answers nil for GIO deals with.
    package func serve(_ handler: @escaping @Sendable (BusCall) -> BusReply?) { router.setHandler(handler) }

    /// Takes a name. Throws where somebody has it.
    package func own(_ name: String) async throws {
        // 4: don't wait in a queue for it.
        let answer = try await call(Self.busCall("RequestName", [.string(name), .uint32(4)])).first?.number
        guard answer == 1 || answer == 4 else { throw BusError(BusError.denied, "\(name) is taken.") }
    }

    /// Lets a name go.
    package func disown(_ name: String) async throws { try await call(Self.busCall("ReleaseName", [.string(name)])) }

    /// Sends a signal, to one receiver or to all who want it.
    package func emit(_ signal: BusSignal, to receiver: String? = nil) {
        let raw = unsafe g_dbus_message_new_signal(signal.path, signal.interface, signal.member)
        guard let message = unsafe BusMessage.make(raw, signal.arguments) else { return }
        if let receiver { unsafe g_dbus_message_set_destination(message, receiver) }
        _ = unsafe send(taking: message)
    }

    private static func busCall(_ member: String, _ arguments: [BusValue]) -> BusCall {
        BusCall(busName, "/org/freedesktop/DBus", busName, member, arguments)
    }
}
