// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGeometry
import GromaMapping
import GromaServices
import TestSupport
import Testing

@Suite("WMTS tiles")
struct WMTSTileSourceTests {
    let client = ServiceClient(transport: CurlTransport())

    private func capabilities(_ base: String, template: String?) -> String {
        let resource = template.map {
            "<ResourceURL format=\"image/png\" resourceType=\"tile\" template=\"\(base)\($0)\"/>"
        }
        return """
            <Capabilities xmlns="http://www.opengis.net/wmts/1.0" xmlns:ows="http://www.opengis.net/ows/1.1" xmlns:xlink="x">
            <ows:ServiceIdentification><ows:Title>Survey</ows:Title></ows:ServiceIdentification>
            <ows:OperationsMetadata><ows:Operation name="GetTile"><ows:DCP><ows:HTTP><ows:Get xlink:href="\(base)/kvp?"/></ows:HTTP></ows:DCP></ows:Operation></ows:OperationsMetadata>
            <Contents><Layer><ows:Identifier>town</ows:Identifier><ows:Title>Town</ows:Title><Style isDefault="true"><ows:Identifier>day</ows:Identifier></Style>
            <Format>image/png</Format><TileMatrixSetLink><TileMatrixSet>deg</TileMatrixSet></TileMatrixSetLink>\(resource ?? "")</Layer>
            <TileMatrixSet><ows:Identifier>deg</ows:Identifier><ows:SupportedCRS>urn:ogc:def:crs:EPSG::4326</ows:SupportedCRS>
            <TileMatrix><ows:Identifier>deg:0</ows:Identifier><ScaleDenominator>279541132.0143589</ScaleDenominator><TopLeftCorner>90 -180</TopLeftCorner><TileWidth>256</TileWidth><TileHeight>256</TileHeight><MatrixWidth>2</MatrixWidth><MatrixHeight>1</MatrixHeight></TileMatrix>
            <TileMatrix><ows:Identifier>deg:1</ows:Identifier><ScaleDenominator>139770566.00717944</ScaleDenominator><TopLeftCorner>90 -180</TopLeftCorner><TileWidth>256</TileWidth><TileHeight>256</TileHeight><MatrixWidth>4</MatrixWidth><MatrixHeight>2</MatrixHeight></TileMatrix>
            </TileMatrixSet></Contents></Capabilities>
            """
    }

    @Test("scales of 0.28 mm pixels and corners with latitude first become levels; tiles are asked by path")
    func byPath() async throws {
        let server = ScriptedServer { request, _ in
            request.contains("GetCapabilities")
                ? ScriptedServer.reply(capabilities("", template: nil), type: "text/xml")
                : ScriptedServer.reply("TILE", type: "image/png")
        }
        defer { server.stop() }
        let base = server.url("").absoluteString
        let paths = ScriptedServer { request, _ in
            ScriptedServer.reply(
                request.contains("GetCapabilities")
                    ? capabilities(base, template: "/t/{Style}/{TileMatrixSet}/{TileMatrix}/{TileRow}/{TileCol}.png")
                    : "", type: "text/xml")
        }
        defer { paths.stop() }
        let source = WMTSTileSource(description: WMTSDescription(url: paths.url("/wmts")), client: client)
        let info = try await source.tileLayerInfo()
        #expect(info.name == "Town")
        #expect(info.attribution == "Survey")
        #expect(info.tileInfo.origin.x == -180 && info.tileInfo.origin.y == 90)
        #expect(abs(info.tileInfo.levelsOfDetail[0].resolution - 0.703125) < 1e-6)
        #expect(try await source.tile(at: TileKey(level: 1, row: 1, column: 3)) == Array("TILE".utf8))
        #expect(server.requests.last?.hasPrefix("GET /t/day/deg/deg:1/1/3.png ") == true)
        #expect(try await source.tile(at: TileKey(level: 7, row: 1, column: 3)) == nil)
    }

    @Test("tiles are asked by parameters where there is no template; out of range is no error")
    func byParameters() async throws {
        let tiles = ScriptedServer { _, number in
            number == 0
                ? ScriptedServer.reply("TILE", type: "image/png")
                : ScriptedServer.reply(
                    "<ExceptionReport><Exception exceptionCode=\"x\"><ExceptionText>TileOutOfRange</ExceptionText></Exception></ExceptionReport>",
                    type: "text/xml")
        }
        defer { tiles.stop() }
        let base = tiles.url("").absoluteString
        let server = ScriptedServer { _, _ in ScriptedServer.reply(capabilities(base, template: nil), type: "text/xml")
        }
        defer { server.stop() }
        let source = WMTSTileSource(description: WMTSDescription(url: server.url("/wmts")), client: client)
        #expect(try await source.tile(at: TileKey(level: 0, row: 0, column: 1)) == Array("TILE".utf8))
        let asked = tiles.requests.last ?? ""
        for part in [
            "/kvp?", "request=GetTile", "layer=town", "style=day", "tilematrix=deg%3A0", "tilerow=0", "tilecol=1",
        ] {
            #expect(asked.contains(part), "\(part) in \(asked)")
        }
        #expect(try await source.tile(at: TileKey(level: 0, row: 9, column: 9)) == nil)
        let lost = WMTSTileSource(
            description: WMTSDescription(url: server.url("/wmts"), layerIdentifier: "gone"), client: client)
        await #expect { try await lost.tileLayerInfo() } throws: { ($0 as? ServiceError)?.code == .notFound }
    }

    @Test(
        "a real service's capabilities make the common web mercator grid",
        .enabled(if: SharedData.isAvailable, "GROMA_SHARED_DATA names no folder"))
    func real() async throws {
        let text = try String(contentsOf: SharedData.url("data/real/ogc/WMTSCapabilities.xml"), encoding: .utf8)
        let server = ScriptedServer { _, _ in ScriptedServer.reply(text, type: "text/xml") }
        defer { server.stop() }
        let info = try await WMTSTileSource(
            description: WMTSDescription(url: server.url("/WMTSCapabilities.xml")), client: client
        ).tileLayerInfo()
        #expect(info.tileInfo.spatialReference.isWebMercator)
        for (level, own) in zip(info.tileInfo.levelsOfDetail, TileInfo.webMercator().levelsOfDetail) {
            #expect(abs(level.resolution / own.resolution - 1) < 1e-6)
        }
        #expect(info.fullExtent.map { $0.yMax < -3_000_000 } == true)
    }
}
