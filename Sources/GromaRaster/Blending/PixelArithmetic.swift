// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

// Pixels are handled two channels at a time in 32 bits, or eight pixels at a time in sixteen 16-bit lanes. Weights are
// 0…256, so that a full weight is a shift and leaves every channel as it was.

typealias Pixels8 = SIMD8<UInt32>
typealias Lanes16 = SIMD16<UInt16>

@inline(__always) func lanes(_ v: Pixels8) -> Lanes16 { unsafeBitCast(v, to: Lanes16.self) }
@inline(__always) func packed(_ v: Lanes16) -> Pixels8 { unsafeBitCast(v, to: Pixels8.self) }
@inline(__always) func load8(_ p: UnsafeMutablePointer<UInt32>) -> Pixels8 {
    UnsafeRawPointer(p).loadUnaligned(as: Pixels8.self)
}
@inline(__always) func load8(_ p: UnsafePointer<UInt32>) -> Pixels8 {
    UnsafeRawPointer(p).loadUnaligned(as: Pixels8.self)
}
@inline(__always) func store8(_ p: UnsafeMutablePointer<UInt32>, _ v: Pixels8) {
    UnsafeMutableRawPointer(p).storeBytes(of: v, as: Pixels8.self)
}
@inline(__always) func load4(_ p: UnsafeMutablePointer<UInt32>) -> SIMD4<UInt32> {
    UnsafeRawPointer(p).loadUnaligned(as: SIMD4<UInt32>.self)
}
@inline(__always) func store4(_ p: UnsafeMutablePointer<UInt32>, _ v: SIMD4<UInt32>) {
    UnsafeMutableRawPointer(p).storeBytes(of: v, as: SIMD4<UInt32>.self)
}

/// Weight of an 8-bit coverage or alpha: 0…255 to 0…256.
@inline(__always) func weight(_ value: UInt32) -> UInt32 { value &+ (value >> 7) }

/// `pixel` times `weight` (0…256), rounded: with `weight(alpha)` a picture that is opaque stays so whatever is laid over it.
@inline(__always) func scaled(_ pixel: UInt32, _ weight: UInt32) -> UInt32 {
    let half: UInt32 = 0x0080_0080
    return ((pixel & 0x00FF_00FF) &* weight &+ half) >> 8 & 0x00FF_00FF
        | ((pixel >> 8 & 0x00FF_00FF) &* weight &+ half) & 0xFF00_FF00
}

/// Premultiplied `source` over `below`.
@inline(__always) func over(_ below: UInt32, _ source: UInt32) -> UInt32 {
    source &+ scaled(below, 256 &- weight(source >> 24))
}

/// `below` moved towards `source` by `weight` (0…256): exact for opaque sources of any coverage.
@inline(__always) func mixed(_ below: UInt32, _ source: UInt32, _ weight: UInt32) -> UInt32 {
    let rest = 256 &- weight
    let rb = ((below & 0x00FF_00FF) &* rest &+ (source & 0x00FF_00FF) &* weight) >> 8 & 0x00FF_00FF
    let ag = ((below >> 8 & 0x00FF_00FF) &* rest &+ (source >> 8 & 0x00FF_00FF) &* weight) & 0xFF00_FF00
    return rb | ag
}

@inline(__always) func mean4(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
    let m: UInt32 = 0x00FF_00FF
    let rb = ((a & m) &+ (b & m) &+ (c & m) &+ (d & m) &+ 0x0002_0002) >> 2 & m
    let ag = ((a >> 8 & m) &+ (b >> 8 & m) &+ (c >> 8 & m) &+ (d >> 8 & m) &+ 0x0002_0002) >> 2 & m
    return rb | ag << 8
}

/// Eight times `scaled`.
@inline(__always) func scaled8(_ pixels: Pixels8, _ weights: Pixels8) -> Pixels8 {
    let m = Pixels8(repeating: 0x00FF_00FF), w = lanes(weights | weights &<< 16), half = Lanes16(repeating: 128)
    let rb = (lanes(pixels & m) &* w &+ half) &>> 8
    let ag = (lanes((pixels &>> 8) & m) &* w &+ half) & Lanes16(repeating: 0xFF00)
    return packed(rb) | packed(ag)
}

/// Eight times `over`.
@inline(__always) func over8(_ below: Pixels8, _ source: Pixels8) -> Pixels8 {
    let a = source &>> 24
    return source &+ scaled8(below, Pixels8(repeating: 256) &- (a &+ (a &>> 7)))
}

/// Four times `over`.
@inline(__always) func over4(_ below: SIMD4<UInt32>, _ source: SIMD4<UInt32>) -> SIMD4<UInt32> {
    let m = SIMD4<UInt32>(repeating: 0x00FF_00FF), half = SIMD8<UInt16>(repeating: 128)
    let a = source &>> 24, rest = SIMD4<UInt32>(repeating: 256) &- (a &+ (a &>> 7))
    func lanes(_ v: SIMD4<UInt32>) -> SIMD8<UInt16> { unsafeBitCast(v, to: SIMD8<UInt16>.self) }
    let w = lanes(rest | rest &<< 16)
    let rb = (lanes(below & m) &* w &+ half) &>> 8
    let ag = (lanes((below &>> 8) & m) &* w &+ half) & SIMD8<UInt16>(repeating: 0xFF00)
    return source &+ (unsafeBitCast(rb, to: SIMD4<UInt32>.self) | unsafeBitCast(ag, to: SIMD4<UInt32>.self))
}

/// Eight times `mixed`; the source's channel pairs are given as lanes since they are the same all along a span.
@inline(__always) func mixed8(_ below: Pixels8, _ rb: Lanes16, _ ag: Lanes16, _ weights: Pixels8) -> Pixels8 {
    let m = Pixels8(repeating: 0x00FF_00FF)
    let w = lanes(weights | weights &<< 16), rest = Lanes16(repeating: 256) &- w
    let low = (lanes(below & m) &* rest &+ rb &* w) &>> 8
    let high = (lanes((below &>> 8) & m) &* rest &+ ag &* w) & Lanes16(repeating: 0xFF00)
    return packed(low) | packed(high)
}

/// Eight times `mixed`, each pair with a weight of its own.
@inline(__always) func between8(_ below: Pixels8, _ source: Pixels8, _ weights: Pixels8) -> Pixels8 {
    let m = Pixels8(repeating: 0x00FF_00FF)
    return mixed8(below, lanes(source & m), lanes((source &>> 8) & m), weights)
}
