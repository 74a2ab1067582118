// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CImages

/// WebP (RFC 9649) by libwebp.
enum WebP {
    static func info(_ bytes: [UInt8]) throws(CodecError) -> ImageInfo {
        var features = WebPBitstreamFeatures()
        let status = unsafe WebPGetFeatures(bytes, bytes.count, &features)
        guard status == VP8_STATUS_OK else {
            let isCut = status == VP8_STATUS_NOT_ENOUGH_DATA
            throw CodecError(isCut ? .truncated : .malformed, "The WebP header is damaged or cut.")
        }
        guard features.has_animation == 0 else { throw CodecError(.unsupported, "Animated WebP is not read.") }
        return ImageInfo(
            format: .webp, width: Int(features.width), height: Int(features.height),
            orientation: orientation(bytes) ?? 1)
    }

    /// The orientation in the file's EXIF chunk (RFC 9649, 2.7.1.5); some writers put JPEG's prefix before it.
    private static func orientation(_ bytes: [UInt8]) -> Int? {
        var place = 12
        while place + 8 <= bytes.count {
            let length = (0..<4).reduce(0) { $0 | Int(bytes[place + 4 + $1]) << (8 * $1) }
            guard length <= bytes.count - place - 8 else { return nil }
            if bytes[place..<place + 4].elementsEqual("EXIF".utf8) {
                var tiff = place + 8..<place + 8 + length
                if length > 6, bytes[tiff.lowerBound..<tiff.lowerBound + 4].elementsEqual("Exif".utf8) {
                    tiff = tiff.lowerBound + 6..<tiff.upperBound
                }
                return EXIF.orientation(bytes, tiff: tiff)
            }
            place += 8 + length + length % 2
        }
        return nil
    }

    static func decode(_ bytes: [UInt8], _ info: ImageInfo) throws(CodecError) -> Image {
        var pixels = [UInt8](repeating: 0, count: 4 * info.width * info.height)
        let size = pixels.count
        guard unsafe WebPDecodeRGBAInto(bytes, bytes.count, &pixels, size, Int32(4 * info.width)) != nil else {
            throw CodecError(.malformed, "The WebP file is damaged or cut.")
        }
        Image.premultiply(&pixels)
        return Image(width: info.width, height: info.height, pixels: pixels)
    }

    /// Encodes with `quality`, or without loss when it is nil.
    static func encode(_ image: Image, quality: Int?) throws(CodecError) -> [UInt8] {
        let width = Int32(image.width), height = Int32(image.height)
        guard width <= WEBP_MAX_DIMENSION, height <= WEBP_MAX_DIMENSION else {
            throw CodecError(.unsupported, "WebP holds at most \(WEBP_MAX_DIMENSION) rows and columns.")
        }
        let pixels = image.straightPixels
        var output: UnsafeMutablePointer<UInt8>?
        let size =
            if let quality {
                unsafe WebPEncodeRGBA(pixels, width, height, 4 * width, Float(max(0, min(100, quality))), &output)
            } else {
                unsafe WebPEncodeLosslessRGBA(pixels, width, height, 4 * width, &output)
            }
        guard size > 0, let file = unsafe output else {
            throw CodecError(.operationFailed, "The picture could not be written as WebP.")
        }
        defer { unsafe WebPFree(file) }
        return unsafe [UInt8](UnsafeBufferPointer(start: file, count: size))
    }
}
