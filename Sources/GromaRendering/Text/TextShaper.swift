// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import CPango
import Foundation

/// Owner of a font map and its context; used under `TextEngine`'s lock only.
@safe final class PangoFonts: @unchecked Sendable {  // reached only through TextEngine's lock
    private let map: UnsafeMutablePointer<PangoFontMap>?
    let context: OpaquePointer?

    init(fonts: FontCollection) {
        var configuration: OpaquePointer?
        if case .files(let urls) = fonts {
            unsafe configuration = FcConfigCreate()
            for url in urls {
                unsafe url.path.withCString { path in
                    let bytes = unsafe UnsafeRawPointer(path).assumingMemoryBound(to: FcChar8.self)
                    let isFolder = (try? url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) ?? false
                    unsafe _ =
                        isFolder
                        ? FcConfigAppFontAddDir(configuration, bytes) : FcConfigAppFontAddFile(configuration, bytes)
                }
            }
        }
        unsafe map = cpango_font_map(configuration)
        unsafe context = pango_font_map_create_context(map)
        // The map holds its own reference.
        if let configuration = unsafe configuration { unsafe FcConfigDestroy(configuration) }
        unsafe pango_context_set_round_glyph_positions(context, 0)
    }

    deinit {
        if let context = unsafe context { unsafe cpango_release(UnsafeMutableRawPointer(context)) }
        if let map = unsafe map { unsafe cpango_release(UnsafeMutableRawPointer(map)) }
    }
}

/// Owner of one laid-out text.
@safe final class PangoText {
    let layout: OpaquePointer?

    init(_ text: String, style: TextStyle, fonts: PangoFonts, maximumWidth: Double) {
        unsafe layout = pango_layout_new(fonts.context)
        let description = unsafe pango_font_description_new()
        let families =
            style.family.isEmpty
            ? "Noto Sans,DejaVu Sans,sans-serif" : style.family + ",Noto Sans,DejaVu Sans,sans-serif"
        unsafe pango_font_description_set_family(description, families)
        unsafe pango_font_description_set_absolute_size(description, min(max(style.size, 1), 500) * Double(PANGO_SCALE))
        if style.isBold { unsafe pango_font_description_set_weight(description, PANGO_WEIGHT_BOLD) }
        if style.isItalic { unsafe pango_font_description_set_style(description, PANGO_STYLE_ITALIC) }
        unsafe pango_layout_set_font_description(layout, description)
        unsafe pango_font_description_free(description)
        unsafe pango_layout_set_text(layout, text, Int32(text.utf8.count))
        if style.letterSpacing != 0 || !style.isKerned {
            let attributes = unsafe pango_attr_list_new()
            if style.letterSpacing != 0 {
                unsafe pango_attr_list_insert(
                    attributes, pango_attr_letter_spacing_new(Int32(style.letterSpacing * Double(PANGO_SCALE))))
            }
            if !style.isKerned {
                unsafe pango_attr_list_insert(attributes, pango_attr_font_features_new("kern=0"))
            }
            unsafe pango_layout_set_attributes(layout, attributes)
            unsafe pango_attr_list_unref(attributes)
        }
        if maximumWidth > 0 {
            unsafe pango_layout_set_width(layout, Int32(min(maximumWidth, 10_000) * Double(PANGO_SCALE)))
            unsafe pango_layout_set_wrap(layout, PANGO_WRAP_WORD)
        }
        unsafe pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
    }

    deinit { if let layout = unsafe layout { unsafe cpango_release(UnsafeMutableRawPointer(layout)) } }

    /// Box of the lines in pixels, to the layout's upper left corner, and the first baseline.
    struct Metrics {
        var x: Double
        var width: Double
        var height: Double
        var baseline: Double

        func divided(by fineness: Int) -> Metrics {
            let parts = Double(fineness)
            return Metrics(x: x / parts, width: width / parts, height: height / parts, baseline: baseline / parts)
        }
    }
    var metrics: Metrics {
        var logical = PangoRectangle()
        unsafe pango_layout_get_extents(layout, nil, &logical)
        let scale = Double(PANGO_SCALE)
        return Metrics(
            x: Double(logical.x) / scale, width: Double(logical.width) / scale, height: Double(logical.height) / scale,
            baseline: unsafe Double(pango_layout_get_baseline(layout)) / scale)
    }

