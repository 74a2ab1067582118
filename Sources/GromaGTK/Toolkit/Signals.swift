// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk

/// What a signal says: argument 0 is the object it comes from.
@MainActor @safe struct SignalArguments {
    private let values: UnsafePointer<GValue>
    private let result: UnsafeMutablePointer<GValue>?

    fileprivate init(values: UnsafePointer<GValue>, result: UnsafeMutablePointer<GValue>?) {
        unsafe self.values = unsafe values
        unsafe self.result = unsafe result
    }

    func double(_ index: Int) -> Double { unsafe g_value_get_double(values + index) }
    func int(_ index: Int) -> Int { unsafe Int(g_value_get_int(values + index)) }
    func uint(_ index: Int) -> UInt32 { unsafe g_value_get_uint(values + index) }
    func flags(_ index: Int) -> UInt32 { unsafe g_value_get_flags(values + index) }
    func text(_ index: Int) -> String { unsafe g_value_get_string(values + index)?.text ?? "" }
    func object(_ index: Int) -> UnsafeMutableRawPointer? { unsafe g_value_get_object(values + index) }
    /// Answers a signal that asks whether it was dealt with.
    func answer(_ value: Bool) { if let result = unsafe result { unsafe g_value_set_boolean(result, value ? 1 : 0) } }
}

/// A closure that C holds on to.
final class ClosureBox<Closure> {
    let closure: Closure
    init(_ closure: Closure) { self.closure = closure }
}

extension UnsafeMutableRawPointer {
    /// Calls `body` at each signal until the object goes. The object owns the closure: it must not hold the object.
    @MainActor @discardableResult
    func on(_ signal: String, _ body: @escaping @MainActor (SignalArguments) -> Void) -> UInt {
        typealias Body = @MainActor (SignalArguments) -> Void
        let box = unsafe Unmanaged.passRetained(ClosureBox<Body>(body)).toOpaque()
        return unsafe cgtk_connect(
            self, signal, box,
            { box, result, _, values in
                guard let box = unsafe box, let values = unsafe values else { return }
                unsafe Unmanaged<ClosureBox<Body>>.fromOpaque(box).takeUnretainedValue()
                    .closure(SignalArguments(values: values, result: result))
            },
            { box in if let box = unsafe box { unsafe Unmanaged<AnyObject>.fromOpaque(box).release() } })
    }

    /// Calls `body` once a frame with the frame's time in seconds until it answers false or the widget goes.
    @MainActor
    func onTick(_ body: @escaping @MainActor (Double) -> Bool) {
        typealias Body = @MainActor (Double) -> Bool
        let box = unsafe Unmanaged.passRetained(ClosureBox<Body>(body)).toOpaque()
        _ = unsafe cgtk_add_tick(
            self, box,
            { box, microseconds in
                guard let box = unsafe box else { return 0 }
                return unsafe Unmanaged<ClosureBox<Body>>.fromOpaque(box).takeUnretainedValue()
                    .closure(Double(microseconds) / 1_000_000) ? 1 : 0
            },
            { box in if let box = unsafe box { unsafe Unmanaged<AnyObject>.fromOpaque(box).release() } })
    }
}
