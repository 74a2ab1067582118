// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs

/// What a server must keep to itself: the key that signs tokens, and the administrator's password where the server made it.
struct ServerSecrets {
    let folder: URL

    /// The key of the data folder, made at first use; tokens so outlive a restart.
    func tokenKey() throws(HostingError) -> [UInt8] {
        let file = folder.appending(path: "token-key")
        if let known = try read(file) {
            guard known.count == 32 else {
                throw HostingError(
                    .configuration, "\(file.path) is no key of 32 bytes; delete it, then people sign in anew.")
            }
            return known
        }
        let key = SecureRandom.bytes(32)
        try write(key, to: file)
        return key
    }

    /// Makes the administrator, or gives them the password; answers the file that holds the password if there is one.
    func prepareAdministrator(named name: String, password: String?, in store: any PortalStore) async throws -> URL? {
        let file = folder.appending(path: "admin-password")
        var user =
            try await store.portalUser(name)
            ?? HostedUser(
                name: name, role: .administrator, created: Int64(Date().timeIntervalSince1970 * 1_000))
        user.role = .administrator
        if let password {
            guard password.count >= 4 else {
                throw HostingError(
                    .configuration, "The administrator's password is too short; give at least four characters.")
            }
            // A file with an older password would mislead.
            try? FileManager.default.removeItem(at: file)
            if let known = user.passwordHash, PasswordHash(text: known).verifies(password) { return nil }
            user.passwordHash = try PasswordHash(password: password).text
            try await store.setPortalUser(user)
            return nil
        }
        if user.passwordHash != nil { return FileManager.default.fileExists(atPath: file.path) ? file : nil }
        let made = Base64.encode(SecureRandom.bytes(15), alphabet: .urlSafe)
        user.passwordHash = try PasswordHash(password: made).text
        try? FileManager.default.removeItem(at: file)
        try write(Array((made + "\n").utf8), to: file)
        try await store.setPortalUser(user)
        return file
    }

    private func read(_ file: URL) throws(HostingError) -> [UInt8]? {
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        do { return [UInt8](try Data(contentsOf: file)) } catch {
            throw HostingError(
                .configuration, "\(file.path) cannot be read: \(error.localizedDescription)", cause: error)
        }
    }

    /// Makes a file that only its owner may read, from the first moment on.
    private func write(_ bytes: [UInt8], to file: URL) throws(HostingError) {
        let descriptor = unsafe open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        let count =
            descriptor < 0
            ? -1 : unsafe bytes.withUnsafeBytes { unsafe Foundation.write(descriptor, $0.baseAddress, $0.count) }
        if descriptor >= 0 { close(descriptor) }
        guard count == bytes.count else {
            throw HostingError(
                .configuration, "\(file.path) cannot be written: \(unsafe String(cString: strerror(errno))).")
        }
    }
}
