// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaGeometry
import GromaMapping
import Testing

@Suite("Multilayer symbols") struct MultilayerSymbolTests {
    private func symbol(_ layers: String, kind: String = "CIMLineSymbol", more: String = "") throws -> MultilayerSymbol
    {
        let text = #"{"type":"CIMSymbolReference","symbol":{"type":"\#(kind)","symbolLayers":[\#(layers)]}\#(more)}"#
        let json = try #require(try JSONValue(parsing: text).object)
        return try #require(Symbols.symbol(from: json) as? MultilayerSymbol)
    }

    private func color(_ json: String) throws -> Color? {
        let parts = try symbol(#"{"type":"CIMSolidFill","color":\#(json)}"#, kind: "CIMPolygonSymbol").layers
        if case .fill(let color)? = parts.first?.content { return color }
        return nil
    }

    @Test("layers come from the bottom up, without those that are off")
    func order() throws {
        let parts = try symbol(
            """
            {"type":"CIMSolidStroke","width":1,"capStyle":"Butt","color":[1,2,3,255]},
            {"type":"CIMSolidStroke","width":2,"enable":false,"color":[1,2,3,255]},
            {"type":"CIMSolidStroke","width":3,"joinStyle":"Miter","miterLimit":7,"color":[1,2,3,255],"colorLocked":true,
            "effects":[{"type":"CIMGeometricEffectDashes","dashTemplate":[6,3],"offsetAlongLine":2},
            {"type":"CIMGeometricEffectOffset","offset":-4}]}
            """
        ).layers
        let lines = parts.compactMap { if case .stroke(let line) = $0.content { line } else { nil } }
        #expect(lines.map(\.width) == [3, 1])
        #expect(lines[0].join == .miter && lines[0].miterLimit == 7 && lines[1].cap == .butt)
        #expect(
            parts[0].dashes == [6, 3] && parts[0].dashOffset == 2 && parts[0].offset == -4 && parts[0].isColorLocked)
    }

    @Test("colours in all their forms")
    func colors() throws {
        #expect(try color("[10,20,30,128]") == Color(red: 10, green: 20, blue: 30, alpha: 128))
        #expect(
            try color(#"{"type":"CIMRGBColor","values":[10,20,30,50]}"#)
                == Color(red: 10, green: 20, blue: 30, alpha: 128))
        #expect(try color(#"{"type":"CIMRGBColor","values":[300,-5,30.4]}"#) == Color(red: 255, green: 0, blue: 30))
        #expect(try color(#"{"type":"CIMGrayColor","values":[77,100]}"#) == Color(red: 77, green: 77, blue: 77))
        #expect(try color(#"{"type":"CIMCMYKColor","values":[0,100,100,0,100]}"#) == Color(red: 255, green: 0, blue: 0))
        #expect(try color(#"{"type":"CIMCMYKColor","values":[0,0,0,100,100]}"#) == .black)
        for (hue, wanted) in [(0, 0xFF0000), (60, 0xFFFF00), (120, 0x00FF00), (240, 0x0000FF), (-60, 0xFF00FF)] {
            #expect(try color(#"{"type":"CIMHSVColor","values":[\#(hue),100,100,100]}"#) == Color(hex: UInt32(wanted)))
        }
        #expect(try color("null") == .clear)
        #expect(try color(#"{"type":"CIMSpotColor","values":[1]}"#) == .clear)
    }

