// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs

/// One layer of a `MultilayerSymbol`.
package struct SymbolLayer: Sendable {
    /// What a layer draws.
    package enum Content: Sendable {
        case stroke(SimpleLineSymbol)
        /// A line whose colour changes from its left side, as it runs, to its right.
        case gradientStroke(SimpleLineSymbol, ColorRamp)
        /// A line whose colour changes from its beginning to its end.
        case gradientAlong(SimpleLineSymbol, ColorRamp)
        /// A picture as high as the line is wide, one after the other along it.
        case pictureStroke(SymbolImage, SimpleLineSymbol)
        case fill(Color)
        case gradientFill(GradientFill)
        /// Lines `separation` points apart, turned counter-clockwise from the horizontal.
        case hatch(line: SimpleLineSymbol, separation: Double, rotation: Double)
        /// A repeated picture `height` points high; 0 for its own height.
        case pictureFill(SymbolImage, height: Double)
        case marker(SymbolMarker)
        /// A kind that is not drawn.
        case unsupported(String)
    }
    package var content: Content
    /// Lengths of dashes and gaps in points; empty for an unbroken line.
    package var dashes: [Double] = []
    /// Points into the dashes at which the line begins.
    package var dashOffset = 0.0
    /// Points to the left of the line, as it runs.
    package var offset = 0.0
    /// What changes the shape before it is drawn, in this order, before dashes and offset.
    package var effects: [SymbolEffect] = []
    /// True where visual variables leave the colour alone.
    package var isColorLocked = false
    /// Effects that are not drawn.
    package var unsupported: [String] = []

    /// Everything in and below the layer that is not drawn.
    var allUnsupported: [String] {
        switch content {
        case .unsupported(let name): unsupported + [name]
        case .marker(let marker): unsupported + marker.allUnsupported
        default: unsupported
        }
    }

    /// What a layer of a drawn marker has that is drawn in areas and along lines only.
    var undrawnInMarkers: [String] {
        var names = effects.isEmpty ? [] : ["effects of a marker's parts"]
        switch content {
        case .gradientStroke, .gradientAlong: names.append("CIMGradientStroke of a marker's part")
        case .hatch: names.append("CIMHatchFill of a marker's part")
        case .pictureFill: names.append("CIMPictureFill of a marker's part")
        case .pictureStroke: names.append("CIMPictureStroke of a marker's part")
        case .marker: names.append("markers of a marker's part")
        case .stroke, .fill, .gradientFill, .unsupported: break
        }
        if offset != 0 { names.append("CIMGeometricEffectOffset of a marker's part") }
        return names
    }

    private static let most = 64
    private static let deepest = 4

    /// The layers of a symbol from the bottom up; documents list them from the top.
    static func layers(of symbol: JSONObject, depth: Int) -> [SymbolLayer] {
        guard depth < deepest else { return [] }
        return (symbol["symbolLayers"]?.array ?? []).prefix(most).reversed().compactMap { entry in
            guard let json = entry.object, json["enable"]?.bool != false else { return nil }
            var layer = SymbolLayer(json, depth: depth)
            // Those of the whole symbol come after the layer's own.
            for effect in (symbol["effects"]?.array ?? []).prefix(most) { layer.take(effect) }
            return layer
        }
    }

    private init(_ json: JSONObject, depth: Int) {
        let type = json["type"]?.string ?? ""
        switch type {
        case "CIMSolidStroke": content = .stroke(Self.stroke(json))
        case "CIMSolidFill": content = .fill(Color(cim: json["color"]) ?? .clear)
        case "CIMGradientStroke":
            if let ramp = ColorRamp(cim: json["colorRamp"]?.object) {
                let line = Self.stroke(json)
                content =
                    json["gradientMethod"]?.string == "AlongLine"
                    ? .gradientAlong(line, ramp) : .gradientStroke(line, ramp)
            } else {
                content = .unsupported(type)
            }
        case "CIMGradientFill":
            let fill = GradientFill(json)
            content = fill.map { .gradientFill($0) } ?? .unsupported(type)
            if let reason = fill?.unsupported { unsupported.append(reason) }
        case "CIMPictureStroke":
            content = .pictureStroke(.url(json["url"]?.string ?? ""), Self.stroke(json))
        case "CIMHatchFill":
            let line = json["lineSymbol"]?.object.map { Self.layers(of: $0, depth: depth + 1) } ?? []
            let strokes = line.compactMap { if case .stroke(let stroke) = $0.content { stroke } else { nil } }
            content =
                strokes.last.map {
                    .hatch(
                        line: $0, separation: json["separation"]?.double ?? 4, rotation: json["rotation"]?.double ?? 0)
                } ?? .unsupported(type)
        case "CIMPictureFill":
            content = .pictureFill(.url(json["url"]?.string ?? ""), height: json["height"]?.double ?? 0)
        case "CIMVectorMarker", "CIMPictureMarker", "CIMCharacterMarker":
            content = .marker(SymbolMarker(json, depth: depth))
        default: content = .unsupported(type.isEmpty ? "unnamed" : type)
        }
        isColorLocked = json["colorLocked"]?.bool ?? false
        for effect in (json["effects"]?.array ?? []).prefix(Self.most) { take(effect) }
    }

    private mutating func take(_ effect: JSONValue) {
        switch effect["type"]?.string {
        case "CIMGeometricEffectDashes":
            let lengths = effect["dashTemplate"]?.array?.compactMap(\.double) ?? []
            dashes = lengths.allSatisfy { $0 >= 0 && $0.isFinite } ? lengths : []
            dashOffset = effect["offsetAlongLine"]?.double ?? 0
        case "CIMGeometricEffectOffset": offset += effect["offset"]?.double ?? 0
        case let name:
            if let known = SymbolEffect(effect) {
                effects.append(known)
            } else if name != "CIMGeometricEffectReverse" {
                unsupported.append(name ?? "unnamed")
            }
        }
    }

    private static func stroke(_ json: JSONObject) -> SimpleLineSymbol {
        var line = SimpleLineSymbol(color: Color(cim: json["color"]) ?? .clear, width: json["width"]?.double ?? 1)
        switch json["capStyle"]?.string {
        case "Butt": line.cap = .butt
        case "Square": line.cap = .square
        default: break
        }
        switch json["joinStyle"]?.string {
        case "Bevel": line.join = .bevel
        case "Miter": line.join = .miter
        default: break
        }
        if let limit = json["miterLimit"]?.double { line.miterLimit = limit }
        return line
    }
}

