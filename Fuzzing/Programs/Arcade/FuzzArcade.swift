// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import FuzzingLoop

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt { FuzzingLoop.run("arcade", start, count) }
