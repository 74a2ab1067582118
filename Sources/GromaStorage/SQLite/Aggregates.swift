// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import CSQLite
import GromaFeatures

/// Welford's running variance, in the memory that SQLite keeps for a group: stable where a sum of squares is not.
struct VarianceSum {
    var count = 0.0
    var mean = 0.0
    var squares = 0.0

    static func add(_ context: OpaquePointer?, _ values: Values) {
        guard let value = unsafe values?[0], unsafe sqlite3_value_type(value) != SQLITE_NULL,
            let memory = unsafe sqlite3_aggregate_context(context, Int32(MemoryLayout<VarianceSum>.size))
        else { return }
        let sum = unsafe memory.assumingMemoryBound(to: VarianceSum.self)
        let number = unsafe sqlite3_value_double(value)
        unsafe sum.pointee.count += 1
        let distance = unsafe number - sum.pointee.mean
        unsafe sum.pointee.mean += distance / sum.pointee.count
        unsafe sum.pointee.squares += distance * (number - sum.pointee.mean)
    }

    /// What `answer` makes of the variance of a sample; null below two values.
    static func finish(_ context: OpaquePointer?, _ answer: (Double) -> Double) {
        guard let memory = unsafe sqlite3_aggregate_context(context, 0) else {
            return unsafe sqlite3_result_null(context)
        }
        let sum = unsafe memory.assumingMemoryBound(to: VarianceSum.self)
        guard unsafe sum.pointee.count > 1 else { return unsafe sqlite3_result_null(context) }
        unsafe sqlite3_result_double(context, answer(sum.pointee.squares / (sum.pointee.count - 1)))
    }
}

/// The values of a group, gathered for a percentile: `groma_percentile(value, part, isAscending, isContinuous)`.
final class PercentileValues {
    private var values: [WhereValue] = []
    private var part = 0.5
    private var isAscending = true
    private var isContinuous = false

    /// The object of a group, made with its first row and released by `finish`; its address stands in the memory that SQLite
    /// keeps for the group.
    private static func object(_ context: OpaquePointer?, makes: Bool) -> PercentileValues? {
        let size = makes ? Int32(unsafe MemoryLayout<UnsafeMutableRawPointer?>.size) : 0
        guard let memory = unsafe sqlite3_aggregate_context(context, size) else { return nil }
        let slot = unsafe memory.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
        if let known = unsafe slot.pointee {
            return unsafe Unmanaged<PercentileValues>.fromOpaque(known).takeUnretainedValue()
        }
        guard makes else { return nil }
        let object = PercentileValues()
        unsafe slot.pointee = Unmanaged.passRetained(object).toOpaque()
        return object
    }

    static func add(_ context: OpaquePointer?, _ values: Values) {
        guard let value = unsafe values?[0], let object = unsafe object(context, makes: true) else { return }
        unsafe object.part = sqlite3_value_double(values?[1])
        unsafe object.isAscending = sqlite3_value_int(values?[2]) != 0
        unsafe object.isContinuous = sqlite3_value_int(values?[3]) != 0
        switch unsafe sqlite3_value_type(value) {
        case SQLITE_INTEGER: unsafe object.values.append(.integer(sqlite3_value_int64(value)))
        case SQLITE_FLOAT: unsafe object.values.append(.double(sqlite3_value_double(value)))
        case SQLITE_TEXT:
            guard let text = unsafe sqlite3_value_text(value) else { return }
            let bytes = unsafe UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(value)))
            unsafe object.values.append(.text(String(decoding: bytes, as: UTF8.self)))
        default: break
        }
    }

    static func finish(_ context: OpaquePointer?) {
        guard let object = unsafe object(context, makes: false) else { return unsafe sqlite3_result_null(context) }
        // Taken back here: SQLite calls this once for each group, also when the statement ends early.
        defer { unsafe Unmanaged.passUnretained(object).release() }
        switch object.result {
        case .null: unsafe sqlite3_result_null(context)
        case .integer(let number): unsafe sqlite3_result_int64(context, number)
        case .double(let number): unsafe sqlite3_result_double(context, number)
        case .text(let text): unsafe csqlite_result_text_copy(context, text, Int32(clamping: text.utf8.count))
        }
    }

    private var result: WhereValue {
        let sorted = values.sorted { ($0.order(to: $1) ?? 0) < 0 }
        guard !sorted.isEmpty else { return .null }
        if isContinuous {
            let numbers = sorted.compactMap(\.double)
            return Percentile.continuous(isAscending ? numbers : numbers.reversed(), part: part).map { .double($0) }
                ?? .null
        }
        let place = Percentile.discretePlace(count: sorted.count, part: part)
        return sorted[isAscending ? place : sorted.count - 1 - place]
    }
}
