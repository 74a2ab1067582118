// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CSodium

/// The cryptographic library, made ready once for the process.
enum Sodium {
    private static let status = sodium_init()

    /// Makes the library ready. Only a system without a source of randomness fails, and no secret can be made there.
    static func start() {
        precondition(status >= 0, "the system has no source of randomness")
    }
}

/// Random numbers from the operating system, fit for keys and tokens.
public struct SecureRandom: RandomNumberGenerator, Sendable {
    /// A generator; all share the system's source.
    public init() { Sodium.start() }
    /// 64 random bits.
    public mutating func next() -> UInt64 {
        var bits: UInt64 = 0
        unsafe randombytes_buf(&bits, MemoryLayout<UInt64>.size)
        return bits
    }
    /// Random bytes.
    public static func bytes(_ count: Int) -> [UInt8] {
        Sodium.start()
        var bytes = [UInt8](repeating: 0, count: count)
        unsafe randombytes_buf(&bytes, count)
        return bytes
    }
    /// A random UUID (RFC 9562, version 4) in the braces and capitals of a GlobalID: `{8-4-4-4-12}`.
    public static func globalID() -> String {
        var bytes = SecureRandom.bytes(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let text = bytes.hexadecimalText.uppercased()
        var groups: [Substring] = []
        var rest = text[...]
        for length in [8, 4, 4, 4, 12] {
            groups.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return "{" + groups.joined(separator: "-") + "}"
    }
}

/// Fingerprints of bytes.
public enum Digest {
    /// SHA-256 (FIPS 180-4): 32 bytes.
    public static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        Sodium.start()
        var output = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        unsafe crypto_hash_sha256(&output, bytes, UInt64(bytes.count))
        return output
    }
    /// HMAC with SHA-256 (RFC 2104) and a key of any length: 32 bytes.
    public static func hmacSHA256(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        Sodium.start()
        var state = crypto_auth_hmacsha256_state()
        unsafe crypto_auth_hmacsha256_init(&state, key, key.count)
        unsafe crypto_auth_hmacsha256_update(&state, bytes, UInt64(bytes.count))
        var output = [UInt8](repeating: 0, count: Int(crypto_auth_hmacsha256_BYTES))
        unsafe crypto_auth_hmacsha256_final(&state, &output)
        return output
    }
    /// True when the bytes are equal; takes the same time wherever they differ, so that nothing can be learnt from it.
    public static func areEqualInConstantTime(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        Sodium.start()
        guard a.count == b.count else { return false }
        return unsafe sodium_memcmp(a, b, a.count) == 0
    }
}
