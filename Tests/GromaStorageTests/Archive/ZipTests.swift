// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaStorage
import Testing

@Suite("ZIP archives")
struct ZipTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func archive(_ name: String = "a.zip") throws -> URL {
        let url = folder.file(name)
        let writer = try ZipWriter(fileURL: url)
        try writer.add(Array("{\"a\":1}".utf8), at: "p12/root.json")
        try writer.add([], at: "empty")
        try writer.add(Array(repeating: 65, count: 100_000), at: "long.txt")
        try writer.add([1, 2, 3], at: "tile.png", compression: .stored)
        let file = folder.file("source-\(name)")
        try Data([9, 8, 7]).write(to: file)
        try writer.addFile(file, at: "files/x.bin")
        try writer.finish()
        return url
    }

    @Test("entries come back as they were written, in order")
    func roundTrip() throws {
        let archive = try ZipArchive(fileURL: try archive())
        #expect(archive.entries.map(\.path) == ["p12/root.json", "empty", "long.txt", "tile.png", "files/x.bin"])
        #expect(try archive.read("p12/root.json") == Array("{\"a\":1}".utf8))
        #expect(try archive.read("empty").isEmpty)
        #expect(try archive.read("long.txt").count == 100_000)
        #expect(try archive.read("files/x.bin") == [9, 8, 7])
        #expect(try #require(archive.entry(at: "long.txt")).compressedSize < 1_000)
        #expect { try archive.read("none") } throws: { ($0 as? StorageError)?.code == .notFound }
        #expect { try archive.read("long.txt", limit: 99_999) } throws: { ($0 as? StorageError)?.code == .tooLarge }
    }

    @Test("damaged bytes are noticed and never crash", arguments: 0..<24)
    func damage(round: Int) throws {
        let url = try archive("d\(round).zip")
        var bytes = [UInt8](try Data(contentsOf: url))
        if round % 2 == 0 {
            bytes.removeLast(bytes.count * (round + 1) / 26)
        } else {
            let place = bytes.count * round / 26
            for index in place..<min(place + 8, bytes.count) { bytes[index] ^= 0x5A }
        }
        let broken = folder.file("broken\(round).zip")
        try Data(bytes).write(to: broken)
        var contents: [String: [UInt8]] = [:]
        do {
            let archive = try ZipArchive(fileURL: broken)
            for entry in archive.entries { contents[entry.path] = try archive.read(entry) }
        } catch {
            #expect(error is StorageError)
        }
        // What was read before the damage was met is what was written.
        #expect(round % 2 == 1 || contents.isEmpty, "a cut archive has lost its list")
        if let long = contents["long.txt"] { #expect(long == Array(repeating: 65, count: 100_000)) }
        if let tile = contents["tile.png"] { #expect(tile == [1, 2, 3]) }
    }

    @Test("paths that lead out of the archive are refused", arguments: ["../x", "/x", "a/../../x", "", "a\\b", "dir/"])
    func paths(path: String) throws {
        let writer = try ZipWriter(fileURL: folder.file("p.zip"))
        #expect { try writer.add([1], at: path) } throws: { ($0 as? StorageError)?.code == .invalidValue }
        try writer.add([1], at: "x")
        #expect { try writer.add([1], at: "x") } throws: { ($0 as? StorageError)?.code == .alreadyExists }
    }

    @Test("missing files, other files and taken places are told apart")
    func opening() throws {
        #expect { try ZipArchive(fileURL: folder.file("none")) } throws: { ($0 as? StorageError)?.code == .cannotOpen }
        let text = folder.file("text.zip")
        try Data("no archive".utf8).write(to: text)
        #expect { try ZipArchive(fileURL: text) } throws: { ($0 as? StorageError)?.code == .malformed }
        #expect { try ZipWriter(fileURL: text) } throws: { ($0 as? StorageError)?.code == .alreadyExists }
    }
}
