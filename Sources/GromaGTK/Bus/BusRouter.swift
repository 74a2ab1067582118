// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
import Synchronization

/// Brings each message that comes over a connection to who waits for it, on the connection's own thread.
final class BusRouter: Sendable {
    typealias Handler = @Sendable (BusCall) -> BusReply?
    private struct Subscription {
        var rules: [BusRule]
        var continuation: AsyncStream<BusSignal>.Continuation
    }
    private struct State {
        var isOpen = true
        var next = 0
        var waiting: [UInt32: (ticket: Int, continuation: CheckedContinuation<[BusValue], any Error>)] = [:]
        /// Calls that were given up before they were sent.
        var given: Set<Int> = []
        var subscriptions: [Int: Subscription] = [:]
        var handler: Handler?
    }
    private let state = Mutex(State())

    func ticket() -> Int {
        state.withLock { state in
            state.next += 1
            return state.next
        }
    }

    /// Sends by `send`, which tells the message's number, and has the answer resume `continuation`.
    func await(
        _ ticket: Int, _ continuation: CheckedContinuation<[BusValue], any Error>, send: () -> Result<UInt32, BusError>
    ) {
        let failure: (any Error)? = state.withLock { state in
            if state.given.remove(ticket) != nil { return CancellationError() }
            guard state.isOpen else { return BusError(BusError.noBus, "The bus is gone.") }
            // Inside the lock: the answer may be here before its number is known.
            switch send() {
            case .success(let serial): state.waiting[serial] = (ticket, continuation)
            case .failure(let error): return error
            }
            return nil
        }
        if let failure { continuation.resume(throwing: failure) }
    }

    /// Nobody waits for that call any more.
    func giveUp(_ ticket: Int, _ reason: any Error) {
        let continuation = state.withLock { state -> CheckedContinuation<[BusValue], any Error>? in
            guard let found = state.waiting.first(where: { $0.value.ticket == ticket }) else {
                state.given.insert(ticket)
                return nil
            }
            state.waiting[found.key] = nil
            return found.value.continuation
        }
        continuation?.resume(throwing: reason)
    }

    /// The call was answered: what `giveUp` noted too late is forgotten.
    func forget(_ ticket: Int) { state.withLock { _ = $0.given.remove(ticket) } }

    func subscribe(_ rules: [BusRule], _ continuation: AsyncStream<BusSignal>.Continuation) -> Int {
        let number = ticket()
        let isOpen = state.withLock { state in
            if state.isOpen { state.subscriptions[number] = Subscription(rules: rules, continuation: continuation) }
            return state.isOpen
        }
        if !isOpen { continuation.finish() }
        return number
    }
    func unsubscribe(_ number: Int) { state.withLock { _ = $0.subscriptions.removeValue(forKey: number) } }

    func setHandler(_ handler: Handler?) { state.withLock { $0.handler = handler } }

    /// Ends everything that waits.
    func close() {
        let (waiting, subscriptions) = state.withLock { state in
            state.isOpen = false
            defer {
                state.waiting = [:]
                state.subscriptions = [:]
                state.handler = nil
            }
            return (state.waiting.values.map(\.continuation), state.subscriptions.values.map(\.continuation))
        }
        for continuation in waiting { continuation.resume(throwing: BusError(BusError.noBus, "The bus is gone.")) }
        for continuation in subscriptions { continuation.finish() }
    }

    /// Takes a message; true where GIO has nothing more to do with it.
    func take(_ message: OpaquePointer, on connection: OpaquePointer) -> Bool {
        switch unsafe g_dbus_message_get_message_type(message) {
        case G_DBUS_MESSAGE_TYPE_METHOD_RETURN, G_DBUS_MESSAGE_TYPE_ERROR:
            let serial = unsafe g_dbus_message_get_reply_serial(message)
            guard let waiting = state.withLock({ $0.waiting.removeValue(forKey: serial) }) else { return false }
            if unsafe g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_ERROR {
                waiting.continuation.resume(throwing: unsafe BusMessage.error(message))
            } else if let values = unsafe BusMessage.arguments(of: message) {
                waiting.continuation.resume(returning: values)
            } else {
                waiting.continuation.resume(
                    throwing: BusError(BusError.badMessage, "The service answered what can't be read."))
            }
            return true
        case G_DBUS_MESSAGE_TYPE_SIGNAL:
            guard let signal = unsafe BusMessage.signal(message) else { return false }
            let takers = state.withLock { state in
                state.subscriptions.values.filter { $0.rules.contains { $0.matches(signal) } }.map(\.continuation)
            }
            for taker in takers { taker.yield(signal) }
            return false
        case G_DBUS_MESSAGE_TYPE_METHOD_CALL:
            guard let handler = state.withLock({ $0.handler }), let call = unsafe BusMessage.call(message),
                let reply = handler(call)
            else { return false }
            unsafe answer(message, with: reply, on: connection)
            return true
        default: return false
        }
    }

    private func answer(_ message: OpaquePointer, with reply: BusReply, on connection: OpaquePointer) {
        let made =
            switch reply {
            case .values(let values): unsafe BusMessage.make(g_dbus_message_new_method_reply(message), values)
            case .error(let name, let text):
                unsafe g_dbus_message_new_method_error_literal(message, name, text)
            }
        guard let made = unsafe made else { return }
        unsafe g_dbus_connection_send_message(connection, made, G_DBUS_SEND_MESSAGE_FLAGS_NONE, nil, nil)
        unsafe g_object_unref(UnsafeMutableRawPointer(made))
    }
}
