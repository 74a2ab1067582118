// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Dispatch
public import Foundation
import Synchronization

/// Writes a track to a GPX file that is whole after every point: what `append` has answered for survives a crash, a kill and an empty battery.
///
/// Each point is written over the file's closing tags together with new ones, in one write, and then forced to the disk. Writing goes on in order on a
/// queue of its own. A file that a crash left half written is cut back to its last whole point when recording goes on with it.
public final class TrackRecorder: Sendable {
    /// When a fix becomes a point.
    public let limits: TrackLimits
    /// Where the track is written.
    public let fileURL: URL

    private struct State {
        var descriptor: Int32
        /// Where the closing tags begin.
        var end: Int64
        var last: Location?
        var count: Int
    }
    /// Held while a point is forced to the disk; only the queue waits for it.
    private let state: Mutex<State>
    private let count: Mutex<Int>
    private let breaksNext: Mutex<Bool>
    private let queue = DispatchQueue(label: "dev.groma.track")

    /// Opens or makes a file; an existing one has to be a track of this recorder, and is continued in a new segment.
    ///
    /// Throws `LocationError`: `notWritten` where the file cannot be made or read, `malformed` for a file of somebody else.
    public init(fileURL: URL, name: String = "", limits: TrackLimits = TrackLimits()) throws {
        self.fileURL = fileURL
        self.limits = limits
        let path = fileURL.path(percentEncoded: false)
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Self.failure(path) }
        var information = stat()
        guard unsafe fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            Foundation.close(descriptor)
            throw LocationError(.notWritten, "\(path) is no file that a track could be written to.")
        }
        do {
            let found = try Self.prepare(descriptor, path, name)
            state = Mutex(found)
            count = Mutex(found.count)
            breaksNext = Mutex(found.count > 0)
        } catch {
            Foundation.close(descriptor)
            throw error
        }
    }

    deinit { Foundation.close(state.withLock { $0.descriptor }) }

    /// Points in the file.
    public var pointCount: Int { count.withLock { $0 } }

    /// Writes a fix, if the limits take it: true when it is durably in the file, false when it was left out.
    ///
    /// Throws `LocationError` (`notWritten`) when the disk is full or gone; the file is then as it was after the point before.
    @discardableResult
    public func append(_ location: Location) async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { [self] in continuation.resume(with: Result { try write(location) }) }
        }
    }

    /// The next point begins a new segment: recording was paused.
    public func beginSegment() { breaksNext.withLock { $0 = true } }

    /// What is in the file now.
    public func document() async throws -> GPXDocument {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { [self] in
                continuation.resume(with: Result { try GPXDocument(parsing: [UInt8](try Data(contentsOf: fileURL))) })
            }
        }
    }

    private func write(_ location: Location) throws -> Bool {
        try state.withLock { state in
            guard limits.takes(location, after: state.last) else { return false }
            let breaks =
                state.count > 0 && (breaksNext.withLock { $0 } || limits.breaks(before: location, after: state.last))
            let text = (breaks ? GPXText.segmentBreak : "") + GPXText.point(location)
            try Self.write(text + GPXText.tail, at: state.end, state.descriptor, fileURL.path(percentEncoded: false))
            state.end += Int64(text.utf8.count)
            state.last = location
            state.count += 1
            count.withLock { $0 += 1 }
            breaksNext.withLock { $0 = false }
            return true
        }
    }

    private static func write(_ text: String, at offset: Int64, _ descriptor: Int32, _ path: String) throws {
        let bytes = Array(text.utf8)
        let written = unsafe bytes.withUnsafeBytes { buffer in
            unsafe pwrite(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
        }
        guard written == bytes.count, ftruncate(descriptor, off_t(offset) + off_t(bytes.count)) == 0,
            fsync(descriptor) == 0
        else {
            let error = failure(path)
            // What was there before is whole again, if the disk lets us.
            _ = restore(descriptor, offset)
            throw error
        }
    }

    private static func restore(_ descriptor: Int32, _ offset: Int64) -> Bool {
        let tail = Array(GPXText.tail.utf8)
        return unsafe tail.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
            == tail.count
            && ftruncate(descriptor, off_t(offset) + off_t(tail.count)) == 0
    }

    private static func failure(_ path: String) -> LocationError {
        LocationError(.notWritten, "The track cannot be written to \(path): \(Descriptors.reason).")
    }

    /// Writes the head of a new file, or finds the end of an old one.
    private static func prepare(_ descriptor: Int32, _ path: String, _ name: String) throws -> State {
        let data = [UInt8](try Data(contentsOf: URL(filePath: path)))
        if data.isEmpty {
            let head = GPXText.head(name: name)
            try write(head + GPXText.tail, at: 0, descriptor, path)
            // The name in its folder has to last too.
            let folder = unsafe open(
                URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false), O_RDONLY | O_CLOEXEC)
            if folder >= 0 {
                _ = fsync(folder)
                Foundation.close(folder)
            }
            return State(descriptor: descriptor, end: Int64(head.utf8.count), last: nil, count: 0)
        }
        guard String(decoding: data.prefix(300), as: UTF8.self).contains("creator=\"Groma\"") else {
            throw LocationError(.malformed, "\(path) is no track recorded here; give the new track another name.")
        }
        let mark = Array(GPXText.pointEnd.utf8), opening = Array("<trkseg>\n".utf8)
        guard let end = data.endOfLast(mark) ?? data.endOfLast(opening) else {
            throw LocationError(.malformed, "\(path) ends before its first point; remove it.")
        }
        try write(GPXText.tail, at: Int64(end), descriptor, path)
        let known = try GPXDocument(parsing: Array(data[..<end]) + Array(GPXText.tail.utf8)).locations
        return State(
            descriptor: descriptor, end: Int64(end), last: known.last, count: known.count)
    }
}

extension [UInt8] {
    /// The index behind the last occurrence of `pattern`; nil where there is none.
    fileprivate func endOfLast(_ pattern: [UInt8]) -> Int? {
        guard count >= pattern.count else { return nil }
        for start in stride(from: count - pattern.count, through: 0, by: -1)
        where self[start..<(start + pattern.count)].elementsEqual(pattern) {
            return start + pattern.count
        }
        return nil
    }
}
