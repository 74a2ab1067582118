// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaMapping
import Testing

@Suite("Symbols")
struct SymbolTests {
    private func object(_ text: String) throws -> JSONObject { try #require(JSONValue(parsing: text).object) }

    @Test("setting one property changes that member and nothing else, number text and order included")
    func oneMember() throws {
        let text =
            #"{"zebra":1.0,"type":"esriSMS","style":"esriSMSCircle","color":[1,2,3,255],"size":6.50,"outline":{"type":"esriSLS","width":1e0,"mystery":{"a":[1.10]}}}"#
        var symbol = SimpleMarkerSymbol(json: try object(text))
        symbol.outline?.width = 2
        #expect(JSONValue.object(symbol.json).text() == text.replacing(#""width":1e0"#, with: #""width":2"#))
    }

    @Test("setting what is there already, or what absence means, changes nothing")
    func same() throws {
        let text = #"{"type":"esriSMS","size":6.50,"color":null}"#
        var symbol = SimpleMarkerSymbol(json: try object(text))
        symbol.size = 6.5
        symbol.style = .circle
        symbol.angle = 0
        symbol.color = nil
        #expect(JSONValue.object(symbol.json).text() == text)
    }

    @Test("members of a wrong kind read as absent, and stay")
    func wrongKinds() throws {
        let text = #"{"type":"esriSMS","size":{"a":1},"color":"red","style":"esriSMSStar","outline":[],"angle":1e999}"#
        let symbol = SimpleMarkerSymbol(json: try object(text))
        #expect(symbol.size == 6)
        #expect(symbol.color == nil)
        #expect(symbol.style == .circle)
        #expect(symbol.outline == nil)
        #expect(symbol.angle == 0)
        #expect(JSONValue.object(symbol.json).text() == text)
    }

    @Test("a symbol made in code reads back as made")
    func made() {
        let line = SimpleLineSymbol(style: .dash, color: .blue, width: 2.5)
        let symbol = SimpleMarkerSymbol(style: .diamond, color: nil, size: 12, outline: line)
        #expect(symbol.style == .diamond)
        #expect(symbol.color == nil)
        #expect(symbol.size == 12)
        #expect(symbol.outline == line)
        let text = TextSymbol(text: "A", color: .white, size: 14, font: Font(family: "Noto Serif", weight: .bold))
        #expect(text.font.size == 14)
        #expect(text.font.family == "Noto Serif")
        #expect(text.font.weight == .bold)
    }

    @Test("each type is read as its own, and unknown ones are kept")
    func kinds() throws {
        func kind(_ type: String) throws -> any Symbol { Symbols.symbol(from: try object(#"{"type":"\#(type)"}"#)) }
        #expect(try kind("esriSMS") is SimpleMarkerSymbol)
        #expect(try kind("esriSLS") is SimpleLineSymbol)
        #expect(try kind("esriCLS") is SimpleLineSymbol)
        #expect(try kind("esriSFS") is SimpleFillSymbol)
        #expect(try kind("esriPMS") is PictureMarkerSymbol)
        #expect(try kind("esriPFS") is PictureFillSymbol)
        #expect(try kind("esriTS") is TextSymbol)
        let cim = try kind("CIMSymbolReference")
        #expect((cim as? UnsupportedSymbol)?.type == "CIMSymbolReference")
        #expect((Symbols.symbol(from: JSONObject()) as? UnsupportedSymbol)?.type == "")
    }

    @Test("a cartographic line keeps its own spelling of caps and joins")
    func cartographic() throws {
        var line = SimpleLineSymbol(json: try object(#"{"type":"esriCLS","cap":"esriLCSButt","join":"esriLJSBevel"}"#))
        #expect(line.cap == .butt)
        #expect(line.join == .bevel)
        line.cap = .square
        #expect(line.json["cap"] == "esriLCSSquare")
    }

    @Test("a picture's bytes come before its address, broken base64 does not hide the address")
    func pictures() throws {
        #expect(
            PictureMarkerSymbol(json: try object(#"{"url":"a.png","imageData":"AQID","contentType":"image/png"}"#))
                .image
                == .data([1, 2, 3], contentType: "image/png"))
        #expect(PictureMarkerSymbol(json: try object(#"{"url":"a.png","imageData":"*"}"#)).image == .url("a.png"))
        #expect(PictureMarkerSymbol(json: try object(#"{"imageData":""}"#)).image == .none)
        let pin = PictureMarkerSymbol(image: .resource("pin.png"), width: 12, height: 16)
        #expect(pin.image == .resource("pin.png"))
        #expect(pin.height == 16)
    }
}
