// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import CGEOS

/// One handle of the geometry library: the only owner of a context pointer. Made for one operation, used by one thread.
@safe final class GEOSContext {
    let handle: OpaquePointer
    private let messages = LibraryMessages()

    init() throws(GeometryError) {
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
        GeometryError(
            .operationFailed, "\(operation) could not be computed for these geometries; simplify them first.",
            cause: messages.last)
    }

    /// Takes over what the library made.
    func adopt(_ pointer: OpaquePointer?, _ operation: String) throws(GeometryError) -> GEOSShape {
        guard let pointer = unsafe pointer else { throw failure(operation) }
        return unsafe GEOSShape(adopting: pointer, in: self)
    }

    /// The library answers tests with 0, 1, or 2 for an exception.
    func claim(_ answer: CChar, _ operation: String) throws(GeometryError) -> Bool {
        guard answer == 0 || answer == 1 else { throw failure(operation) }
        return answer == 1
    }
}

/// The last message of the library.
private final class LibraryMessages {
    var last: String?
}
