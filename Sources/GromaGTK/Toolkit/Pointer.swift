// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk

/// A pointer to a GObject, as it stands for whichever of its classes a C function wants.
extension UnsafeMutableRawPointer {
    /// The class is taken from the parameter it is given to. Unchecked.
    func `as`<Class>(_: Class.Type = Class.self) -> UnsafeMutablePointer<Class> {
        unsafe assumingMemoryBound(to: Class.self)
    }
    /// For classes whose structure C keeps to itself.
    var opaque: OpaquePointer { OpaquePointer(self) }
}

/// One strong reference to a GObject.
@MainActor @safe final class ObjectReference {
    let pointer: UnsafeMutableRawPointer

    /// Takes a floating reference, or adds one to an object that somebody owns.
    init(sinking pointer: UnsafeMutableRawPointer) {
        unsafe g_object_ref_sink(pointer)
        unsafe self.pointer = unsafe pointer
    }
    /// Takes over a reference that a C function handed out.
    init(taking pointer: UnsafeMutableRawPointer) { unsafe self.pointer = unsafe pointer }

    isolated deinit { unsafe g_object_unref(pointer) }
}

extension UnsafePointer<CChar> {
    /// The C text, or nothing where it is not UTF-8.
    var text: String { unsafe String(validatingCString: self) ?? "" }
}

extension UnsafeMutableRawPointer {
    /// Sets a property of text that has no function of its own.
    func set(_ property: String, _ text: String) {
        var value = GValue()
        unsafe g_value_init(&value, cgtk_type_string())
        unsafe g_value_set_string(&value, text)
        unsafe g_object_set_property(self.as(), property, &value)
        unsafe g_value_unset(&value)
    }
}
