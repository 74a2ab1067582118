// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CSodium

/// A password in the only form in which it may be stored: hashed by argon2id with a salt of its own.
public struct PasswordHash: Sendable, Hashable {
    /// How much work and memory one guess costs.
    public enum Cost: Sendable {
        /// 64 MiB and some 50 ms: for servers at sign-in.
        case interactive
        /// 8 MiB and a few ms: for tests. Never for real passwords.
        case minimal
    }

    /// The hash with its parameters and salt, as it is stored: `$argon2id$v=19$m=…`.
    public let text: String

    /// Takes a stored hash.
    public init(text: String) { self.text = text }

    /// Hashes a password. Blocks for the cost's time: not for the cooperative pool.
    ///
    /// - Throws: `CodecError` with `.operationFailed` when there is not enough memory.
    public init(password: String, cost: Cost = .interactive) throws(CodecError) {
        Sodium.start()
        let characters = password.utf8.map { CChar(bitPattern: $0) }
        let (operations, memory) = PasswordHash.limits(cost)
        var output = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
        let status = unsafe crypto_pwhash_str(&output, characters, UInt64(characters.count), operations, memory)
        guard status == 0 else { throw CodecError(.operationFailed, "There is not enough memory to hash a password.") }
        text = String(decoding: output.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// True when `password` is the hashed one. Takes as long as hashing; a stored text that is no hash answers false.
    public func verifies(_ password: String) -> Bool {
        Sodium.start()
        guard text.utf8.count < Int(crypto_pwhash_STRBYTES) else { return false }
        let characters = password.utf8.map { CChar(bitPattern: $0) }
        return unsafe crypto_pwhash_str_verify(text, characters, UInt64(characters.count)) == 0
    }

    /// True when the hash was made with other costs and should be made anew at the next sign-in.
    public func needsRehash(cost: Cost = .interactive) -> Bool {
        Sodium.start()
        let (operations, memory) = PasswordHash.limits(cost)
        return unsafe crypto_pwhash_str_needs_rehash(text, operations, memory) != 0
    }

    private static func limits(_ cost: Cost) -> (operations: UInt64, memory: Int) {
        switch cost {
        case .interactive: (UInt64(crypto_pwhash_OPSLIMIT_INTERACTIVE), Int(crypto_pwhash_MEMLIMIT_INTERACTIVE))
        case .minimal: (1, 8 << 20)
        }
    }
}
