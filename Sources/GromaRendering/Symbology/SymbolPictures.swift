// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaMapping
import GromaRaster

/// Gets and decodes the pictures that a layer's symbols show.
struct SymbolPictures {
    let loader: (@Sendable (URL) async throws -> [UInt8])?
    /// Where the app's own pictures lie.
    let resourceFolder: URL?
    /// Bytes of a picture file at most.
    private static let mostBytes = 16 << 20

    init(_ renderer: MapRenderer) {
        loader = renderer.resourceLoader
        resourceFolder = renderer.resourceFolder
    }

    /// Pixels of one symbol's picture at most.
    private static let mostPixels = 2_048 * 2_048

    func load(_ symbols: [any Symbol]) async -> (images: [SymbolImage: PixelBuffer], complaints: [String]) {
        var images: [SymbolImage: PixelBuffer] = [:]
        var complaints: [String] = []
        let wanted = symbols.flatMap { symbol -> [SymbolImage] in
            switch symbol {
            case let marker as PictureMarkerSymbol: [marker.image]
            case let fill as PictureFillSymbol: [fill.image]
            case let layered as MultilayerSymbol: layered.layers.compactMap(Self.image)
            default: []
            }
        }
        for image in wanted.uniqued() {
            do {
                images[image] = try PixelBuffer(
                    try Image(decoding: try await bytes(of: image), maximumPixels: Self.mostPixels))
            } catch {
                complaints.append("A symbol's picture could not be had: \(error)")
            }
        }
        return (images, complaints)
    }

    private static func image(of layer: SymbolLayer) -> SymbolImage? {
        switch layer.content {
        case .pictureFill(let image, _), .pictureStroke(let image, _): return image
        case .marker(let marker): if case .picture(let image) = marker.drawing { return image } else { return nil }
        default: return nil
        }
    }

    /// A file of the app's resource folder, by a plain name.
    @concurrent
    private func resource(_ name: String) async throws -> [UInt8] {
        guard let folder = resourceFolder, !name.isEmpty, !name.contains("/"), name != "..", name != "." else {
            throw RenderingError(.file, "the app has no resource \(name.prefix(100)).")
        }
        let url = folder.appending(path: name)
        guard let size = try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize, size <= Self.mostBytes,
            let data = try? Data(contentsOf: url)
        else { throw RenderingError(.file, "the app has no resource \(name.prefix(100)) in \(folder.path).") }
        return [UInt8](data)
    }

    private func bytes(of image: SymbolImage) async throws -> [UInt8] {
        switch image {
        case .data(let bytes, _): return bytes
        case .none: throw RenderingError(.malformed, "the document names none.")
        case .resource(let name): return try await resource(name)
        case .url(let text):
            if text.hasPrefix("data:"), let comma = text.firstIndex(of: ","),
                let data = Data(base64Encoded: String(text[text.index(after: comma)...]))
            {
                return [UInt8](data)
            }
            guard let loader, let url = URL(string: text), url.scheme != nil else {
                throw RenderingError(.unsupported, "\(text) is not fetched here.")
            }
            return try await loader(url)
        }
    }
}