    /// Runs `body` for every cluster of the first line, from left to right, with its font and glyphs.
    func forEachCluster(
        _ body: (_ index: Int, _ font: UnsafeMutablePointer<PangoFont>?, _ glyphs: inout PangoGlyphString) -> Void
    ) {
        guard let line = unsafe pango_layout_get_line_readonly(layout, 0) else { return }
        var index = 0
        var run = unsafe line.pointee.runs
        while let node = unsafe run {
            let item = unsafe node.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self)
            guard let string = unsafe item.pointee.glyphs else { break }
            var start = 0
            let count = unsafe Int(string.pointee.num_glyphs)
            // Glyphs of one cluster share a log_clusters value; runs are in visual order, and so are their glyphs.
            while start < count {
                var end = start + 1
                while unsafe end < count && string.pointee.log_clusters[end] == string.pointee.log_clusters[start] {
                    end += 1
                }
                var part = unsafe PangoGlyphString(
                    num_glyphs: Int32(end - start), glyphs: string.pointee.glyphs + start,
                    log_clusters: string.pointee.log_clusters + start, space: Int32(end - start))
                unsafe body(index, item.pointee.item.pointee.analysis.font, &part)
                index += 1
                start = end
            }
            unsafe run = node.pointee.next
        }
    }
}

/// Shapes and rasterises, one call at a time.
struct TextShaper {
    private let fonts: PangoFonts

    init(fonts: FontCollection) { self.fonts = PangoFonts(fonts: fonts) }

    func layoutMask(of text: String, style: TextStyle, degrees: Double, maximumWidth: Double) -> TextMask {
        guard !text.isEmpty else { return TextMask(ink: .empty, halo: nil, width: 0, ascent: 0, descent: 0) }
        let turn = Turn(degrees: degrees)
        return turned(turn) {
            let laidOut = PangoText(text, style: style, fonts: fonts, maximumWidth: maximumWidth)
            let metrics = laidOut.metrics
            return unsafe mask(style: style, turn: turn, width: metrics.width, metrics: metrics) { bitmap, x, y in
                // Pango places a layout by its upper left corner.
                let left = pangoUnits(x - metrics.x)
                let top = pangoUnits(y - metrics.baseline)
                unsafe pango_ft2_render_layout_subpixel(&bitmap, laidOut.layout, left, top)
            }
        }
    }

    func clusters(of text: String, style: TextStyle) -> [TextCluster] {
        guard !text.isEmpty else { return [] }
        let laidOut = PangoText(text.replacing("\n", with: " "), style: style, fonts: fonts, maximumWidth: 0)
        var found: [TextCluster] = []
        var offset = 0.0
        unsafe laidOut.forEachCluster { index, _, glyphs in
            var isBlank = true
            for place in unsafe 0..<Int(glyphs.num_glyphs) where unsafe glyphs.glyphs[place].glyph != emptyGlyph {
                isBlank = false
            }
            let advance = unsafe width(of: glyphs)
            found.append(TextCluster(offset: offset, advance: advance, index: index, isBlank: isBlank))
            offset += advance
        }
        return found
    }

    func clusterMask(
        _ wanted: Int, of text: String, style: TextStyle, degrees: Double, quarter: SIMD2<Int>
    ) -> TextMask {
        let turn = Turn(degrees: degrees)
        let fineness = style.size <= Self.largestFine ? 4 : 1
        return turned(turn) {
            // Larger letters and not a larger matrix: with that one Pango scales letters twice.
            var large = style
            large.size *= Double(fineness)
            large.letterSpacing *= Double(fineness)
            let laidOut = PangoText(text.replacing("\n", with: " "), style: large, fonts: fonts, maximumWidth: 0)
            var result = TextMask(ink: .empty, halo: nil, width: 0, ascent: 0, descent: 0)
            unsafe laidOut.forEachCluster { index, font, glyphs in
                guard index == wanted else { return }
                let advance = unsafe width(of: glyphs) / Double(fineness)
                unsafe result = mask(
                    style: style, turn: turn, width: advance, metrics: laidOut.metrics.divided(by: fineness),
                    fineness: fineness, quarter: quarter
                ) { bitmap, x, y in
                    var matrix = turn.matrix
                    unsafe pango_ft2_render_transformed(&bitmap, &matrix, font, &glyphs, pangoUnits(x), pangoUnits(y))
                }
            }
            return result
        }
    }

    /// Pango loads fonts for the context's matrix, so it is set before a text is laid out and taken back afterwards.
    private func turned(_ turn: Turn, _ body: () -> TextMask) -> TextMask {
        var matrix = turn.matrix
        if turn.isNone {
            unsafe pango_context_set_matrix(fonts.context, nil)
        } else {
            unsafe pango_context_set_matrix(fonts.context, &matrix)
        }
        defer { unsafe pango_context_set_matrix(fonts.context, nil) }
        return body()
    }

    /// Pixels that a letter is high at most for a quarter of a pixel to be seen.
    private static let largestFine = 64.0

