// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Synchronization

/// An HTTP/1.1 server on one address: libmicrohttpd's threads do the network, handlers run as tasks.
package final class HTTPServer: Sendable {
    /// Where to listen and what to bear.
    package struct Configuration: Sendable {
        /// A name or an address.
        package var host = "127.0.0.1"
        /// 0 takes any free port.
        package var port = 0
        package var networkThreads = 2
        package var connectionLimit = 1_000
        /// Connections of one address at a time; 0 sets no bound, for servers behind a proxy.
        package var connectionsPerAddress = 500
        /// Seconds of silence after which a connection is closed.
        package var idleSeconds = 60
        /// Seconds within which the head of a request must have come.
        package var headSeconds = 10.0
        /// The same while more than half of all connections ask for nothing: then those who do come first.
        package var crowdedHeadSeconds = 2.0
        /// Seconds within which the body must have come.
        package var bodySeconds = 300.0
        /// Most bytes of one body.
        package var bodyLimit = 64 << 20
        /// Most bytes of all bodies that are being received or handled.
        package var totalBodyLimit = 512 << 20
        /// Seconds that `stop` gives running requests before it cancels them.
        package var stopSeconds = 10.0
        /// Loopback, any port.
        package init() {}
    }

    package let configuration: Configuration
    let executor: (any TaskExecutor)?
    let log: AccessLog?
    let handler: @Sendable (HTTPRequest) async -> HTTPResponse

    struct State {
        var daemon: MicrohttpdDaemon?
        var port = 0
        /// Connections whose next head is not complete: since when, and by when it must be.
        var headDeadlines: [Int32: (since: ContinuousClock.Instant, until: ContinuousClock.Instant)] = [:]
        /// Requests between head and end of answer, by socket.
        var exchanges: [Int32: HTTPExchange] = [:]
        var isStopping = false
        /// True once `stop` has seen the last request end: then none may begin.
        var isClosed = false
        var watch: Task<Void, Never>?
    }
    let state = Mutex(State())
    private let reservedBytes = Atomic<Int>(0)

    /// Makes a server; `handler` answers each request on `executor`, which may block.
    package init(
        configuration: Configuration = Configuration(), executor: (any TaskExecutor)? = nil, log: AccessLog? = nil,
        handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
    ) {
        self.configuration = configuration
        self.executor = executor
        self.log = log
        self.handler = handler
    }

    /// The port that is listened on; 0 before `start`.
    package var port: Int { state.withLock { $0.port } }
    var isStopping: Bool { state.withLock { $0.isStopping } }

    /// Begins to listen. Throws `HostingError.cannotListen`.
    package func start() throws(HostingError) {
        precondition(port == 0, "A server is started once")
        let socket = try ListeningSocket(host: configuration.host, port: configuration.port)
        let daemon = try MicrohttpdDaemon(server: self, socket: socket)
        state.withLock { state in
            state.daemon = daemon
            state.port = socket.port
            state.watch = Task { [weak self] in
                while !Task.isCancelled {
                    try? await Task.sleep(for: .milliseconds(500))
                    self?.sweep()
                }
            }
        }
    }

    /// Takes no new connection, lets running requests finish (up to `stopSeconds`, then they are cancelled), and closes.
    package func stop() async {
        let daemon = state.withLock { state in
            let daemon = state.isStopping ? nil : state.daemon
            state.isStopping = true
            return daemon
        }
        guard let daemon else { return }
        daemon.quiesce()
        let began = ContinuousClock.now
        var hasCancelled = false
        while true {
            // A connection whose last answer was on its way when the stop came may ask again: what begins between the
            // last look and the end of the daemon would be suspended there, and the library ends the process for it.
            let running = state.withLock { state in
                state.isClosed = state.exchanges.isEmpty
                return Array(state.exchanges.values)
            }
            if running.isEmpty { break }
            let waited = began.duration(to: .now)
            if !hasCancelled, waited > .seconds(configuration.stopSeconds) {
                hasCancelled = true
                for exchange in running { exchange.cancel() }
            }
            // What has not ended by then sits in a call that cannot be cancelled. Stopping the daemon with a suspended
            // connection is undefined, so it is left to the end of the process.
            if waited > .seconds(configuration.stopSeconds * 2 + 5) { return }
            try? await Task.sleep(for: .milliseconds(10))
        }
        state.withLock { state in
            state.watch?.cancel()
            state.watch = nil
            state.daemon = nil
        }
        daemon.stop()
    }

    /// Counts bytes of a body against the bound of all bodies; false when it is reached.
    func reserveBody(_ count: Int) -> Bool {
        let (_, total) = reservedBytes.add(count, ordering: .relaxed)
        if total <= configuration.totalBodyLimit { return true }
        reservedBytes.subtract(count, ordering: .relaxed)
        return false
    }
    /// Gives back what `reserveBody` counted.
    func releaseBody(_ count: Int) { reservedBytes.subtract(count, ordering: .relaxed) }
}