extension Color {
    /// Reads a CIM colour: `[r, g, b, a]` of 0 to 255, or an object whose last value is an alpha of 0 to 100. Nil for none.
    init?(cim value: JSONValue?) {
        guard let value else { return nil }
        if let color = Color(json: value) {
            self = color
            return
        }
        let numbers = value["values"]?.array?.compactMap(\.double) ?? []
        guard numbers.allSatisfy(\.isFinite) else { return nil }
        func byte(_ number: Double) -> UInt8 { UInt8(min(max(number, 0), 255).rounded()) }
        func alpha(_ index: Int) -> UInt8 { numbers.count > index ? byte(numbers[index] * 255 / 100) : 255 }
        switch value["type"]?.string {
        case "CIMRGBColor" where numbers.count >= 3:
            self.init(red: byte(numbers[0]), green: byte(numbers[1]), blue: byte(numbers[2]), alpha: alpha(3))
        case "CIMGrayColor" where numbers.count >= 1:
            self.init(red: byte(numbers[0]), green: byte(numbers[0]), blue: byte(numbers[0]), alpha: alpha(1))
        case "CIMCMYKColor" where numbers.count >= 4:
            let key = 1 - min(max(numbers[3], 0), 100) / 100
            let inks = numbers.prefix(3).map { byte(255 * (1 - min(max($0, 0), 100) / 100) * key) }
            self.init(red: inks[0], green: inks[1], blue: inks[2], alpha: alpha(4))
        case "CIMHSVColor" where numbers.count >= 3:
            let hue = numbers[0].truncatingRemainder(dividingBy: 360) / 60, value = numbers[2] / 100 * 255
            let chroma = value * numbers[1] / 100
            func channel(_ shift: Double) -> UInt8 {
                let k = (shift + (hue < 0 ? hue + 6 : hue)).truncatingRemainder(dividingBy: 6)
                return byte(value - chroma * max(0, min(k, 4 - k, 1)))
            }
            self.init(red: channel(5), green: channel(3), blue: channel(1), alpha: alpha(3))
        default: return nil
        }
    }
}
