// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// GDAL as the rival: pyogrio where the Python named by GROMA_BENCH_PYTHON has it (reading into memory only), else
/// `ogrinfo` over all features.
struct GDAL {
    private let python = ProcessInfo.processInfo.environment["GROMA_BENCH_PYTHON"]

    /// CPU milliseconds of reading the data source; nil when no GDAL is installed.
    func milliseconds(_ source: String) throws -> Double? {
        if let python {
            let script = """
                import pyogrio, sys, time
                times = []
                for _ in range(3):
                    start = time.process_time()
                    pyogrio.raw.read(sys.argv[1])
                    times.append(time.process_time() - start)
                print(sorted(times)[1] * 1e3)
                """
            return try run([python, "-c", script, source]).flatMap { Double($0) }
        }
        let script =
            "command -v ogrinfo >/dev/null || exit 3; TIMEFORMAT='%3U %3S'; time ogrinfo -q -al -geom=NO \"$0\" >/dev/null"
        guard let text = try run(["/bin/bash", "-c", script, source]) else { return nil }
        let parts = text.split(separator: " ").compactMap { Double($0) }
        return parts.count == 2 ? (parts[0] + parts[1]) * 1e3 : nil
    }

    private func run(_ command: [String]) throws -> String? {
        let process = Foundation.Process()
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { return nil }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").last.map { String($0) }
    }
}
