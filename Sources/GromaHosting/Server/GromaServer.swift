// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
import GromaCodecs
public import GromaMapping
import GromaStorage
import Synchronization

/// The Groma server: a portal, feature services and tile services over HTTP, from a data folder or any other store.
///
/// ```swift
/// var configuration = GromaServer.Configuration(dataDirectory: URL(filePath: "data"))
/// configuration.port = 6080
/// let server = try await GromaServer(configuration: configuration)
/// try await server.start()
/// print(server.url)            // http://127.0.0.1:6080
/// await server.stop()          // lets running requests finish
/// ```
public final class GromaServer: Sendable {
    /// What to serve, where, and for whom.
    public struct Configuration: Sendable {
        /// The data folder; made when it is missing.
        public var dataDirectory: URL
        /// A name or an address of this machine.
        public var host = "127.0.0.1"
        /// 0 takes any free port.
        public var port = 6080
        /// The name of the administrator, who is made at the first start.
        public var adminUser = "admin"
        /// The administrator's password. With nil one is made at the first start and kept in a file that only the owner of the
        /// data folder can read (`GromaServer.adminPasswordFile`).
        public var adminPassword: String?
        /// A file to which a line is added for each request; nil for none.
        public var accessLog: URL?
        /// Told of each request, on any thread.
        public var onRequest: (@Sendable (AccessLog.Entry) -> Void)?
        /// Told of failures that clients see as code 500, on any thread.
        public var onFailure: (@Sendable (HostingError) -> Void)?
        /// The address by which clients reach the server, such as `https://gis.example.org`, where a proxy stands before it; nil
        /// takes what each request says. A proxy asks for all clients from one address, so connections of one are not bounded then.
        public var publicURL: String?

        /// The clock by which tokens end, in milliseconds since 1970; tests put it forward.
        package var tokenClock: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1_000) }

        /// Answers a source of tiles for those that a tile service of the folder does not keep, by the service's name; nil draws none.
        public var tileDrawer: (@Sendable (_ service: String) throws -> (any TileSource)?)?

        /// A server on loopback, port 6080.
        public init(dataDirectory: URL) { self.dataDirectory = dataDirectory }
    }

    /// The configuration it was made with.
    public let configuration: Configuration
    /// The file that holds the administrator's password where it was made by the server; nil where it was given.
    public let adminPasswordFile: URL?
    private let directory: StoreDirectory
    private let lock: Mutex<StoreLock?>
    private let engine: HTTPServer
    private let maintenance = Mutex<Task<Void, Never>?>(nil)

    /// Opens the data folder and makes the administrator where there is none. Nothing listens yet.
    ///
    /// Throws `HostingError.configuration` when the folder is not one of Groma's or of another version, when another process works with it, and when the access log
    /// cannot be written.
    public init(configuration: Configuration) async throws {
        self.configuration = configuration
        let data = configuration.dataDirectory
        do {
            directory = try StoreDirectory(url: data, createIfMissing: true)
            lock = Mutex(try StoreLock(folder: data))
        } catch let error as StorageError {
            throw HostingError(.configuration, error.message, cause: error)
        }
        let secrets = ServerSecrets(folder: data)
        let store = EmbeddedStore(directory: directory, tileDrawer: configuration.tileDrawer)
        adminPasswordFile = try await secrets.prepareAdministrator(
            named: configuration.adminUser, password: configuration.adminPassword, in: store)
        let application = RESTApplication(
            store: store, tokenKey: try secrets.tokenKey(), picturesFolder: data.appending(path: "pictures"),
            publicURL: configuration.publicURL, now: configuration.tokenClock, onFailure: configuration.onFailure)
        var http = HTTPServer.Configuration()
        http.host = configuration.host
        http.port = configuration.port
        if configuration.publicURL != nil { http.connectionsPerAddress = 0 }
        let hasLog = configuration.accessLog != nil || configuration.onRequest != nil
        let log = hasLog ? try AccessLog(file: configuration.accessLog, onEntry: configuration.onRequest) : nil
        engine = HTTPServer(configuration: http, executor: BlockingPool.shared, log: log) { request in
            await application.respond(to: request)
        }
    }

    /// Begins to listen; requests are answered when it returns. Throws `HostingError.cannotListen`.
    public func start() async throws {
        try engine.start()
        let directory = directory
        maintenance.withLock { task in
            task = Task(executorPreference: BlockingPool.shared) {
                while true {
                    do { try await Task.sleep(for: .seconds(300)) } catch { return }
                    // A log that cannot be emptied now, because somebody reads, is emptied the next time.
                    try? await directory.checkpoint()
                }
            }
        }
    }

    /// Takes no new requests, lets running ones finish (ten seconds, then they are cancelled), and closes the files.
    public func stop() async {
        await engine.stop()
        let task = maintenance.withLock { task in
            defer { task = nil }
            return task
        }
        task?.cancel()
        // What is left in the write-ahead logs is durable; the next start takes it in.
        try? await directory.close()
        lock.withLock { $0 = nil }
    }

    /// The address to reach the server by, with the port it got. Before `start` the port asked for.
    public var url: URL {
        let host = ["0.0.0.0", "::"].contains(configuration.host) ? "127.0.0.1" : configuration.host
        let port = engine.port == 0 ? configuration.port : engine.port
        var parts = URLComponents()
        parts.scheme = "http"
        parts.host = host
        parts.port = port
        return parts.url ?? configuration.dataDirectory
    }
}