    /// The masks of what `draw` draws; it is told where the anchor lies before the turn, in pixels.
    private func mask(
        style: TextStyle, turn: Turn, width: Double, metrics: PangoText.Metrics, fineness: Int = 1,
        quarter: SIMD2<Int> = [0, 0], _ draw: (inout FT_Bitmap, _ x: Double, _ y: Double) -> Void
    ) -> TextMask {
        // Overhanging letters (italic, swash, Arabic) reach beyond the logical box by less than half their size.
        let margin = style.size * 0.6 + 2
        let descent = metrics.height - metrics.baseline
        let box = turn.box(
            left: -margin, right: width + margin, top: -metrics.baseline - margin, bottom: descent + margin)
        let anchor = turn.unturned(
            x: Double(quarter.x) / 4 - Double(box.left), y: Double(quarter.y) / 4 - Double(box.top))
        let ink = unsafe Self.rendered(box, fineness: fineness) { bitmap in
            unsafe draw(&bitmap, anchor.x * Double(fineness), anchor.y * Double(fineness))
        }
        let halo = style.haloWidth > 0 ? ink.widened(by: style.haloWidth) : nil
        return TextMask(ink: ink, halo: halo, width: width, ascent: metrics.baseline, descent: descent)
    }

    private func width(of glyphs: PangoGlyphString) -> Double {
        var width = 0
        for place in unsafe 0..<Int(glyphs.num_glyphs) { unsafe width += Int(glyphs.glyphs[place].geometry.width) }
        return Double(width) / Double(PANGO_SCALE)
    }

    /// An 8-bit picture of `box` with what `draw` puts on it, cut to the touched pixels; drawn so many times as large and
    /// then reduced, because Pango puts letters on whole pixels.
    private static func rendered(
        _ box: (left: Int, top: Int, width: Int, height: Int), fineness: Int, _ draw: (inout FT_Bitmap) -> Void
    ) -> GlyphMask {
        guard box.width > 0, box.height > 0, box.width < 20_000, box.height < 20_000 else { return .empty }
        let across = box.width * fineness, down = box.height * fineness
        var pixels = [UInt8](repeating: 0, count: across * down)
        unsafe pixels.withUnsafeMutableBufferPointer { buffer in
            var bitmap = unsafe FT_Bitmap()
            unsafe bitmap.rows = UInt32(down)
            unsafe bitmap.width = UInt32(across)
            unsafe bitmap.pitch = Int32(across)
            unsafe bitmap.buffer = buffer.baseAddress
            unsafe bitmap.num_grays = 256
            unsafe bitmap.pixel_mode = UInt8(FT_PIXEL_MODE_GRAY.rawValue)
            unsafe draw(&bitmap)
        }
        if fineness > 1 { pixels = reduced(pixels, width: box.width, height: box.height, by: fineness) }
        return GlyphMask(width: box.width, height: box.height, left: box.left, top: box.top, coverage: pixels)
            .trimmed()
    }

    /// The means of squares of a picture that is so many times as wide and high.
    private static func reduced(_ fine: [UInt8], width: Int, height: Int, by fineness: Int) -> [UInt8] {
        var coarse = [UInt8](repeating: 0, count: width * height)
        let area = fineness * fineness
        for y in 0..<height {
            for x in 0..<width {
                var sum = 0
                for row in 0..<fineness {
                    let start = (y * fineness + row) * width * fineness + x * fineness
                    for place in start..<start + fineness { sum += Int(fine[place]) }
                }
                coarse[y * width + x] = UInt8((sum + area / 2) / area)
            }
        }
        return coarse
    }
}

/// PANGO_GLYPH_EMPTY: the glyph of a blank.
private let emptyGlyph: PangoGlyph = 0x0FFF_FFFF

private func pangoUnits(_ pixels: Double) -> Int32 { Int32((pixels * Double(PANGO_SCALE)).rounded()) }

/// A clockwise turn (y down) round the anchor.
private struct Turn {
    let sine: Double
    let cosine: Double

    init(degrees: Double) {
        sine = degrees == 0 ? 0 : sin(degrees * .pi / 180)
        cosine = degrees == 0 ? 1 : cos(degrees * .pi / 180)
    }

    var matrix: PangoMatrix { PangoMatrix(xx: cosine, xy: -sine, yx: sine, yy: cosine, x0: 0, y0: 0) }

    var isNone: Bool { sine == 0 && cosine == 1 }

    func unturned(x: Double, y: Double) -> (x: Double, y: Double) { (cosine * x + sine * y, cosine * y - sine * x) }

    /// Whole pixels round the turned box.
    func box(left: Double, right: Double, top: Double, bottom: Double) -> (left: Int, top: Int, width: Int, height: Int)
    {
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        let xs = corners.map { $0.0 * cosine - $0.1 * sine }
        let ys = corners.map { $0.0 * sine + $0.1 * cosine }
        let x0 = (xs.min() ?? 0).rounded(.down), x1 = (xs.max() ?? 0).rounded(.up)
        let y0 = (ys.min() ?? 0).rounded(.down), y1 = (ys.max() ?? 0).rounded(.up)
        return (Int(x0), Int(y0), Int(x1 - x0) + 1, Int(y1 - y0) + 1)
    }
}
