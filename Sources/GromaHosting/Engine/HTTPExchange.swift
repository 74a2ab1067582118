// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CMicrohttpd
import Foundation
import Synchronization

/// One request and its answer on a connection.
///
/// The connection's thread collects the body, starts the handler's task and suspends the connection; the task leaves its
/// answer and resumes it. Whoever comes second finds what the first left behind `gate`.
@safe
final class HTTPExchange: @unchecked Sendable {
    // Unchecked: `body` and `overflow` belong to the connection's thread until `start` hands them to the task;
    // suspend and resume may be called from any thread; all else is constant or behind a lock.
    private let connection: OpaquePointer
    let server: HTTPServer
    let socket: Int32
    let began = ContinuousClock.now
    let beganDate = Date()
    private let head: HTTPRequest
    private var body: [UInt8] = []
    private var overflow: HostingError?

    private enum Gate {
        case idle, running, parked
        case done(PreparedResponse)
    }
    private let gate = Mutex(Gate.idle)
    private struct Work {
        var task: Task<Void, Never>?
        var isCancelled = false
        var isReceiving = true
    }
    private let work = Mutex(Work())

    init(server: HTTPServer, connection: OpaquePointer, head: HTTPRequest) {
        self.server = server
        unsafe self.connection = connection
        self.head = head
        self.socket = unsafe cmhd_connection_socket(connection)
    }

    /// True until the whole body has come.
    var isReceiving: Bool { work.withLock(\.isReceiving) }

    /// Answers with an error whatever the body says, and closes: where it ends is not sure. To be called before anything of it has come.
    func refuse(_ problem: HostingError) {
        overflow = problem
        isRefused = true
    }
    private var isRefused = false

    /// Takes a piece of the body. False ends the connection: the client sends on far beyond the bound.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let limit = server.configuration.bodyLimit
        if overflow == nil, body.count + bytes.count > limit {
            overflow = HostingError(.tooLarge, "The body is larger than \(limit) bytes, the most this server takes.")
            server.releaseBody(body.count)
            body = []
        } else if overflow == nil, !server.reserveBody(bytes.count) {
            overflow = HostingError(
                .unavailable, "The server is receiving too much at once. Try again in a few seconds.")
            server.releaseBody(body.count)
            body = []
        }
        guard overflow == nil else {
            discarded += bytes.count
            return discarded <= 4 << 20
        }
        unsafe body.append(contentsOf: bytes)
        return true
    }
    private var discarded = 0

    /// Starts the handler, once. To be called on the connection's thread when the body is complete.
    func start() {
        let isFirst = gate.withLock { gate in
            guard case .idle = gate else { return false }
            gate = .running
            return true
        }
        guard isFirst else { return }
        var request = head
        request.body = body
        let reserved = body.count
        body = []
        let (server, overflow, isRefused, handler) = (server, overflow, isRefused, server.handler)
        let task = Task(executorPreference: server.executor) { [request] in
            let response: HTTPResponse =
                if let overflow { ErrorEnvelope.response(overflow, httpStatus: overflow.code.restCode) } else {
                    await handler(request)
                }
            server.releaseBody(reserved)
            await self.finish(response, to: request, closes: isRefused)
        }
        let isCancelled = work.withLock { work in
            work.isReceiving = false
            work.task = task
            return work.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    private func finish(_ response: HTTPResponse, to request: HTTPRequest, closes: Bool) async {
        let prepared = unsafe PreparedResponse.make(
            response, to: request, on: connection, closes: closes || server.isStopping)
        if let bytes = prepared.bytes { log(prepared.status, response.errorCode, bytes) }
        gate.withLock { gate in
            if case .parked = gate {
                gate = .done(prepared)
                unsafe MHD_resume_connection(connection)
            } else {
                gate = .done(prepared)
            }
        }
        guard case .stream(let produce) = response.body, let writer = prepared.writer else { return }
        do {
            try await produce(writer)
            writer.finish(broken: false)
        } catch {
            writer.finish(broken: true)
        }
        log(prepared.status, response.errorCode, writer.sentBytes)
    }

    /// The answer, or nil after suspending the connection. To be called on the connection's thread.
    func answerOrPark() -> PreparedResponse? {
        gate.withLock { gate in
            if case .done(let response) = gate { return response }
            gate = .parked
            unsafe MHD_suspend_connection(connection)
            return nil
        }
    }

    /// The client has gone, or the server stops: the handler is asked to end.
    func cancel() {
        let task = work.withLock { work in
            work.isCancelled = true
            return work.task
        }
        task?.cancel()
    }

    /// Gives back what an unfinished body had reserved. To be called on the connection's thread at the end.
    func close() {
        server.releaseBody(body.count)
        body = []
    }

    private func log(_ status: Int, _ errorCode: Int?, _ bytes: Int) {
        guard let log = server.log else { return }
        let taken = began.duration(to: .now).components
        log.add(
            AccessLog.Entry(
                time: beganDate, method: head.method, path: Redaction.target(path: head.path, query: head.query),
                status: status, errorCode: errorCode, bytes: bytes,
                milliseconds: Double(taken.seconds) * 1_000 + Double(taken.attoseconds) / 1e15))
    }
}
