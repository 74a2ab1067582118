// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

/// Points as a surface of their density.
public struct HeatMapRenderer: Renderer {
    static let typeName = "heatmap"
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }

    /// Makes a renderer; `radius` in points, densities a square pixel, ratios of the stops rising from 0 to 1.
    public init(
        fieldName: String? = nil, colorStops: [HeatMapColorStop], minDensity: Double = 0, maxDensity: Double,
        radius: Double = 18
    ) {
        json = JSONObject(compacting: [
            "type": .string(Self.typeName), "field": fieldName.map { .string($0) },
            "colorStops": .array(colorStops.map { .object($0.json) }), "minDensity": .double(minDensity),
            "maxDensity": .double(maxDensity), "radius": .double(radius),
        ])
    }

    /// The field whose number a point counts; nil where each counts one.
    public var fieldName: String? {
        get { self["field"] }
        set { self["field"] = newValue }
    }
    /// Colours by the share of the way from the least to the greatest density, rising.
    public var colorStops: [HeatMapColorStop] {
        get { self[parts: "colorStops"] }
        set { self[parts: "colorStops"] = newValue }
    }
    /// The density of ratio 0, a square pixel of 1/96 inch. Older documents' intensities are brought to it.
    public var minDensity: Double {
        get { self["minDensity"] ?? olderDensity("minPixelIntensity", 0) }
        set { self["minDensity"] = newValue }
    }
    /// The density of ratio 1.
    public var maxDensity: Double {
        get { self["maxDensity"] ?? olderDensity("maxPixelIntensity", 100) }
        set { self["maxDensity"] = newValue }
    }
    /// How far a point reaches, in points (1/72 inch).
    public var radius: Double {
        // Older documents blur by pixels.
        get { self["radius"] ?? self["blurRadius", default: 24] * 0.75 }
        set { self["radius"] = newValue }
    }
    /// The scale's denominator at which the densities hold; 0 where they hold at every scale.
    public var referenceScale: Double {
        get { self["referenceScale", default: 0] }
        set { self["referenceScale", default: 0] = newValue }
    }

    /// Older documents state the height of the sum of bells, each as high as its blur radius makes it.
    private func olderDensity(_ key: String, _ usual: Double) -> Double {
        let pixels = max(radius / 0.75, 1)
        let peak = (pixels * 0.0997) * (pixels * 0.0997)
        return self[key, default: usual] / max(peak, 1e-9) * 3 / (.pi * pixels * pixels)
    }
}

/// A share of the densest place and its colour.
public struct HeatMapColorStop: DocumentPart {
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }
    /// Makes a stop.
    public init(ratio: Double, color: Color) {
        json = JSONObject(compacting: ["ratio": .double(ratio), "color": color.json])
    }
    /// 0 to 1.
    public var ratio: Double {
        get { self["ratio", default: 0] }
        set { self["ratio", default: 0] = newValue }
    }
    /// The colour there, its alpha too.
    public var color: Color {
        get { self["color", default: .clear] }
        set { self["color", default: .clear] = newValue }
    }
}
