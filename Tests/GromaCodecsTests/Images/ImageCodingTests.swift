// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import TestSupport
import Testing

@Suite struct ImageCodingTests {
    /// A picture with flat areas, noise and, unless opaque, every alpha.
    private func picture(width: Int, height: Int, isOpaque: Bool, seed: UInt64 = 1) -> Image {
        var random = SeededGenerator(seed: seed)
        var image = Image(width: width, height: height, red: 200, green: 100, blue: 50, alpha: 255)
        for y in 0..<height where y % 3 != 0 {
            for x in 0..<width {
                let alpha = isOpaque ? 255 : UInt8.random(in: 0...255, using: &random)
                image[x, y] = (
                    .random(in: 0...alpha, using: &random), .random(in: 0...alpha, using: &random),
                    .random(in: 0...alpha, using: &random), alpha
                )
            }
        }
        return image
    }

    private func largestDifference(_ a: Image, _ b: Image) -> Int {
        zip(a.pixels, b.pixels).map { abs(Int($0) - Int($1)) }.max() ?? 0
    }

    @Test(
        "lossless formats give back opaque pictures bit for bit, translucent ones to the rounding of alpha",
        arguments: [(1, 1), (1, 7), (7, 1), (64, 33)], [true, false])
    func lossless(size: (Int, Int), isOpaque: Bool) throws {
        let image = picture(width: size.0, height: size.1, isOpaque: isOpaque)
        for encoding in [.png(), .png(level: 6, filtersUp: true), .webpLossless] as [ImageEncoding] {
            let file = try image.encoded(as: encoding)
            #expect(ImageFormat(sniffing: file) == encoding.format)
            let info = try ImageInfo(reading: file)
            #expect(info.width == size.0 && info.height == size.1 && info.orientation == 1)
            let back = try Image(decoding: file)
            #expect(back.width == size.0 && back.height == size.1)
            #expect(largestDifference(back, image) <= (isOpaque ? 0 : 1), "\(encoding)")
        }
    }

    @Test("PNG data is the file")
    func pngData() throws {
        let image = picture(width: 5, height: 4, isOpaque: true)
        #expect(try [UInt8](image.pngData()) == image.encoded())
    }

    @Test(
        "lossy formats give back a smooth picture nearly",
        arguments: [.jpeg(quality: 95), .webp(quality: 95)] as [ImageEncoding])
    func lossy(encoding: ImageEncoding) throws {
        var image = Image(width: 64, height: 64, alpha: 255)
        for y in 0..<64 { for x in 0..<64 { image[x, y] = (UInt8(x * 3), UInt8(y * 3), 100, 255) } }
        let back = try Image(decoding: image.encoded(as: encoding))
        #expect(back.isOpaque && largestDifference(back, image) <= 24)
    }

    @Test("JPEG lays transparent pictures on white")
    func jpegOnWhite() throws {
        let back = try Image(decoding: Image(width: 16, height: 16).encoded(as: .jpeg()))
        #expect(back[8, 8].red > 250 && back[8, 8].green > 250 && back[8, 8].blue > 250 && back.isOpaque)
    }

    @Test(
        "a cut file is refused or, where only trailing bytes are missing, read; it never crashes",
        arguments: [.png(), .jpeg(), .webp(), .webpLossless] as [ImageEncoding])
    func cut(encoding: ImageEncoding) throws {
        let file = try picture(width: 32, height: 32, isOpaque: true).encoded(as: encoding)
        for length in stride(from: 0, to: file.count - 16, by: 7) {
            #expect(throws: CodecError.self, "\(length) of \(file.count) bytes") {
                try Image(decoding: Array(file.prefix(length)))
            }
        }
    }

    @Test(
        "damaged files are refused or read, never more",
        arguments: [.png(), .jpeg(), .webp(), .webpLossless] as [ImageEncoding])
    func damaged(encoding: ImageEncoding) throws {
        let file = try picture(width: 32, height: 32, isOpaque: false).encoded(as: encoding)
        var random = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            var bytes = file
            for _ in 0..<3 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            let image = try? Image(decoding: bytes, maximumPixels: 1_000_000)
            #expect(image.map { $0.pixels.count == 4 * $0.width * $0.height } ?? true)
        }
    }

    @Test("a header that promises too many pixels is refused before anything is decoded")
    func bombs() throws {
        var png = try Image(width: 8, height: 8).encoded()
        let error = #expect(throws: CodecError.self) { try Image(decoding: png, maximumPixels: 63) }
        #expect(error?.code == .tooLarge)
        png[16] = 0x7F
        png[20] = 0x7F
        #expect(throws: CodecError.self) { try Image(decoding: png) }
        for encoding in [.jpeg(), .webp(), .webpLossless] as [ImageEncoding] {
            let file = try Image(width: 100, height: 100).encoded(as: encoding)
            #expect(throws: CodecError.self) { try Image(decoding: file, maximumPixels: 9_999) }
        }
    }

    @Test(
        "what is no picture is refused",
        arguments: [[], [0], Array("GIF89a".utf8), Array("<svg/>".utf8), Array("RIFF".utf8)] as [[UInt8]])
    func foreign(bytes: [UInt8]) {
        let error = #expect(throws: CodecError.self) { try Image(decoding: bytes) }
        #expect(error?.code == .unsupported)
    }

    @Test("a JPEG is turned upright by its EXIF orientation", arguments: 1...8, [true, false])
    func orientation(orientation: Int, isLittleEndian: Bool) throws {
        // Left half white, right half black: upright it is wider than high.
        var upright = Image(width: 32, height: 16, alpha: 255)
        for y in 0..<16 { for x in 0..<16 { upright[x, y] = (255, 255, 255, 255) } }
        // What a camera held that way stores: the inverse turn (6 and 8 undo each other, the others themselves).
        let stored = upright.turned(byEXIFOrientation: orientation == 6 ? 8 : orientation == 8 ? 6 : orientation)
        let plain = try stored.encoded(as: .jpeg(quality: 100))
        let tag: [UInt8] =
            isLittleEndian
            ? [
                0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, UInt8(orientation), 0, 0, 0, 0, 0, 0,
                0,
            ]
            : [
                0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0, 0, 0, 0,
                0,
            ]
        let segment = [0xFF, 0xE1, 0, UInt8(2 + 6 + tag.count)] + Array("Exif\0\0".utf8) + tag
        let file = Array(plain.prefix(2)) + segment + Array(plain.dropFirst(2))
        #expect(try ImageInfo(reading: file).orientation == orientation)
        let image = try Image(decoding: file)
        #expect(image.width == 32 && image.height == 16)
        #expect(image[4, 8].red > 200 && image[28, 8].red < 50)
    }

    @Test("premultiplied and straight colours are each other's inverse where alpha allows it")
    func straight() {
        let image = Image(width: 1, height: 1, red: 128, green: 64, blue: 0, alpha: 128)
        #expect(image.straightPixels == [255, 128, 0, 128])
        #expect(Image(width: 2, height: 1).straightPixels == [UInt8](repeating: 0, count: 8))
    }
}
