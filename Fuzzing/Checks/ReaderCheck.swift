// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A reader of foreign bytes, and what it promises about any of them.
///
/// The fuzzing programs and the tests run the same checks: bytes are refused by a typed error that says why, or they are
/// read, and what was read survives being written and read again.
public struct ReaderCheck: Sendable {
    /// The reader's name; its seeds stand in `Fuzzing/Seeds` in a folder of that name.
    public let name: String
    /// Inputs are not made longer than this.
    public let mostBytes: Int
    /// Reads the bytes. Throws `BrokenPromise` where the reader does not keep its word; a refusal is no error here.
    public let run: @Sendable (_ bytes: [UInt8]) throws(BrokenPromise) -> Void

    /// Every reader.
    public static let all: [ReaderCheck] = [
        json, esriJSON, geoJSON, protobuf, csv, wellKnownBinary, wellKnownText, whereClause, webMap, images, requests,
        texts, packing, arcade, nmea, gpsd, gpx,
    ]
}

/// A reader did not keep its word.
public struct BrokenPromise: Error, CustomStringConvertible {
    /// What was expected of the reader.
    public let description: String
}

/// Breaks off with the promise that does not hold.
func promise(_ holds: Bool, _ words: @autoclosure () -> String) throws(BrokenPromise) {
    if !holds { throw BrokenPromise(description: words()) }
}

/// What was read, or nil where the bytes were refused; a refusal must say why.
func attempt<Result, Failure: Error & CustomStringConvertible>(
    _ body: () throws(Failure) -> Result
) throws(BrokenPromise) -> Result? {
    do {
        return try body()
    } catch {
        try promise(error.description.count > 8, "a refusal says why; this one says \"\(error.description)\"")
        return nil
    }
}

/// Runs what must succeed, because it reads what we have written or writes what we have read.
func mustSucceed<Result, Failure: Error>(
    _ what: String, _ body: () throws(Failure) -> Result
) throws(BrokenPromise) -> Result {
    do {
        return try body()
    } catch {
        throw BrokenPromise(description: "\(what) must succeed: \(error)")
    }
}
