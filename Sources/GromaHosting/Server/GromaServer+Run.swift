// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

extension GromaServer {
    /// Serves until the process is told to end by SIGTERM or SIGINT, then lets running requests finish: the whole of
    /// `groma serve`.
    ///
    /// `whenReady` is called once requests are answered; it prints the address and where the administrator's password is kept.
    /// The two signals are taken over for the rest of the process.
    public static func run(
        configuration: Configuration, whenReady: @Sendable (GromaServer) throws -> Void
    ) async throws {
        let ends = AsyncStream.makeStream(of: Void.self)
        // The default action would end the process before the sources below see the signal.
        signal(SIGTERM, SIG_IGN)
        signal(SIGINT, SIG_IGN)
        let sources = [SIGTERM, SIGINT].map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { ends.continuation.yield() }
            source.resume()
            return source
        }
        defer { for source in sources { source.cancel() } }
        let server = try await GromaServer(configuration: configuration)
        try await server.start()
        do { try whenReady(server) } catch {
            await server.stop()
            throw error
        }
        for await _ in ends.stream { break }
        await server.stop()
    }
}
