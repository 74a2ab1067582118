// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

extension ReaderCheck {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    /// The reader's seeds in `Fuzzing/Seeds`, in the order of their names.
    public func seeds() throws -> [[UInt8]] {
        let seeds = Self.folder.appending(path: "Seeds/\(name)")
        return try FileManager.default.contentsOfDirectory(atPath: seeds.path).sorted().map {
            Array(try Data(contentsOf: seeds.appending(path: $0)))
        }
    }

    /// The words of the reader's format in `Fuzzing/Words`: one in quotes on each line, as libFuzzer's dictionaries have
    /// them. Lines with escapes are for that one alone.
    public func words() throws -> [[UInt8]] {
        let file = Self.folder.appending(path: "Words/\(name).dict")
        guard FileManager.default.fileExists(atPath: file.path) else { return [] }
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
            guard line.hasPrefix("\""), line.hasSuffix("\""), line.count > 2, !line.contains("\\") else { return nil }
            return Array(line.dropFirst().dropLast().utf8)
        }
    }
}
