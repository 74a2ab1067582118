// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import CCurl
import Foundation
import Synchronization

/// HTTP through libcurl's multi interface: one thread, any number of requests under way, eight connections a host.
///
/// Compressed answers are unpacked, HTTP/2 is taken where TLS offers it. Redirects are followed (at most ten, POST stays
/// POST); tokens do not go along to another host or out of TLS, and a POST never does. Nothing is cached and no cookies are kept.
public final class CurlTransport: HTTPTransport {
    /// The transport every portal and table uses unless given another. It lives as long as the program.
    public static let shared = CurlTransport()

    private let loop: CurlLoop

    /// Starts the transport's thread.
    public init() { loop = CurlLoop() }

    deinit { loop.stop() }

    /// Sends the request and waits for the whole answer, without holding a thread.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        var request = request
        for _ in 0...10 {
            let response = try await sendOnce(request)
            guard let next = try request.redirected(by: response) else { return response }
            request = next
        }
        throw ServiceError(
            .transport, "\(request.url.host() ?? "The server") redirects in circles.", url: request.url.withoutQuery)
    }

    private func sendOnce(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        let transfer = CurlTransfer(request: request)
        let loop = loop
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                transfer.begin(continuation)
                loop.add(transfer)
            }
        } onCancel: {
            loop.cancel(transfer)
        }
    }
}

/// The thread that drives all transfers. Handles are touched on that thread only.
final class CurlLoop: Sendable {
    private struct Requests {
        var added: [CurlTransfer] = []
        var cancelled: [CurlTransfer] = []
        var isStopped = false
    }
    private let requests = Mutex(Requests())
    private let multi: CurlMulti

    init() {
        multi = CurlMulti()
        let thread = Thread { [self] in run() }
        thread.name = "groma.http"
        thread.start()
    }

    func add(_ transfer: CurlTransfer) {
        requests.withLock { $0.added.append(transfer) }
        multi.wakeUp()
    }

    func cancel(_ transfer: CurlTransfer) {
        requests.withLock { $0.cancelled.append(transfer) }
        multi.wakeUp()
    }

    func stop() {
        requests.withLock { $0.isStopped = true }
        multi.wakeUp()
    }

    private func run() {
        var underWay: [UInt: CurlTransfer] = [:]
        while true {
            let work = requests.withLock { state in
                let taken = state
                state.added = []
                state.cancelled = []
                return taken
            }
            for transfer in work.added {
                if let key = transfer.start(in: multi) { underWay[key] = transfer }
            }
            for transfer in work.cancelled {
                // A transfer cancelled before it was added finishes here too: `finish` answers only once.
                if let key = transfer.stop(in: multi) { underWay[key] = nil }
                transfer.finish(throwing: CancellationError())
            }
            if work.isStopped { break }
            for (key, result) in multi.perform() {
                underWay.removeValue(forKey: key)?.complete(result, in: multi)
            }
            multi.wait()
        }
        for transfer in underWay.values {
            _ = transfer.stop(in: multi)
            transfer.finish(
                throwing: ServiceError(.transport, "The transport was shut down while a request was under way."))
        }
    }
}
