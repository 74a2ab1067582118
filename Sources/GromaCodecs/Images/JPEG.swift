// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CImages

/// JPEG (ITU-T T.81) by libjpeg-turbo.
enum JPEG {
    static func info(_ bytes: [UInt8]) throws(CodecError) -> ImageInfo {
        guard let decompressor = unsafe tjInitDecompress() else { throw outOfMemory }
        defer { unsafe tjDestroy(decompressor) }
        var width: Int32 = 0, height: Int32 = 0, subsampling: Int32 = 0, colorSpace: Int32 = 0
        let status = unsafe tjDecompressHeader3(
            decompressor, bytes, UInt(bytes.count), &width, &height, &subsampling, &colorSpace)
        guard status == 0 else {
            throw unsafe CodecError(.malformed, "The JPEG header is damaged or cut.", cause: message(decompressor))
        }
        return ImageInfo(
            format: .jpeg, width: Int(width), height: Int(height), orientation: orientation(bytes) ?? 1)
    }

    /// Looks through the segments before the pixels for EXIF (T.81 B.1.1.4, CIPA DC-008 4.7.2).
    private static func orientation(_ bytes: [UInt8]) -> Int? {
        var place = 2
        while place + 4 <= bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            if marker == 0xDA || marker == 0xD9 { return nil }
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            let end = place + 2 + length
            guard length >= 2, end <= bytes.count else { return nil }
            if marker == 0xE1, length > 8, bytes[place + 4..<place + 10].elementsEqual([0x45, 0x78, 0x69, 0x66, 0, 0]) {
                return EXIF.orientation(bytes, tiff: place + 10..<end)
            }
            place = end
        }
        return nil
    }

    static func decode(_ bytes: [UInt8], _ info: ImageInfo) throws(CodecError) -> Image {
        guard let decompressor = unsafe tjInitDecompress() else { throw outOfMemory }
        defer { unsafe tjDestroy(decompressor) }
        var pixels = [UInt8](repeating: 255, count: 4 * info.width * info.height)
        // A bounded number of scans: a small progressive file can otherwise hold the decoder for minutes.
        let status = unsafe tjDecompress2(
            decompressor, bytes, UInt(bytes.count), &pixels, Int32(info.width), 0, Int32(info.height),
            Int32(TJPF_RGBA.rawValue), Int32(TJFLAG_LIMITSCANS))
        if status != 0 {
            let cause = unsafe message(decompressor)
            if cause.contains("Premature end") || cause.contains("beyond") {
                throw CodecError(.truncated, "The JPEG file is cut.", cause: cause)
            }
            guard unsafe tjGetErrorCode(decompressor) == Int32(TJERR_WARNING.rawValue) else {
                throw CodecError(.malformed, "The JPEG file is damaged, or of a kind that is not read.", cause: cause)
            }
        }
        return Image(width: info.width, height: info.height, pixels: pixels)
    }

    static func encode(_ image: Image, quality: Int) throws(CodecError) -> [UInt8] {
        guard image.width <= 65_500, image.height <= 65_500 else {
            throw CodecError(.unsupported, "JPEG holds at most 65500 rows and columns.")
        }
        guard let compressor = unsafe tjInitCompress() else { throw outOfMemory }
        defer { unsafe tjDestroy(compressor) }
        let pixels = onWhite(image)
        var size = tjBufSize(Int32(image.width), Int32(image.height), Int32(TJSAMP_420.rawValue))
        var status: Int32 = -1
        let file = unsafe [UInt8](unsafeUninitializedCapacity: Int(size)) { output, count in
            var place = output.baseAddress
            status = unsafe tjCompress2(
                compressor, pixels, Int32(image.width), 0, Int32(image.height), Int32(TJPF_RGBX.rawValue), &place,
                &size,
                Int32(TJSAMP_420.rawValue), Int32(max(1, min(100, quality))), Int32(TJFLAG_NOREALLOC))
            count = status == 0 ? Int(size) : 0
        }
        guard status == 0 else {
            throw unsafe CodecError(
                .operationFailed, "The picture could not be written as JPEG.", cause: message(compressor))
        }
        return file
    }

    /// Colours laid on white: premultiplied colour plus what alpha lets through.
    private static func onWhite(_ image: Image) -> [UInt8] {
        if image.isOpaque { return image.pixels }
        var pixels = image.pixels
        for index in stride(from: 0, to: pixels.count, by: 4) {
            let through = 255 - pixels[index + 3]
            for channel in index..<index + 3 {
                pixels[channel] = UInt8(min(255, Int(pixels[channel]) + Int(through)))
            }
        }
        return pixels
    }

    private static func message(_ handle: tjhandle) -> String {
        unsafe tjGetErrorStr2(handle).map { unsafe String(cString: $0) } ?? ""
    }
    private static var outOfMemory: CodecError { CodecError(.operationFailed, "There is no memory for a JPEG codec.") }
}
