// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CMicrohttpd
import Foundation

/// Owns the library's daemon, its threads and the listening socket.
@safe
final class MicrohttpdDaemon: @unchecked Sendable {
    // Unchecked: the pointers never change, and the library's calls on a daemon may come from any thread.
    private let pointer: OpaquePointer
    private let context: UnsafeMutableRawPointer

    /// Starts the threads on `socket`, which is closed if that fails. Keeps `server` alive until `stop`.
    init(server: HTTPServer, socket: ListeningSocket) throws(HostingError) {
        let configuration = server.configuration
        var settings = cmhd_settings(
            listening_socket: socket.descriptor, threads: UInt32(configuration.networkThreads),
            connection_limit: UInt32(configuration.connectionLimit),
            connections_per_address: UInt32(configuration.connectionsPerAddress),
            idle_seconds: UInt32(configuration.idleSeconds),
            connection_memory: 64 << 10)
        // Files go out by sendfile, which raises SIGPIPE when the client has gone.
        _ = signal(SIGPIPE, SIG_IGN)
        let flags = MHD_USE_EPOLL_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
        let context = unsafe Unmanaged.passRetained(server).toOpaque()
        let daemon = unsafe cmhd_start(
            UInt32(flags), &settings, accessCallback, completedCallback, connectionCallback, context)
        guard let daemon = unsafe daemon else {
            let reason = unsafe String(cString: strerror(errno))
            close(socket.descriptor)
            unsafe Unmanaged<HTTPServer>.fromOpaque(context).release()
            throw HostingError(.cannotListen, "The HTTP library could not start on port \(socket.port): \(reason).")
        }
        unsafe self.pointer = daemon
        unsafe self.context = context
    }

    /// Closes the listening socket; connections go on.
    func quiesce() {
        let listening = unsafe MHD_quiesce_daemon(pointer)
        if listening >= 0 { close(listening) }
    }

    /// Closes all connections and ends the threads. No connection may be suspended. To be called once.
    func stop() {
        unsafe MHD_stop_daemon(pointer)
        unsafe Unmanaged<HTTPServer>.fromOpaque(context).release()
    }
}

/// Called once when the head is complete, then for each piece of body, then with none, and again after each resume.
private let accessCallback: MHD_AccessHandlerCallback = { context, connection, url, method, version, data, size, slot in
    guard let context = unsafe context, let connection = unsafe connection, let url = unsafe url,
        let method = unsafe method, let size = unsafe size, let slot = unsafe slot
    else { return .NO }
    guard let known = unsafe slot.pointee else {
        let server = unsafe Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
        let head = unsafe HTTPRequest(
            method: String(cString: method), path: String(cString: url),
            query: values(.GET_ARGUMENT_KIND, of: connection),
            headers: HTTPHeaders(values(.HEADER_KIND, of: connection)))
        let exchange = unsafe HTTPExchange(server: server, connection: connection, head: head)
        let isFirstVersion = unsafe version.map { unsafe String(cString: $0) } == "HTTP/1.0"
        if let problem = head.headers.framingProblem(needsHost: !isFirstVersion) { exchange.refuse(problem) }
        guard server.begins(exchange) else { return .NO }
        unsafe slot.pointee = Unmanaged.passRetained(exchange).toOpaque()
        return .YES
    }
    let exchange = unsafe Unmanaged<HTTPExchange>.fromOpaque(known).takeUnretainedValue()
    if unsafe size.pointee > 0 {
        let isTaken = unsafe exchange.receive(UnsafeRawBufferPointer(start: data, count: size.pointee))
        unsafe size.pointee = 0
        return isTaken ? .YES : .NO
    }
    exchange.start()
    guard let response = exchange.answerOrPark() else { return .YES }
    return unsafe response.queue(on: connection)
}

private let completedCallback: MHD_RequestCompletedCallback = { context, _, slot, code in
    guard let context = unsafe context, let slot = unsafe slot, let known = unsafe slot.pointee else { return }
    unsafe slot.pointee = nil
    let exchange = unsafe Unmanaged<HTTPExchange>.fromOpaque(known).takeRetainedValue()
    unsafe Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue().ended(
        exchange, isComplete: code == .REQUEST_TERMINATED_COMPLETED_OK)
}

private let connectionCallback: MHD_NotifyConnectionCallback = { context, connection, _, code in
    guard let context = unsafe context, let connection = unsafe connection else { return }
    unsafe Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue().connection(
        cmhd_connection_socket(connection), isOpen: code == .CONNECTION_NOTIFY_STARTED)
}

/// Names and values of one kind, in the order they came; bytes that are no UTF-8 become U+FFFD.
private func values(_ kind: MHD_ValueKind, of connection: OpaquePointer) -> [(name: String, value: String)] {
    var found: [(name: String, value: String)] = []
    unsafe withUnsafeMutablePointer(to: &found) { found in
        _ = unsafe MHD_get_connection_values_n(connection, kind, collectValue, found)
    }
    return found
}
private let collectValue: MHD_KeyValueIteratorN = { context, _, name, nameLength, value, valueLength in
    guard let context = unsafe context, let name = unsafe name else { return .NO }
    let list = unsafe context.assumingMemoryBound(to: [(name: String, value: String)].self)
    guard unsafe list.pointee.count < FormData.fieldLimit else { return .NO }
    unsafe list.pointee.append(
        (
            String(decoding: UnsafeRawBufferPointer(start: name, count: nameLength), as: UTF8.self),
            String(decoding: UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueLength), as: UTF8.self)
        ))
    return .YES
}