    @Test("markers: frame, size, anchor, placement")
    func markers() throws {
        let parts = try symbol(
            """
            {"type":"CIMVectorMarker","size":12,"rotation":30,"rotateClockwise":true,"anchorPoint":{"x":6,"y":-3},
            "anchorPointUnits":"Absolute","frame":{"xmin":0,"ymin":0,"xmax":4,"ymax":2},"markerGraphics":[
            {"type":"CIMMarkerGraphic","geometry":{"rings":[[[0,0],[0,2],[4,2],[0,0]]]},"symbol":{"type":"CIMPolygonSymbol",
            "symbolLayers":[{"type":"CIMSolidFill","color":[1,2,3,255]}]}},
            {"type":"CIMMarkerGraphic","geometry":{"rings":"no"},"symbol":{"type":"CIMPolygonSymbol"}}],
            "markerPlacement":{"type":"CIMMarkerPlacementAlongLineSameSize","placementTemplate":[20,-1,5],"angleToLine":true}}
            """
        ).layers
        guard case .marker(let marker)? = parts.first?.content, case .shapes(let graphics, let frame) = marker.drawing
        else { return #expect(Bool(false), "no marker") }
        #expect(graphics.count == 1 && frame.width == 4 && frame.height == 2)
        #expect(marker.size == 12 && marker.rotation == -30 && marker.anchor == (0.5, -0.25))
        #expect(marker.followsLine && marker.placement == .along(template: [20, 5], start: -1))
    }

    @Test("what is not drawn is named once")
    func unsupported() throws {
        let layered = try symbol(
            """
            {"type":"CIMGradientStroke"},{"type":"CIMGradientStroke"},{"type":"CIMSolidStroke","width":1,"color":[0,0,0,255],
            "effects":[{"type":"CIMGeometricEffectArrow"}]}
            """, more: #","primitiveOverrides":[{"propertyName":"Size"}]"#)
        #expect(layered.unsupportedParts == ["CIMGeometricEffectArrow", "CIMGradientStroke", "primitiveOverrides"])
    }

    @Test("effects of a layer come before those of the whole symbol; what is no effect here is named")
    func effects() throws {
        let json = try #require(
            try JSONValue(
                parsing: """
                    {"type":"CIMLineSymbol","effects":[{"type":"CIMGeometricEffectMove","offsetX":1,"offsetY":-2},
                    {"type":"CIMGeometricEffectDashes","dashTemplate":[4,2]},{"type":"CIMGeometricEffectWave","waveform":"Random"}],
                    "symbolLayers":[{"type":"CIMSolidStroke","width":1,"color":[0,0,0,255],"effects":[
                    {"type":"CIMGeometricEffectCut","beginCut":3,"endCut":4,"middleCut":5,"invert":true},
                    {"type":"CIMGeometricEffectEnclosingPolygon","method":"RectangularBox"},
                    {"type":"CIMGeometricEffectReverse","reverse":false},{"type":"CIMGeometricEffectScale","XScaleFactor":2}]}]}
                    """
            ).object)
        let symbol = MultilayerSymbol(json: json)
        let layer = try #require(symbol.layers.first)
        #expect(
            layer.effects == [
                .cut(begin: 3, end: 4, middle: 5, isInverted: true), .enclose(.box), .scale(x: 2, y: 1),
                .move(x: 1, y: -2),
            ])
        #expect(layer.dashes == [4, 2])
        #expect(symbol.unsupportedParts == ["CIMGeometricEffectWave"])
    }

    @Test("gradients of areas: method, angle, size and steps; buffers are named")
    func gradients() throws {
        let ramp =
            #""colorRamp":{"type":"CIMLinearContinuousColorRamp","fromColor":[200,0,0,255],"toColor":[0,0,200,255]}"#
        func fill(_ more: String) throws -> GradientFill {
            let layers = try symbol(##"{"type":"CIMGradientFill",\##(ramp)\##(more)}"##, kind: "CIMPolygonSymbol")
                .layers
            guard case .gradientFill(let fill)? = layers.first?.content else { throw CancellationError() }
            return fill
        }
        let plain = try fill("")
        #expect(plain.form == .linear && plain.angle == 0 && plain.size == (1, true) && plain.steps == nil)
        let rich = try fill(
            #","gradientMethod":"Rectangular","angle":30,"gradientSize":12,"gradientSizeUnits":"Absolute","gradientType":"Discrete","interval":7"#
        )
        #expect(rich.form == .rectangular && rich.angle == 30 && rich.size == (12, false) && rich.steps == 7)
        #expect(try fill(#","gradientMethod":"Circular","gradientSize":50"#).size == (0.5, true))
        let buffered = try symbol(
            ##"{"type":"CIMGradientFill",\##(ramp),"gradientMethod":"Buffered"}"##, kind: "CIMPolygonSymbol")
        #expect(buffered.unsupportedParts == ["CIMGradientFill by buffers, drawn as a circular one"])
        #expect(
            try symbol(#"{"type":"CIMGradientFill"}"#, kind: "CIMPolygonSymbol").unsupportedParts == ["CIMGradientFill"]
        )
    }

    @Test("symbols in symbols without end, and countless layers, are cut")
    func hostile() throws {
        var inner = #"{"type":"CIMSolidFill","color":[1,2,3,255]}"#
        for _ in 0..<30 {
            inner = """
                {"type":"CIMVectorMarker","markerGraphics":[{"geometry":{"x":0,"y":0},"symbol":{"type":"CIMPointSymbol",
                "symbolLayers":[\(inner)]}}]}
                """
        }
        #expect(try symbol(inner, kind: "CIMPointSymbol").layers.count == 1)
        let many = [String](repeating: #"{"type":"CIMSolidFill"}"#, count: 500).joined(separator: ",")
        #expect(try symbol(many, kind: "CIMPolygonSymbol").layers.count == 64)
        #expect(try symbol(#""text",7,null"#).layers.isEmpty)
    }
}
