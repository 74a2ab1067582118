// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
public import GromaServices

/// The desktop's secret service (GNOME Keyring, KWallet, KeePassXC and others), over the person's own bus.
///
/// Secrets cross that bus as they are, which only this person's programs can read. Where a keyring is locked the service asks the person to open it.
public final class SecretServiceVault: CredentialVault {
    static let service = "org.freedesktop.secrets"
    private static let root = "/org/freedesktop/secrets"
    private static let interface = "org.freedesktop.Secret.Service"
    private static let collection = "org.freedesktop.Secret.Collection"
    private static let item = "org.freedesktop.Secret.Item"
    private static let prompt = "org.freedesktop.Secret.Prompt"
    /// A person looks for a password.
    private static let promptPatience = Duration.seconds(300)

    private let bus: MessageBus
    private let owner: String
    private let session: String

    /// The desktop's vault, or one in memory (`isDurable` false) where the desktop has none; then secrets last as long as the app.
    public static func desktop() async -> any CredentialVault {
        do { return try await SecretServiceVault(bus: .session) } catch { return MemoryVault() }
    }

    /// Opens a session with the service. Throws `BusError` where there is none.
    package init(bus place: MessageBus.Place) async throws {
        bus = try await MessageBus.connect(to: place)
        owner = try await bus.owner(of: Self.service)
        let answer = try await bus.call(
            BusCall(owner, Self.root, Self.interface, "OpenSession", [.string("plain"), .variant(.string(""))]))
        guard answer.count == 2, let session = answer[1].text else {
            throw BusError(BusError.badMessage, "The secret service opened no session.")
        }
        self.session = session
    }

    public var isDurable: Bool { true }

    public func save(_ credential: KeptCredential, for portalURL: URL) async throws {
        try await told {
            let collection = try await defaultCollection()
            let label = "Groma: \(credential.username) @ \(portalURL.host() ?? portalURL.absoluteString)"
            let properties = BusValue.dictionary([
                "\(Self.item).Label": .string(label), "\(Self.item).Attributes": Self.attributes(portalURL),
            ])
            let secret = BusValue.tuple([
                .objectPath(session), .bytes([]), .bytes(credential.data), .string("application/json"),
            ])
            let made = try await bus.call(
                BusCall(owner, collection, Self.collection, "CreateItem", [properties, secret, .bool(true)]))
            try await answerPrompt(made.last?.text)
        }
    }

    public func credential(for portalURL: URL) async throws -> KeptCredential? {
        try await told {
            guard let path = try await items(for: portalURL).first else { return nil }
            let answer = try await bus.call(BusCall(owner, path, Self.item, "GetSecret", [.objectPath(session)]))
            guard let secret = answer.first?.members, secret.count == 4, let data = secret[2].data else { return nil }
            return KeptCredential(data: data)
        }
    }

    public func remove(for portalURL: URL) async throws {
        try await told {
            for path in try await items(for: portalURL) {
                let answer = try await bus.call(BusCall(owner, path, Self.item, "Delete"))
                try await answerPrompt(answer.first?.text)
            }
        }
    }

    private static func attributes(_ portalURL: URL) -> BusValue {
        .texts(["xdg:schema": "dev.groma.Portal", "portal": portalURL.absoluteString])
    }

    /// The unlocked items of a portal, after the person opened those that were locked.
    private func items(for portalURL: URL) async throws -> [String] {
        let found = try await bus.call(
            BusCall(owner, Self.root, Self.interface, "SearchItems", [Self.attributes(portalURL)]))
        guard found.count == 2 else { return [] }
        var paths = found[0].members?.compactMap(\.text) ?? []
        let locked = found[1].members?.compactMap(\.text) ?? []
        if !locked.isEmpty {
            try await unlock(locked)
            paths += locked
        }
        return paths
    }

    /// Where new secrets go: made, when the person has no such place yet, and opened.
    private func defaultCollection() async throws -> String {
        let alias = try await bus.call(BusCall(owner, Self.root, Self.interface, "ReadAlias", [.string("default")]))
        if let path = alias.first?.text, path != "/" {
            try await unlock([path])
            return path
        }
        let made = try await bus.call(
            BusCall(
                owner, Self.root, Self.interface, "CreateCollection",
                [.dictionary(["\(Self.collection).Label": .string("Default")]), .string("default")]))
        if let path = made.first?.text, path != "/" { return path }
        let result = try await answerPrompt(made.last?.text)
        guard let path = result?.text, path != "/" else {
            throw BusError(BusError.badMessage, "The secret service made no keyring.")
        }
        return path
    }

    private func unlock(_ paths: [String]) async throws {
        let answer = try await bus.call(
            BusCall(owner, Self.root, Self.interface, "Unlock", [.array(paths.map { .objectPath($0) }, of: "o")]))
        try await answerPrompt(answer.last?.text)
    }

    /// Has the service ask the person what it wants to ask; `/` means nothing. Throws when the person says no.
    @discardableResult
    private func answerPrompt(_ path: String?) async throws -> BusValue? {
        guard let path, path != "/" else { return nil }
        let signals = try await bus.signals([BusRule(Self.prompt, "Completed", path: path)])
        try await bus.call(BusCall(owner, path, Self.prompt, "Prompt", [.string("")]))
        let owner = owner
        return try await withThrowingTaskGroup(of: BusValue?.self) { group in
            group.addTask {
                for await signal in signals where signal.sender == owner {
                    guard signal.arguments.first?.flag == false else { throw Dismissal() }
                    return signal.arguments.last?.content
                }
                throw BusError(BusError.noBus, "The secret service is gone.")
            }
            group.addTask {
                try await Task.sleep(for: Self.promptPatience)
                throw Dismissal()
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }
    private struct Dismissal: Error {}

    /// Says what a person understands.
    private func told<Value>(_ work: () async throws -> Value) async throws -> Value {
        do { return try await work() } catch is Dismissal {
            throw ServiceError(.cancelled, "The keyring was not opened, so the sign-in is not remembered.")
        } catch let error as BusError {
            throw ServiceError(.refused, "The desktop's keyring could not be used.", cause: error)
        }
    }
}
