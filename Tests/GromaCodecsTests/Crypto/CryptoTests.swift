// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import Testing

@Suite struct CryptoTests {
    @Test("SHA-256 of the standard's texts")
    func sha256() {
        #expect(
            Digest.sha256([]).hexadecimalText == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(
            Digest.sha256(Array("abc".utf8)).hexadecimalText
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    @Test("HMAC of RFC 4231, cases 2 and 6")
    func hmac() {
        #expect(
            Digest.hmacSHA256(Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8)).hexadecimalText
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        #expect(
            Digest.hmacSHA256(
                Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
                key: [UInt8](repeating: 0xAA, count: 131)
            ).hexadecimalText == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
    }

    @Test(
        "a password is verified, another is not",
        arguments: ["", "secret", "пароль 🔑", String(repeating: "x", count: 500)])
    func password(password: String) throws {
        let hash = try PasswordHash(password: password, cost: .minimal)
        #expect(hash.text.hasPrefix("$argon2id$") && !hash.text.contains("secret"))
        #expect(hash.verifies(password) && PasswordHash(text: hash.text).verifies(password))
        #expect(!hash.verifies(password + "x") && !hash.verifies("other"))
        #expect(try PasswordHash(password: password, cost: .minimal) != hash)
        #expect(hash.needsRehash() && !hash.needsRehash(cost: .minimal))
    }

    @Test(
        "a stored text that is no hash verifies nothing",
        arguments: ["", "secret", "$argon2id$", String(repeating: "$", count: 9_999)])
    func noHash(text: String) { #expect(!PasswordHash(text: text).verifies("secret")) }

    @Test("a token is good until its expiry, and only with its key")
    func token() throws {
        let key = SecureRandom.bytes(32)
        let token = SignedToken(subject: "editor", expiry: 1_000, claims: ["ip": "::1"])
        let text = token.signed(with: key)
        #expect(text.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) })
        #expect(try SignedToken(verifying: text, key: key, now: 999) == token)
        #expect(throws: CodecError.self) { try SignedToken(verifying: text, key: key, now: 1_000) }
        #expect(throws: CodecError.self) { try SignedToken(verifying: text, key: SecureRandom.bytes(32), now: 0) }
        for index in text.indices {
            var changed = text
            changed.replaceSubrange(index...index, with: text[index] == "A" ? "B" : "A")
            #expect(throws: CodecError.self) { try SignedToken(verifying: changed, key: key, now: 0) }
        }
        for other in ["", ".", "a.b.c", text + "A", String(repeating: "a", count: 10_000)] {
            let error = #expect(throws: CodecError.self) { try SignedToken(verifying: other, key: key, now: 0) }
            #expect(error?.code == .notAuthentic)
        }
    }

    @Test("GlobalIDs have their form and differ")
    func globalIDs() throws {
        let ids = (0..<1_000).map { _ in SecureRandom.globalID() }
        #expect(Set(ids).count == 1_000)
        for id in ids {
            #expect(id.wholeMatch(of: /\{[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}\}/) != nil)
        }
    }
}
