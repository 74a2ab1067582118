// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import Synchronization

/// Signs people in and tells who holds a token.
final class TokenAuthority: Sendable {
    /// Longest life of a token: fifteen days, as portals have it.
    static let longestMinutes = 21_600
    /// Wrong passwords in a row after which a name has to wait.
    private static let patience = 10
    private static let waitMilliseconds: Int64 = 60_000

    private let key: [UInt8]
    private let users: any PortalStore
    private let now: @Sendable () -> Int64
    private struct Failures { var count = 0, last: Int64 = 0 }
    private let failures = Mutex<[String: Failures]>([:])
    /// Tokens that were given back before their time, by when they would have ended; known as long as this process runs.
    private let revoked = Mutex<[String: Int64]>([:])

    /// `key` signs the tokens: 32 random bytes. `now` gives milliseconds since 1970.
    init(key: [UInt8], users: any PortalStore, now: @escaping @Sendable () -> Int64) {
        self.key = key
        self.users = users
        self.now = now
    }

    /// A token and when it ends, in milliseconds since 1970.
    struct Grant: Sendable {
        var token: String
        var expires: Int64
    }

    /// Checks a password, at the cost of its hash (about a tenth of a second on one core).
    func signIn(user name: String, password: String, minutes: Int) async throws -> Grant {
        let refusal = HostingError(
            .signInFailed, "Unable to generate token.", details: ["Invalid username or password."])
        let isPatient = failures.withLock { failures in
            let failure = failures[name] ?? Failures()
            return failure.count < Self.patience || now() - failure.last > Self.waitMilliseconds
        }
        guard isPatient else {
            throw HostingError(
                .signInFailed, "Unable to generate token.",
                details: ["Too many wrong passwords for this user. Try again in a minute."])
        }
        let user = try await users.portalUser(name)
        // An unknown name takes as long as a wrong password, so that names cannot be found out by the clock.
        let hash = PasswordHash(text: user?.passwordHash ?? Self.nobodysHash)
        guard hash.verifies(password), let user, user.passwordHash != nil else {
            failures.withLock { failures in
                if failures.count > 10_000 { failures.removeAll() }
                failures[name, default: Failures()].count += 1
                failures[name]?.last = now()
            }
            throw refusal
        }
        failures.withLock { $0[name] = nil }
        return grant(to: user.name, minutes: minutes)
    }

    /// A key for another kind of signature, so that none of one kind counts as one of another.
    func key(for purpose: String) -> [UInt8] { Digest.hmacSHA256(Array(purpose.utf8), key: key) }

    /// A token for a user who is known to be one.
    func grant(to name: String, minutes: Int) -> Grant {
        let expires = now() + Int64(min(max(minutes, 1), Self.longestMinutes)) * 60_000
        return Grant(token: SignedToken(subject: name, expiry: expires).signed(with: key), expires: expires)
    }

    /// Ends a token of ours before its time; without effect for others.
    func revoke(_ text: String) {
        let now = now()
        guard let token = try? SignedToken(verifying: text, key: key, now: now) else { return }
        revoked.withLock { revoked in
            revoked = revoked.filter { $0.value > now }
            revoked[text] = token.expiry
        }
    }

    /// Who holds `token`; anonymous without one. Throws `.invalidToken` for a token that is not ours or has run out.
    func caller(token: String?) async throws -> Caller {
        guard let token else { return .anonymous }
        let subject: String
        do {
            subject = try SignedToken(verifying: token, key: key, now: now()).subject
        } catch {
            throw HostingError(.invalidToken, "Invalid token.", details: ["\(error)"], cause: error)
        }
        guard revoked.withLock({ $0[token] }) == nil, let user = try await users.portalUser(subject) else {
            throw HostingError(.invalidToken, "Invalid token.")
        }
        return .user(user)
    }

    private static let nobodysHash = (try? PasswordHash(password: "nobody"))?.text ?? ""
}
