// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs

/// Where the picture of a picture symbol comes from.
public enum SymbolImage: Sendable, Hashable {
    /// The file's bytes (PNG, JPEG, …) with their MIME type, empty when the document does not say.
    case data([UInt8], contentType: String)
    /// An address: absolute, or relative to the layer's `images` folder.
    case url(String)
    /// The name of a file among the app's resources.
    case resource(String)
    /// The document names no picture, or its base64 cannot be read.
    case none
}

/// A symbol of a picture, which may be repeated.
public protocol PictureSymbol: PlacedSymbol {}

extension PictureSymbol {
    private static var resourceScheme: String { "resource:" }

    /// Width of the picture, of a fill that of one tile, in points; 0 where the document leaves it to the picture.
    public var width: Double {
        get { self["width", default: 0] }
        set { self["width", default: 0] = newValue }
    }
    /// Height of the picture, of a fill that of one tile, in points; 0 where the document leaves it to the picture.
    public var height: Double {
        get { self["height", default: 0] }
        set { self["height", default: 0] = newValue }
    }
    /// The picture; bytes in the document come before its address. Reading decodes base64: keep the result.
    public var image: SymbolImage {
        get {
            if let text: String = self["imageData"], !text.isEmpty,
                let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters), !data.isEmpty
            {
                return .data([UInt8](data), contentType: self["contentType", default: ""])
            }
            guard let url: String = self["url"], !url.isEmpty else { return .none }
            if url.hasPrefix(Self.resourceScheme) { return .resource(String(url.dropFirst(Self.resourceScheme.count))) }
            return .url(url)
        }
        set {
            guard newValue != image else { return }
            json["imageData"] = nil
            json["contentType"] = nil
            switch newValue {
            case .data(let bytes, let contentType):
                json["imageData"] = .string(Data(bytes).base64EncodedString())
                json["contentType"] = contentType.isEmpty ? nil : .string(contentType)
            case .url(let url): json["url"] = .string(url)
            case .resource(let name): json["url"] = .string(Self.resourceScheme + name)
            case .none: json["url"] = nil
            }
        }
    }
}
