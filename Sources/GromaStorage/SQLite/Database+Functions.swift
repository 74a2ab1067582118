// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import CSQLite
import GromaFeatures

/// Gives a connection the functions that GeoPackage's R-tree triggers call (ST_MinX, ST_MaxX, ST_MinY, ST_MaxY,
/// ST_IsEmpty: OGC 12-128r18, annex F.3), and ours for queries.
extension Database {
    /// Functions are registered once, when the connection opens; `connection` is its own handle.
    func registerFunctions(on connection: OpaquePointer) {
        let pure = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
        func add(
            _ name: String, _ argumentCount: Int32, _ function: @convention(c) (OpaquePointer?, Int32, Values) -> Void
        ) {
            unsafe sqlite3_create_function_v2(connection, name, argumentCount, pure, nil, function, nil, nil, nil)
        }
        unsafe add("ST_MinX", 1) { unsafe answerSide($0, $2) { $0.xMin } }
        unsafe add("ST_MaxX", 1) { unsafe answerSide($0, $2) { $0.xMax } }
        unsafe add("ST_MinY", 1) { unsafe answerSide($0, $2) { $0.yMin } }
        unsafe add("ST_MaxY", 1) { unsafe answerSide($0, $2) { $0.yMax } }
        unsafe add("ST_IsEmpty", 1) { context, _, values in
            unsafe answer(context, values) { bytes in
                let isEmpty = try unsafe GeometryBlob.envelope(of: bytes) == nil
                unsafe sqlite3_result_int(context, isEmpty ? 1 : 0)
            }
        }
        // The library's own know ASCII only; where-clauses know all letters.
        unsafe add("upper", 1) { context, _, values in unsafe answerText(context, values, WhereText.upper) }
        unsafe add("lower", 1) { context, _, values in unsafe answerText(context, values, WhereText.lower) }
        // The answer depends on the filter of the moment: neither deterministic nor for a schema's own use.
        let owner = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe sqlite3_create_function_v2(
            connection, "groma_relates", 1, SQLITE_UTF8 | SQLITE_DIRECTONLY, owner,
            { context, _, values in
                let owner = unsafe sqlite3_user_data(context)
                unsafe answer(context, values) { bytes in
                    guard let owner = unsafe owner else { return }
                    let database = unsafe Unmanaged<Database>.fromOpaque(owner).takeUnretainedValue()
                    let relates = try unsafe database.spatialFilter?.matches(bytes) ?? true
                    unsafe sqlite3_result_int(context, relates ? 1 : 0)
                }
            }, nil, nil, nil)
        unsafe sqlite3_create_function_v2(
            connection, "groma_variance", 1, pure, nil, nil, { unsafe VarianceSum.add($0, $2) },
            { unsafe VarianceSum.finish($0) { $0 } }, nil)
        unsafe sqlite3_create_function_v2(
            connection, "groma_deviation", 1, pure, nil, nil, { unsafe VarianceSum.add($0, $2) },
            { unsafe VarianceSum.finish($0) { $0.squareRoot() } }, nil)
        unsafe sqlite3_create_function_v2(
            connection, "groma_percentile", 4, pure, nil, nil, { unsafe PercentileValues.add($0, $2) },
            { unsafe PercentileValues.finish($0) }, nil)
    }
}

/// The arguments of an SQL function.
typealias Values = UnsafeMutablePointer<OpaquePointer?>?

/// One side of a blob's box; null for an empty geometry.
private func answerSide(
    _ context: OpaquePointer?, _ values: Values,
    _ side: ((xMin: Double, xMax: Double, yMin: Double, yMax: Double)) -> Double
) {
    unsafe answer(context, values) { bytes in
        if let box = try unsafe GeometryBlob.envelope(of: bytes) {
            unsafe sqlite3_result_double(context, side(box))
        } else {
            unsafe sqlite3_result_null(context)
        }
    }
}

/// What `change` makes of the first argument's text; null stays null.
private func answerText(_ context: OpaquePointer?, _ values: Values, _ change: (String) -> String) {
    guard let value = unsafe values?[0], let text = unsafe sqlite3_value_text(value) else {
        return unsafe sqlite3_result_null(context)
    }
    let bytes = unsafe UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(value)))
    var result = change(unsafe String(decoding: bytes, as: UTF8.self))
    result.withUTF8 { bytes in
        unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
            // A null address would answer NULL for an empty text.
            guard let address = characters.baseAddress else { return unsafe sqlite3_result_zeroblob(context, 0) }
            unsafe csqlite_result_text_copy(context, address, Int32(clamping: bytes.count))
        }
    }
}

/// Lends the first argument's bytes to `body`; null answers null, a thrown error becomes the statement's.
private func answer(_ context: OpaquePointer?, _ values: Values, _ body: (UnsafeRawBufferPointer) throws -> Void) {
    guard let value = unsafe values?[0], unsafe sqlite3_value_type(value) == SQLITE_BLOB,
        let address = unsafe sqlite3_value_blob(value)
    else { return unsafe sqlite3_result_null(context) }
    do {
        try unsafe body(UnsafeRawBufferPointer(start: address, count: Int(sqlite3_value_bytes(value))))
    } catch {
        unsafe sqlite3_result_error(context, "\(error)", -1)
    }
}
