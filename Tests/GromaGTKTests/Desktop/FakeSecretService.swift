// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGTK
import Synchronization

/// A secret service with one keyring, which may be locked: then the person is "asked" by a prompt.
final class FakeSecretService: Sendable {
    private struct Item {
        var attributes: BusValue
        var secret: [UInt8]
    }
    private struct State {
        var items: [String: Item] = [:]
        var isLocked: Bool
        var opens: Bool
        var next = 0
        var prompts = 0
    }
    private let bus: MessageBus
    private let state: Mutex<State>

    init(on place: PrivateBus, isLocked: Bool = false, opens: Bool = true) async throws {
        bus = try await place.connect()
        state = Mutex(State(isLocked: isLocked, opens: opens))
        bus.serve { [weak self] in self?.answer($0) }
        try await bus.own("org.freedesktop.secrets")
    }

    var secrets: [[UInt8]] { state.withLock { $0.items.values.map(\.secret) } }
    var prompts: Int { state.withLock { $0.prompts } }
    func lock() { state.withLock { $0.isLocked = true } }

    private func answer(_ call: BusCall) -> BusReply? {
        switch call.member {
        case "OpenSession": return .values([.variant(.string("")), .objectPath("/session/1")])
        case "ReadAlias": return .values([.objectPath("/org/freedesktop/secrets/collection/login")])
        case "Unlock":
            let isLocked = state.withLock { $0.isLocked }
            return .values([
                isLocked ? .array([], of: "o") : call.arguments[0],
                .objectPath(isLocked ? "/org/freedesktop/secrets/prompt/1" : "/"),
            ])
        case "Prompt":
            let opens = state.withLock { state in
                state.prompts += 1
                if state.opens { state.isLocked = false }
                return state.opens
            }
            bus.emit(
                BusSignal(
                    path: call.path, interface: "org.freedesktop.Secret.Prompt", member: "Completed",
                    arguments: [.bool(!opens), .variant(.string(""))]))
            return .values([])
        case "CreateItem":
            guard let attributes = call.arguments[0]["org.freedesktop.Secret.Item.Attributes"],
                let secret = call.arguments[1].members, secret.count == 4, let data = secret[2].data
            else { return .error(name: "org.freedesktop.DBus.Error.InvalidArgs", message: "no item") }
            let path = state.withLock { state in
                let old = state.items.first { $0.value.attributes == attributes }?.key
                state.next += 1
                let path = old ?? "/org/freedesktop/secrets/collection/login/\(state.next)"
                state.items[path] = Item(attributes: attributes, secret: data)
                return path
            }
            return .values([.objectPath(path), .objectPath("/")])
        case "SearchItems":
            let (paths, isLocked) = state.withLock { state in
                (state.items.filter { $0.value.attributes == call.arguments[0] }.keys.sorted(), state.isLocked)
            }
            let found = BusValue.array(paths.map { .objectPath($0) }, of: "o")
            return .values(isLocked ? [.array([], of: "o"), found] : [found, .array([], of: "o")])
        case "GetSecret":
            guard let item = state.withLock({ $0.isLocked ? nil : $0.items[call.path] }) else {
                return .error(name: "org.freedesktop.Secret.Error.IsLocked", message: "locked")
            }
            return .values([
                .tuple([.objectPath("/session/1"), .bytes([]), .bytes(item.secret), .string("application/json")])
            ])
        case "Delete":
            state.withLock { $0.items[call.path] = nil }
            return .values([.objectPath("/")])
        default: return nil
        }
    }
}
