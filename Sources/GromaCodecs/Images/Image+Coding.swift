// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation

/// What a picture file says of itself before its pixels are decoded.
public struct ImageInfo: Sendable, Hashable {
    public var format: ImageFormat
    /// Pixels a row, as stored (before the orientation is applied).
    public var width: Int
    /// Rows, as stored.
    public var height: Int
    /// How the stored rows are to be turned (EXIF tag 0x0112): 1 to 8, 1 as they are.
    public var orientation: Int
}

/// What a picture is written as.
public enum ImageEncoding: Sendable, Hashable {
    /// Without loss, transparency kept. `up` filtering makes photographs smaller and maps of flat colours larger; `level` is
    /// deflate's, 1 to 12.
    case png(level: Int = 1, filtersUp: Bool = false)
    /// With loss, on white; quality 1 to 100.
    case jpeg(quality: Int = 85)
    /// With loss, transparency kept; quality 0 to 100.
    case webp(quality: Int = 80)
    /// Without loss, transparency kept.
    case webpLossless

    /// The format of the file.
    public var format: ImageFormat {
        switch self {
        case .png: .png
        case .jpeg: .jpeg
        case .webp, .webpLossless: .webp
        }
    }
}

extension Image {
    /// Most pixels of a picture that is decoded, unless the caller says otherwise: 40 million, 160 MB.
    public static let defaultMaximumPixels = 40_000_000

    /// Decodes a PNG, JPEG or WebP file and turns it upright by its EXIF orientation.
    ///
    /// - Throws: `CodecError`: `.unsupported` for other formats and for animations, `.tooLarge` when the header tells of more
    ///   pixels than `maximumPixels` (nothing is decoded then), `.malformed` or `.truncated` for damaged files.
    public init(decoding bytes: [UInt8], maximumPixels: Int = Image.defaultMaximumPixels) throws(CodecError) {
        let info = try ImageInfo(reading: bytes)
        guard info.width > 0, info.height > 0 else {
            throw CodecError(.malformed, "The picture has no pixels.")
        }
        guard info.width <= maximumPixels, info.height <= maximumPixels / info.width else {
            throw CodecError(
                .tooLarge,
                "The picture has \(info.width) x \(info.height) pixels; at most \(maximumPixels) are decoded.")
        }
        var image =
            switch info.format {
            case .png: try PNG.decode(bytes, info)
            case .jpeg: try JPEG.decode(bytes, info)
            case .webp: try WebP.decode(bytes, info)
            case .gif: throw ImageInfo.unsupportedFormat
            }
        image = image.turned(byEXIFOrientation: info.orientation)
        self = image
    }

    /// Encodes the picture as a file.
    ///
    /// - Throws: `CodecError` with `.unsupported` when the format cannot hold so many rows or columns.
    public func encoded(as encoding: ImageEncoding = .png()) throws(CodecError) -> [UInt8] {
        switch encoding {
        case .png(let level, let filtersUp): try PNG.encode(self, level: level, filtersUp: filtersUp)
        case .jpeg(let quality): try JPEG.encode(self, quality: quality)
        case .webp(let quality): try WebP.encode(self, quality: quality)
        case .webpLossless: try WebP.encode(self, quality: nil)
        }
    }

    /// The picture as a PNG file, ready to be written.
    ///
    /// - Throws: `CodecError` with `.unsupported` when the format cannot hold so many rows or columns.
    public func pngData() throws(CodecError) -> Data { Data(try encoded()) }

    /// The picture as it is to be seen when its rows are stored in the given EXIF orientation (1 to 8).
    public func turned(byEXIFOrientation orientation: Int) -> Image {
        guard (2...8).contains(orientation) else { return self }
        let swaps = orientation >= 5
        let newWidth = swaps ? height : width, newHeight = swaps ? width : height
        var turned = [UInt8](repeating: 0, count: pixels.count)
        for y in 0..<newHeight {
            for x in 0..<newWidth {
                let (sourceX, sourceY) =
                    switch orientation {
                    case 2: (width - 1 - x, y)
                    case 3: (width - 1 - x, height - 1 - y)
                    case 4: (x, height - 1 - y)
                    case 5: (y, x)
                    case 6: (y, height - 1 - x)
                    case 7: (width - 1 - y, height - 1 - x)
                    default: (width - 1 - y, x)
                    }
                let from = 4 * (sourceY * width + sourceX), to = 4 * (y * newWidth + x)
                for channel in 0..<4 { turned[to + channel] = pixels[from + channel] }
            }
        }
        return Image(width: newWidth, height: newHeight, pixels: turned)
    }
}

extension ImageInfo {
    static var unsupportedFormat: CodecError {
        CodecError(.unsupported, "The bytes are no picture that is read here; PNG, JPEG and WebP are.")
    }

    /// Reads the header of a PNG, JPEG or WebP file.
    ///
    /// - Throws: `CodecError`: `.unsupported` for other formats, `.malformed` or `.truncated` for damaged headers.
    public init(reading bytes: [UInt8]) throws(CodecError) {
        switch ImageFormat(sniffing: bytes) {
        case .png: self = try PNG.info(bytes)
        case .jpeg: self = try JPEG.info(bytes)
        case .webp: self = try WebP.info(bytes)
        case .gif, nil: throw ImageInfo.unsupportedFormat
        }
    }
}
