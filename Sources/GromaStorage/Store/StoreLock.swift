// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation

/// Says that one process works with a data folder. Another that asks meanwhile is refused; the end of a process, however it comes, lets go.
public final class StoreLock: Sendable {
    private let descriptor: Int32

    /// Takes the folder. Throws `StorageError.busy` where another has it, also one in this process, and `.notFound` for a folder without data.
    ///
    /// The lock is on the folder's marker file, so it works on disks that cannot be written too.
    public init(folder: URL) throws {
        let marker = folder.appendingPathComponent("groma-store.json")
        let descriptor = unsafe open(marker.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw StorageError(.notFound, "\(folder.path) is no Groma data folder that can be read.")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let isTaken = errno == EWOULDBLOCK
            let reason = unsafe String(cString: strerror(errno))
            close(descriptor)
            throw StorageError(
                isTaken ? .busy : .inputOutput,
                isTaken
                    ? "The data folder \(folder.path) is in use by another groma. Stop that one first, or take another folder."
                    : "The data folder \(folder.path) can't be locked: \(reason).")
        }
        self.descriptor = descriptor
    }

    deinit {
        // A process that is just being started may hold a copy of the descriptor for a moment; closing ours would not let go.
        _ = flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
