// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import TestSupport
import Testing

@Suite("groma as a process: places that cannot be written", .timeLimit(.minutes(10)))
struct WritingTests {
    /// Commands that write, each with the ending of what it makes; `PLACE` stands for where.
    static let commands = [
        ["sample", "create", "PLACE/town", "--size", "4"],
        ["convert", "a.csv", "PLACE/a.geojson"], ["convert", "a.csv", "PLACE/a.gpkg"],
        ["convert", "a.csv", "PLACE/a.csv"],
        ["render", "map.json", "--extent", "0,0,9,9", "--size", "64x64", "--out", "PLACE/a.png"],
        [
            "track", "a.nmea", "--map", "map.json", "--center", "0,0", "--scale", "1000", "--size", "64x64", "--record",
            "PLACE/a.gpx",
        ],
        ["map", "create", "PLACE/new.json"], ["import", "a.csv", "--service", "S", "--data", "PLACE/fresh"],
    ]

    /// Runs all of them on `place` and asks that each names it, with one of `reasons`, in words for people.
    private func refused(_ place: String, in folder: TemporaryFolder, _ reasons: String...) async throws {
        try folder.write("a.csv", Trees.csv)
        try folder.write("map.json", #"{"operationalLayers":[],"baseMap":{"baseMapLayers":[]},"version":"2.0"}"#)
        try folder.write("a.nmea", "$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A\r\n")
        for words in Self.commands {
            let words = words.map { $0.replacing("PLACE", with: place) }
            let outcome = try await Program.run(words, in: folder.url)
            #expect(outcome.failed(1), "\(words): \(outcome.summary)")
            let target = words.first { $0.hasPrefix(place) } ?? place
            #expect(outcome.errors.contains(target), "\(words): \(outcome.errors)")
            #expect(reasons.contains { outcome.errors.contains($0) }, "\(words): \(outcome.errors)")
            #expect(!outcome.errors.contains("Error Domain"), "\(words): \(outcome.errors)")
        }
        let left = (try? FileManager.default.contentsOfDirectory(atPath: folder.path(place))) ?? []
        #expect(left.allSatisfy { !$0.contains("part") && $0 != "town" }, "what is half made goes: \(left)")
    }

    @Test("a file where a folder is expected")
    func fileInAFoldersPlace() async throws {
        try await TemporaryFolder.run { folder in
            try folder.write("file", "x")
            try await refused("file", in: folder, "Not a directory")
            let sample = try await groma("sample", "create", folder.path("file"))
            #expect(sample.failed(1) && sample.errors.contains("is no folder"), "\(sample.summary)")
            let serve = try await groma("serve", "--data", folder.path("file"), "--port", "0")
            #expect(serve.failed(1) && serve.errors.contains("Not a directory"), "\(serve.summary)")
            #expect(serve.errors.components(separatedBy: "can't be made").count == 2, "said once: \(serve.errors)")
        }
    }

    @Test(
        "a disk that may not be written",
        .enabled(if: SmallDisk.isPossible, "a small file system can be mounted by root only"))
    func readOnlyDisk() async throws {
        try await TemporaryFolder.run { folder in
            try await SmallDisk.run(megabytes: 8) { disk in
                let data = try await Trees.dataFolder(in: disk)
                #expect(SmallDisk.makeReadOnly(disk))
                try FileManager.default.createSymbolicLink(
                    atPath: folder.path("disk"), withDestinationPath: disk.url.path)
                try await refused("disk", in: folder, "Read-only file system")
                let serve = try await groma("serve", "--data", data.path, "--port", "0")
                #expect(serve.failed(1) && serve.errors.contains("where you may write"), "\(serve.summary)")
            }
        }
    }

    @Test(
        "a full disk",
        .enabled(if: SmallDisk.isPossible, "a small file system can be mounted by root only"))
    func fullDisk() async throws {
        try await TemporaryFolder.run { folder in
            try await SmallDisk.run(megabytes: 1) { disk in
                let filling = disk.path("filling")
                #expect(FileManager.default.createFile(atPath: filling, contents: nil))
                let handle = try FileHandle(forWritingTo: URL(filePath: filling))
                while (try? handle.write(contentsOf: Data(count: 4_096))) != nil {}
                try? handle.close()
                try FileManager.default.createSymbolicLink(
                    atPath: folder.path("disk"), withDestinationPath: disk.url.path)
                try await refused("disk", in: folder, "No space left on device", "there is no room left")
            }
        }
    }
}
