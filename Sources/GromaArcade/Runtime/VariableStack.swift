// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The variables of an evaluation: those of the whole expression, then the frames of its functions.
///
/// Places come from the compiler, which knows how many there are; so they are checked in debug builds only.
@safe final class VariableStack {
    private var storage: UnsafeMutablePointer<Value>
    private var capacity: Int
    private(set) var count: Int
    /// The value of the last statement stands alone, so that it survives its function's frame.
    private let lastSlot: UnsafeMutablePointer<Value>

    init(count: Int) {
        unsafe lastSlot = .allocate(capacity: 1)
        unsafe lastSlot.initialize(to: .null)
        capacity = max(8, count)
        self.count = count
        unsafe storage = .allocate(capacity: capacity)
        unsafe storage.initialize(repeating: .null, count: count)
    }

    deinit {
        unsafe storage.deinitialize(count: count)
        unsafe storage.deallocate()
        unsafe lastSlot.deinitialize(count: 1)
        unsafe lastSlot.deallocate()
    }

    var last: Value {
        @inline(__always) get { unsafe lastSlot.pointee }
        @inline(__always) set { unsafe lastSlot.pointee = newValue }
    }

    @inline(__always) subscript(place: Int) -> Value {
        get {
            assert(place >= 0 && place < count)
            return unsafe storage[place]
        }
        set {
            assert(place >= 0 && place < count)
            unsafe storage[place] = newValue
        }
    }

    /// A variable cast to a number, without copying its value.
    @inline(__always) func number(at place: Int) -> Double {
        assert(place >= 0 && place < count)
        if case .number(let number) = unsafe storage[place] { return number }
        return Conversion.number(unsafe storage[place])
    }

    func append(_ value: Value) {
        if count == capacity { grow() }
        unsafe (storage + count).initialize(to: value)
        count += 1
    }

    /// Forgets all but the first so many.
    func cut(to count: Int) {
        unsafe (storage + count).deinitialize(count: self.count - count)
        self.count = count
    }

    /// Makes all null.
    @inline(__always) func clear() {
        for place in 0..<count { unsafe storage[place] = .null }
    }

    private func grow() {
        let larger = UnsafeMutablePointer<Value>.allocate(capacity: 2 * capacity)
        unsafe larger.moveInitialize(from: storage, count: count)
        unsafe storage.deallocate()
        unsafe storage = unsafe larger
        capacity *= 2
    }
}
