// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import Synchronization

/// Files that clients sent ahead of the edit that uses them. Kept in memory, for an hour at most.
final class UploadStore: Sendable {
    /// Most bytes of all uploads together; the oldest give way.
    static let byteLimit = 128 << 20
    private static let life: Duration = .seconds(3_600)

    private struct Upload {
        var file: UploadedFile
        var owner: String?
        var arrived: ContinuousClock.Instant
    }
    private let uploads = Mutex<[(id: String, upload: Upload)]>([])

    /// Keeps a file and names it.
    func add(_ file: UploadedFile, owner: String?) throws(HostingError) -> String {
        guard file.data.count <= Self.byteLimit / 4 else {
            throw HostingError(
                .tooLarge, "An upload may have \(Self.byteLimit / 4) bytes; this one has \(file.data.count).")
        }
        let id = "i" + SecureRandom.bytes(16).hexadecimalText
        uploads.withLock { uploads in
            let now = ContinuousClock.now
            uploads.removeAll { $0.upload.arrived.duration(to: now) > Self.life }
            uploads.append((id, Upload(file: file, owner: owner, arrived: now)))
            while uploads.reduce(0, { $0 + $1.upload.file.data.count }) > Self.byteLimit { uploads.removeFirst() }
        }
        return id
    }

    /// The file of that name; only for whom it belongs to.
    func file(_ id: String, owner: String?) throws(HostingError) -> UploadedFile {
        let found = uploads.withLock { uploads in uploads.first { $0.id == id && $0.upload.owner == owner } }
        guard let found else {
            throw HostingError(.notFound, "There is no upload \(id.prefix(40)); send the file again.")
        }
        return found.upload.file
    }
}
