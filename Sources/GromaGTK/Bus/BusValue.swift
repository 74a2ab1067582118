// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk

/// A value of the D-Bus type system.
package indirect enum BusValue: Sendable, Hashable {
    case bool(Bool)
    case byte(UInt8)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
    case objectPath(String)
    case signature(String)
    case variant(BusValue)
    /// An array of bytes, `ay`.
    case bytes([UInt8])
    /// Values of one type, which is said because an array may be empty. Dictionaries are arrays of entries.
    case array([BusValue], of: String)
    case entry(BusValue, BusValue)
    case tuple([BusValue])

    /// `a{sv}`.
    package static func dictionary(_ members: [String: BusValue]) -> BusValue {
        .array(members.sorted { $0.key < $1.key }.map { .entry(.string($0.key), .variant($0.value)) }, of: "{sv}")
    }
    /// `a{ss}`.
    package static func texts(_ members: [String: String]) -> BusValue {
        .array(members.sorted { $0.key < $1.key }.map { .entry(.string($0.key), .string($0.value)) }, of: "{ss}")
    }

    /// The value of a dictionary's key, out of its variant; nil where there is none.
    package subscript(key: String) -> BusValue? {
        guard case .array(let entries, _) = self else { return nil }
        for case .entry(.string(key), let value) in entries { return value.content }
        return nil
    }
    /// What a variant holds; any other value itself.
    package var content: BusValue { if case .variant(let value) = self { value.content } else { self } }

    /// A text, a path or a signature.
    package var text: String? {
        switch content {
        case .string(let text), .objectPath(let text), .signature(let text): text
        default: nil
        }
    }
    /// Any number.
    package var number: Double? {
        switch content {
        case .byte(let value): Double(value)
        case .int16(let value): Double(value)
        case .uint16(let value): Double(value)
        case .int32(let value): Double(value)
        case .uint32(let value): Double(value)
        case .int64(let value): Double(value)
        case .uint64(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }
    package var flag: Bool? { if case .bool(let value) = content { value } else { nil } }
    /// The members of an array or a tuple.
    package var members: [BusValue]? {
        switch content {
        case .array(let members, _), .tuple(let members): members
        default: nil
        }
    }
    package var data: [UInt8]? { if case .bytes(let data) = content { data } else { nil } }
}

extension BusValue {
    /// A value for a message, which takes it over: its reference is floating.
    func makeVariant() -> OpaquePointer? {
        switch self {
        case .bool(let value): return unsafe g_variant_new_boolean(value ? 1 : 0)
        case .byte(let value): return unsafe g_variant_new_byte(value)
        case .int16(let value): return unsafe g_variant_new_int16(value)
        case .uint16(let value): return unsafe g_variant_new_uint16(value)
        case .int32(let value): return unsafe g_variant_new_int32(value)
        case .uint32(let value): return unsafe g_variant_new_uint32(value)
        case .int64(let value): return unsafe g_variant_new_int64(Int(value))
        case .uint64(let value): return unsafe g_variant_new_uint64(UInt(value))
        case .double(let value): return unsafe g_variant_new_double(value)
        // A text of ours may hold what D-Bus doesn't: the zero that ends a C text ends it.
        case .string(let text): return unsafe g_variant_new_string(text)
        case .objectPath(let path):
            return unsafe g_variant_is_object_path(path) != 0 ? g_variant_new_object_path(path) : nil
        case .signature(let text):
            return unsafe g_variant_is_signature(text) != 0 ? g_variant_new_signature(text) : nil
        case .variant(let value):
            guard let inner = unsafe value.makeVariant() else { return nil }
            return unsafe g_variant_new_variant(inner)
        case .bytes(let bytes):
            return unsafe bytes.withUnsafeBytes { raw in
                let type = unsafe g_variant_type_new("y")
                defer { unsafe g_variant_type_free(type) }
                return unsafe g_variant_new_fixed_array(type, raw.baseAddress, UInt(raw.count), 1)
            }
        case .array(let members, let element):
            guard unsafe g_variant_type_string_is_valid(element) != 0 else { return nil }
            let type = unsafe g_variant_type_new(element)
            defer { unsafe g_variant_type_free(type) }
            return unsafe Self.variants(members).flatMap { unsafe g_variant_new_array(type, $0, UInt($0.count)) }
        case .entry(let key, let value):
            guard let key = unsafe key.makeVariant(), let value = unsafe value.makeVariant() else { return nil }
            return unsafe g_variant_new_dict_entry(key, value)
        case .tuple(let members):
            return unsafe Self.variants(members).flatMap { unsafe g_variant_new_tuple($0, UInt($0.count)) }
        }
    }

    private static func variants(_ values: [BusValue]) -> [OpaquePointer?]? {
        var made = unsafe [OpaquePointer?]()
        for value in values {
            guard let variant = unsafe value.makeVariant() else { return nil }
            unsafe made.append(variant)
        }
        return unsafe made
    }

    /// Reads a value that stays its owner's; nil for types that carry descriptors. GLib bounds the depth of what comes from a bus.
    init?(_ variant: OpaquePointer) {
        switch unsafe g_variant_classify(variant) {
        case G_VARIANT_CLASS_BOOLEAN: self = unsafe .bool(g_variant_get_boolean(variant) != 0)
        case G_VARIANT_CLASS_BYTE: self = unsafe .byte(g_variant_get_byte(variant))
        case G_VARIANT_CLASS_INT16: self = unsafe .int16(g_variant_get_int16(variant))
        case G_VARIANT_CLASS_UINT16: self = unsafe .uint16(g_variant_get_uint16(variant))
        case G_VARIANT_CLASS_INT32: self = unsafe .int32(g_variant_get_int32(variant))
        case G_VARIANT_CLASS_UINT32: self = unsafe .uint32(g_variant_get_uint32(variant))
        case G_VARIANT_CLASS_INT64: self = unsafe .int64(Int64(g_variant_get_int64(variant)))
        case G_VARIANT_CLASS_UINT64: self = unsafe .uint64(UInt64(g_variant_get_uint64(variant)))
        case G_VARIANT_CLASS_DOUBLE: self = unsafe .double(g_variant_get_double(variant))
        case G_VARIANT_CLASS_STRING: self = unsafe .string(Self.text(of: variant))
        case G_VARIANT_CLASS_OBJECT_PATH: self = unsafe .objectPath(Self.text(of: variant))
        case G_VARIANT_CLASS_SIGNATURE: self = unsafe .signature(Self.text(of: variant))
        case G_VARIANT_CLASS_VARIANT:
            guard let inner = unsafe Self.children(of: variant)?.first else { return nil }
            self = .variant(inner)
        case G_VARIANT_CLASS_ARRAY:
            let signature = unsafe String(cString: g_variant_get_type_string(variant))
            if signature == "ay" {
                var count: UInt = 0
                guard let start = unsafe g_variant_get_fixed_array(variant, &count, 1) else {
                    self = .bytes([])
                    return
                }
                self = unsafe .bytes(Array(UnsafeRawBufferPointer(start: start, count: Int(count))))
            } else {
                guard let members = unsafe Self.children(of: variant) else { return nil }
                self = .array(members, of: String(signature.dropFirst()))
            }
        case G_VARIANT_CLASS_DICT_ENTRY:
            guard let both = unsafe Self.children(of: variant), both.count == 2 else { return nil }
            self = .entry(both[0], both[1])
        case G_VARIANT_CLASS_TUPLE:
            guard let members = unsafe Self.children(of: variant) else { return nil }
            self = .tuple(members)
        default: return nil
        }
    }

    private static func text(of variant: OpaquePointer) -> String {
        unsafe String(cString: g_variant_get_string(variant, nil))
    }

    /// More members than any answer we ask for has.
    private static let mostMembers = 65_536

    private static func children(of variant: OpaquePointer) -> [BusValue]? {
        let count = unsafe g_variant_n_children(variant)
        guard count <= mostMembers else { return nil }
        var values: [BusValue] = []
        for index in 0..<count {
            guard let child = unsafe g_variant_get_child_value(variant, index) else { return nil }
            defer { unsafe g_variant_unref(child) }
            guard let value = unsafe BusValue(child) else { return nil }
            values.append(value)
        }
        return values
    }
}
