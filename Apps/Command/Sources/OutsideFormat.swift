// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures

/// Formats that Groma does not read itself: GDAL's ogr2ogr turns them into a GeoPackage, where it is installed.
enum OutsideFormat {
    /// Drivers that go to the network for what a file says.
    private static let skippedDrivers = "VRT,WFS,OAPIF,CSW,HTTP,NGW,EEDA,PLSCENES,ELASTIC,CARTO,AMIGOCLOUD"

    /// Converts a file and hands the GeoPackage, which is removed afterwards, to `read`. Layers without rows are left out.
    static func layers(
        of file: URL, _ read: (URL) async throws -> [FeatureFile.Layer]
    ) async throws -> [FeatureFile.Layer] {
        guard FileManager.default.fileExists(atPath: file.path) else {
            throw CommandError("\(file.relativePath) could not be read: \(unsafe String(cString: strerror(ENOENT)))")
        }
        guard let program = program("ogr2ogr") else {
            throw CommandError(
                """
                \(file.relativePath): .gpkg, .geojson, .json, .pbf and .csv are read without help; other formats need ogr2ogr, \
                which is not installed (Debian: gdal-bin)
                """)
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "groma-convert-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let package = folder.appending(path: "layers.gpkg")
        let complaints = folder.appending(path: "messages.txt")
        let status = try await run(program, ["-f", "GPKG", package.path, file.path], complaints)
        guard status == 0, FileManager.default.fileExists(atPath: package.path) else {
            let text = (try? String(contentsOf: complaints, encoding: .utf8)) ?? ""
            throw CommandError(
                "\(file.relativePath) could not be read by ogr2ogr: \(reason(in: text) ?? "exit status \(status)")")
        }
        let layers = try await read(package)
        let filled = layers.filter { $0.features.count > 0 }
        return filled.isEmpty ? layers : filled
    }

    /// The line that says why a conversion failed: the first error; warnings, which GDAL gives of much that did not matter, come after
    /// everything else.
    private static func reason(in complaints: String) -> String? {
        let lines = complaints.split(whereSeparator: \.isNewline).map(String.init)
        return lines.first { $0.hasPrefix("ERROR") } ?? lines.first { !$0.hasPrefix("Warning") } ?? lines.first
    }

    private static func run(_ program: URL, _ arguments: [String], _ complaints: URL) async throws -> Int32 {
        _ = FileManager.default.createFile(atPath: complaints.path, contents: nil)
        let messages = try FileHandle(forWritingTo: complaints)
        defer { try? messages.close() }
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["GDAL_SKIP": skippedDrivers]) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = messages
        process.standardError = messages
        return try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch {
                process.terminationHandler = nil
                continuation.resume(throwing: error)
            }
        }
    }

    /// The first program of that name on the search path.
    private static func program(_ name: String) -> URL? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .map { URL(filePath: String($0)).appending(path: name) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}
