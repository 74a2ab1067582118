// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGTK
import GromaServices
import Testing

@Suite(
    "Credentials in the desktop's secret service", .enabled(if: PrivateBus.program != nil, "dbus-daemon is missing"),
    .timeLimit(.minutes(10)))
struct SecretServiceTests {
    private static let portal = URL(filePath: "/").absoluteURL
    private let here = URL(string: "https://gis.example.org/portal") ?? Self.portal
    private let there = URL(string: "https://maps.example.com/portal") ?? Self.portal

    private func oauth(_ refresh: String) throws -> KeptCredential {
        let redirect = try #require(URL(string: "http://127.0.0.1/"))
        return .oauth(
            OAuthUserConfiguration(portalURL: here, clientID: "groma-field", redirectURL: redirect), username: "jo",
            refreshToken: refresh)
    }

    @Test("a credential is kept for its portal, replaced, found by another run, and forgotten")
    func keeps() async throws {
        let bus = try await PrivateBus()
        let service = try await FakeSecretService(on: bus)
        let vault = try await SecretServiceVault(bus: bus.place)
        #expect(vault.isDurable)
        #expect(try await vault.credential(for: here) == nil)
        try await vault.save(try oauth("first"), for: here)
        try await vault.save(.user(name: "jo", password: "naïve \u{1F5FA}"), for: there)
        try await vault.save(try oauth("second"), for: here)
        #expect(service.secrets.count == 2)
        let another = try await SecretServiceVault(bus: bus.place)
        #expect(try await another.credential(for: here) == (try oauth("second")))
        #expect(try await another.credential(for: there) == .user(name: "jo", password: "naïve \u{1F5FA}"))
        try await another.remove(for: here)
        #expect(try await vault.credential(for: here) == nil)
        #expect(service.secrets.count == 1)
        try await vault.remove(for: here)
        await bus.end()
    }

    @Test("a locked keyring is opened by asking the person; a person who says no is told what that means")
    func locked() async throws {
        let bus = try await PrivateBus()
        let service = try await FakeSecretService(on: bus)
        let vault = try await SecretServiceVault(bus: bus.place)
        try await vault.save(try oauth("r"), for: here)
        service.lock()
        #expect(try await vault.credential(for: here) == (try oauth("r")))
        #expect(service.prompts == 1)
        await bus.end()

        let second = try await PrivateBus()
        let closed = try await FakeSecretService(on: second, isLocked: true, opens: false)
        let stuck = try await SecretServiceVault(bus: second.place)
        await #expect { try await stuck.save(try oauth("r"), for: here) } throws: {
            ($0 as? ServiceError)?.code == .cancelled
        }
        #expect(closed.secrets.isEmpty && closed.prompts == 1)
        await second.end()
    }

    @Test("without a service there is none to open, and what is kept in memory says so")
    func absent() async throws {
        let bus = try await PrivateBus()
        await #expect(throws: BusError.self) { try await SecretServiceVault(bus: bus.place) }
        let memory = MemoryVault()
        #expect(!memory.isDurable)
        try await memory.save(.user(name: "jo", password: "p"), for: here)
        #expect(try await memory.credential(for: here) == .user(name: "jo", password: "p"))
        try await memory.remove(for: here)
        #expect(try await memory.credential(for: here) == nil)
        await bus.end()
    }

    @Test("damaged secrets count as none")
    func damaged() throws {
        for text in ["", "{}", "[]", #"{"kind":"oauth","user":"jo"}"#, #"{"kind":"other","user":"jo"}"#] {
            #expect(KeptCredential(data: Array(text.utf8)) == nil)
        }
        let kept = try oauth("r")
        #expect(KeptCredential(data: kept.data) == kept && kept.username == "jo")
    }
}
