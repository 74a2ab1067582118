// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import CGEOS

/// One handle of the geometry library: the only owner of a context pointer. Made for one operation, used by one thread.
@safe final class GEOSContext {
    let handle: OpaquePointer
    private let messages = LibraryMessages()

    init() throws(GeometryError) {
        _ = GEOSInterruption.isRegistered
        guard let handle = unsafe GEOS_init_r() else {
            throw GeometryError(.operationFailed, "The geometry library could not start: memory is short.")
        }
        unsafe self.handle = handle
        // The context never outlives its messages: both go with this object.
        let box = unsafe Unmanaged.passUnretained(messages).toOpaque()
        _ = unsafe GEOSContext_setErrorMessageHandler_r(
            handle,
            { text, box in
                guard let text = unsafe text, let box = unsafe box else { return }
                unsafe Unmanaged<LibraryMessages>.fromOpaque(box).takeUnretainedValue().last = unsafe String(
                    cString: text)
            }, box)
    }

    deinit { unsafe GEOS_finish_r(handle) }

    /// The error for an operation that gave no answer.
    func failure(_ operation: String) -> GeometryError {
        if wasInterrupted {
            return GeometryError(.cancelled, "\(operation) was cancelled with its task.", cause: messages.last)
        }
        return GeometryError(
            .operationFailed, "\(operation) could not be computed for these geometries; simplify them first.",
            cause: messages.last)
    }

    /// Takes over what the library makes.
    func adopt(_ operation: String, _ make: () -> OpaquePointer?) throws(GeometryError) -> GEOSShape {
        var made = unsafe make()
        while unsafe made == nil, wasInterrupted, !Task.isCancelled {
            messages.last = nil
            unsafe made = make()
        }
        guard let pointer = unsafe made else { throw failure(operation) }
        return unsafe GEOSShape(adopting: pointer, in: self)
    }

    /// The library answers tests with 0, 1, or 2 for an exception.
    func claim(_ operation: String, _ test: () -> CChar) throws(GeometryError) -> Bool {
        var answer = test()
        while answer != 0, answer != 1, wasInterrupted, !Task.isCancelled {
            messages.last = nil
            answer = test()
        }
        guard answer == 0 || answer == 1 else { throw failure(operation) }
        return answer == 1
    }

    /// One request stops whichever thread looks first: one that was not meant begins again (`adopt`, `claim`).
    private var wasInterrupted: Bool { messages.last?.contains("Interrupted") == true }
}

/// Makes the library's long operations end when the task they run in is cancelled.
///
/// The library calls back from the thread that computes, so the current task is the one to ask. The callback is one for the process; an earlier one is
/// called as before.
private enum GEOSInterruption {
    /// Registered once, before any task can compute; only read afterwards.
    nonisolated(unsafe) private static var earlier: (@convention(c) () -> Void)?

    static let isRegistered: Bool = {
        unsafe earlier = GEOS_interruptRegisterCallback {
            unsafe earlier?()
            if Task.isCancelled { GEOS_interruptRequest() }
        }
        return true
    }()
}

/// The last message of the library.
private final class LibraryMessages {
    var last: String?
}
