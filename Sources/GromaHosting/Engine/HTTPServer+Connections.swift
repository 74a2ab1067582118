// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Synchronization

extension HTTPServer {
    /// Ends connections that send their head or body too slowly (the library's time-out counts silence only), and
    /// cancels requests whose client has gone (a suspended connection does not notice by itself).
    func sweep() {
        let now = ContinuousClock.now
        let gone = state.withLock { state in
            var gone: [HTTPExchange] = []
            let isCrowded = state.headDeadlines.count * 2 > configuration.connectionLimit
            let patience = Duration.seconds(configuration.crowdedHeadSeconds)
            for (socket, wait) in state.headDeadlines
            where wait.until < now || (isCrowded && wait.since.duration(to: now) > patience) {
                // The number still belongs to the connection: its end is noted under this lock before it is closed.
                shutdown(socket, Int32(SHUT_RDWR))
                state.headDeadlines[socket] = (now, now + .seconds(configuration.headSeconds))
            }
            for (socket, exchange) in state.exchanges {
                if exchange.isReceiving {
                    if exchange.began.duration(to: now) > .seconds(configuration.bodySeconds) {
                        shutdown(socket, Int32(SHUT_RDWR))
                    }
                } else if hasHungUp(socket) {
                    gone.append(exchange)
                }
            }
            return gone
        }
        for exchange in gone { exchange.cancel() }
    }

    private func hasHungUp(_ socket: Int32) -> Bool {
        // POLLRDHUP, which the C library shows only with _GNU_SOURCE.
        let remoteClosed: Int16 = 0x2000
        var poller = pollfd(fd: socket, events: remoteClosed, revents: 0)
        return unsafe poll(&poller, 1, 0) > 0 && poller.revents & (remoteClosed | Int16(POLLHUP) | Int16(POLLERR)) != 0
    }

    /// A head is complete. False when the server is past its last request: the connection is to be closed.
    func begins(_ exchange: HTTPExchange) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.headDeadlines[exchange.socket] = nil
            state.exchanges[exchange.socket] = exchange
            return true
        }
    }

    /// An answer has been sent or given up; the connection may carry another request.
    func ended(_ exchange: HTTPExchange, isComplete: Bool) {
        state.withLock { state in
            state.exchanges[exchange.socket] = nil
            // The next head may begin as late as an idle connection is closed.
            let allowance = Double(configuration.idleSeconds) + configuration.headSeconds
            state.headDeadlines[exchange.socket] = (.now, .now + .seconds(allowance))
        }
        exchange.close()
        if !isComplete { exchange.cancel() }
    }

    /// A connection was made or is about to be closed.
    func connection(_ socket: Int32, isOpen: Bool) {
        let now = ContinuousClock.now
        state.withLock { state in
            if isOpen {
                state.headDeadlines[socket] = (since: now, until: now + .seconds(configuration.headSeconds))
            } else {
                state.headDeadlines[socket] = nil
            }
        }
    }
}
