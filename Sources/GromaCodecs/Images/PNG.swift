// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CImages

/// PNG (W3C PNG third edition): read by libpng, written by ourselves, as framing is simple and libdeflate compresses
/// faster than what libpng is built on.
enum PNG {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    static func info(_ bytes: [UInt8]) throws(CodecError) -> ImageInfo {
        guard bytes.count >= 33 else { throw CodecError(.truncated, "The PNG file ends in its header.") }
        guard bytes[12..<16].elementsEqual("IHDR".utf8) else {
            throw CodecError(.malformed, "The PNG file does not begin with its header.")
        }
        let width = EXIF.bigEndian(bytes, 16), height = EXIF.bigEndian(bytes, 20)
        // Deflate cannot shrink more than 1032 times: a short file that promises many pixels is cut or hostile.
        let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][Int(bytes[25])] ?? 1
        let rowBytes = (width * channels * Int(bytes[24]) + 7) / 8 + 1
        if height > 0, rowBytes > (bytes.count * 1_032 + 1_024) / height {
            throw CodecError(.truncated, "The PNG file is too short for its \(width) x \(height) pixels.")
        }
        var orientation = 1
        if let place = chunk("eXIf", in: bytes) { orientation = EXIF.orientation(bytes, tiff: place) ?? 1 }
        return ImageInfo(format: .png, width: width, height: height, orientation: orientation)
    }

    /// The place of the content of the first chunk of that type.
    private static func chunk(_ type: String, in bytes: [UInt8]) -> Range<Int>? {
        var place = 8
        while place + 12 <= bytes.count {
            let length = EXIF.bigEndian(bytes, place)
            guard length <= bytes.count - place - 12 else { return nil }
            if bytes[place + 4..<place + 8].elementsEqual(type.utf8) { return place + 8..<place + 8 + length }
            place += 12 + length
        }
        return nil
    }

    static func decode(_ bytes: [UInt8], _ info: ImageInfo) throws(CodecError) -> Image {
        var image = unsafe png_image()
        unsafe image.version = UInt32(PNG_IMAGE_VERSION)
        defer { unsafe png_image_free(&image) }
        var pixels: [UInt8] = []
        // libpng keeps a pointer into the file between the two calls, so both stand inside one closure.
        let isDecoded = unsafe bytes.withUnsafeBytes { file in
            guard unsafe png_image_begin_read_from_memory(&image, file.baseAddress, file.count) != 0,
                unsafe Int(image.width) == info.width, unsafe Int(image.height) == info.height
            else { return false }
            unsafe image.format = UInt32(cimages_png_format_rgba())
            pixels = [UInt8](repeating: 0, count: 4 * info.width * info.height)
            return unsafe png_image_finish_read(&image, nil, &pixels, 0, nil) != 0
        }
        guard isDecoded else {
            let cause = unsafe message(of: image)
            let code: CodecError.Code = cause.contains("EOF") || cause.contains("beyond") ? .truncated : .malformed
            throw CodecError(code, "The PNG file is damaged or cut.", cause: cause)
        }
        Image.premultiply(&pixels)
        return Image(width: info.width, height: info.height, pixels: pixels)
    }

    private static func message(of image: png_image) -> String {
        unsafe withUnsafeBytes(of: image.message) { raw in
            unsafe String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    static func encode(_ image: Image, level: Int, filtersUp: Bool) throws(CodecError) -> [UInt8] {
        let isOpaque = image.isOpaque
        let rows = filteredRows(of: image, channels: isOpaque ? 3 : 4, filtersUp: filtersUp)
        let data = try Deflate.compress(rows, wrapping: .zlib, level: level)
        var file = ByteSink(capacity: data.count + 64)
        file.append(signature)
        append(
            "IHDR",
            bigEndian(image.width) + bigEndian(image.height) + [8, isOpaque ? 2 : 6, 0, 0, 0], to: &file)
        append("IDAT", data, to: &file)
        append("IEND", [], to: &file)
        return file.finish()
    }

    private static func filteredRows(of image: Image, channels: Int, filtersUp: Bool) -> [UInt8] {
        let pixels = channels == 4 ? image.straightPixels : image.pixels
        let width = image.width, height = image.height
        let rowBytes = width * channels + 1
        return unsafe [UInt8](unsafeUninitializedCapacity: rowBytes * height) { output, count in
            unsafe pixels.withUnsafeBufferPointer { source in
                guard var to = output.baseAddress, var from = source.baseAddress else { return }
                for row in 0..<height {
                    let filters = filtersUp && row > 0
                    unsafe to.pointee = filters ? 2 : 0
                    unsafe to += 1
                    for _ in 0..<width {
                        for channel in 0..<channels {
                            let above = unsafe filters ? (from - 4 &* width)[channel] : 0
                            unsafe to[channel] = from[channel] &- above
                        }
                        unsafe to += channels
                        unsafe from += 4
                    }
                }
            }
            count = rowBytes * height
        }
    }

    private static func append(_ type: StaticString, _ content: [UInt8], to file: inout ByteSink) {
        file.append(bigEndian(content.count))
        file.append(type)
        file.append(content)
        let checksum = Deflate.crc32(content, startingFrom: Deflate.crc32(Array("\(type)".utf8)))
        file.append(bigEndian(Int(checksum)))
    }

    private static func bigEndian(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }
}
