// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGeometry
import GromaMapping
import GromaServices
import TestSupport
import Testing

@Suite("Pictures that servers draw")
struct ImageSourceTests {
    let client = ServiceClient(transport: CurlTransport())

    private func box(_ reference: SpatialReference) -> Envelope {
        Envelope(xMin: 10, yMin: 20, xMax: 14, yMax: 22, spatialReference: reference)
    }

    @Test("a map service is asked for the view, its visible sublayers and their filters")
    func mapService() async throws {
        let server = ScriptedServer { request, _ in
            ScriptedServer.reply(
                request.contains("/export")
                    ? "PICTURE"
                    : #"{"mapName":"Town","capabilities":"Map,Query","copyrightText":"We","maxImageWidth":2048,"layers":[{"id":0,"name":"All","parentLayerId":-1,"subLayerIds":[1]},{"id":1,"name":"Roads","parentLayerId":0,"defaultVisibility":false,"subLayerIds":null}],"fullExtent":{"xmin":0,"ymin":0,"xmax":9,"ymax":9,"spatialReference":{"wkid":102100}}}"#
            )
        }
        defer { server.stop() }
        let source = ServiceImageSource(url: server.url("/Town/MapServer"), kind: .mapImage, client: client)
        let info = try await source.mapImageInfo()
        #expect(info.name == "Town")
        #expect(info.attribution == "We")
        #expect(info.maximumWidth == 2_048)
        #expect(info.sublayers.map(\.isGroup) == [true, false])
        #expect(info.sublayers[1].parentID == 0)
        let image = try await source.image(
            MapImageRequest(
                extent: box(.webMercator), width: 400, height: 200, dpi: 192, visibleSublayerIDs: [1, 4],
                definitionExpressions: [1: "A > 1"]))
        #expect(image?.bytes == Array("PICTURE".utf8))
        let asked = try #require(server.requests.last)
        for part in [
            "/Town/MapServer/export?", "bbox=10.0%2C20.0%2C14.0%2C22.0", "size=400%2C200", "dpi=192", "f=image",
            "bboxSR=102100", "imageSR=102100", "layers=show%3A1%2C4", "layerDefs=%7B%221%22%3A%22A%20%3E%201%22%7D",
        ] { #expect(asked.contains(part), "\(part) in \(asked)") }
        #expect(
            try await source.image(
                MapImageRequest(extent: box(.webMercator), width: 4, height: 2, visibleSublayerIDs: [])) == nil)
    }

    @Test("a service of tiles only is refused as one that draws")
    func tilesOnly() async throws {
        let server = ScriptedServer { _, _ in ScriptedServer.reply(#"{"capabilities":"Map,TilesOnly"}"#) }
        defer { server.stop() }
        let source = ServiceImageSource(url: server.url("/x/MapServer"), kind: .mapImage, client: client)
        await #expect { try await source.mapImageInfo() } throws: { ($0 as? ServiceError)?.code == .unsupported }
    }

    @Test("WMS 1.3.0 writes latitude first where the authority does, 1.1.1 never; web mercator goes by its EPSG code")
    func axisOrder() async throws {
        let server = ScriptedServer { _, _ in ScriptedServer.reply("PICTURE", type: "image/png") }
        defer { server.stop() }
        func asked(_ version: String, _ reference: SpatialReference) async throws -> String {
            let source = WMSImageSource(
                description: WMSDescription(
                    url: server.url("/wms?map=town&SERVICE=WMS"), version: version, layerNames: ["low", "high"],
                    spatialReferences: [reference], customParameters: ["key": "k"]), client: client)
            _ = try await source.image(MapImageRequest(extent: box(reference), width: 40, height: 20))
            return server.requests.last ?? ""
        }
        let new = try await asked("1.3.0", .wgs84)
        #expect(new.contains("map=town") && new.contains("key=k") && new.contains("layers=low%2Chigh"))
        #expect(new.contains("crs=EPSG%3A4326") && new.contains("bbox=20.0%2C10.0%2C22.0%2C14.0"))
        let old = try await asked("1.1.1", .wgs84)
        #expect(old.contains("srs=EPSG%3A4326") && old.contains("bbox=10.0%2C20.0%2C14.0%2C22.0"))
        let mercator = try await asked("1.3.0", .webMercator)
        #expect(mercator.contains("crs=EPSG%3A3857") && mercator.contains("bbox=10.0%2C20.0%2C14.0%2C22.0"))
        // Gauss-Kruger's authority order is northing first.
        #expect(try await asked("1.3.0", SpatialReference(wkid: 31_467)).contains("bbox=20.0%2C10.0%2C22.0%2C14.0"))
    }

    @Test("a WMS's exception report with HTTP 200 is its refusal, in its own words")
    func exception() async throws {
        let server = ScriptedServer { _, _ in
            ScriptedServer.reply(
                "<?xml version=\"1.0\"?><ServiceExceptionReport><ServiceException>Layer gone</ServiceException></ServiceExceptionReport>",
                type: "text/xml")
        }
        defer { server.stop() }
        let source = WMSImageSource(
            description: WMSDescription(
                url: server.url("/wms"), version: "1.3.0", layerNames: ["a"], spatialReferences: [.wgs84]),
            client: client)
        await #expect { try await source.image(MapImageRequest(extent: box(.wgs84), width: 4, height: 2)) } throws: {
            ($0 as? ServiceError)?.code == .refused && "\($0)".contains("Layer gone")
        }
    }

    @Test(
        "a real server's capabilities name layers, references and ground",
        .enabled(if: SharedData.isAvailable, "GROMA_SHARED_DATA names no folder"))
    func realCapabilities() async throws {
        let text = try String(contentsOf: SharedData.url("data/real/ogc/WMS__comms_geoserver.xml"), encoding: .utf8)
        let server = ScriptedServer { request, _ in
            ScriptedServer.reply(request.contains("GetCapabilities") ? text : "PICTURE", type: "text/xml")
        }
        defer { server.stop() }
        let name = "mobile-black-spot-programme:funded-base-stations-group"
        let source = WMSImageSource(
            description: WMSDescription(url: server.url("/wms"), mapURL: server.url("/map"), layerNames: [name]),
            client: client)
        let info = try await source.mapImageInfo()
        #expect(info.supportedReferences.contains(.webMercator))
        #expect(info.supportedReferences.contains(.wgs84))
        #expect((info.fullExtent?.xMin ?? 0) > 90)
        #expect(!info.name.isEmpty)
        _ = try await source.image(MapImageRequest(extent: box(.webMercator), width: 4, height: 2))
        #expect(server.requests.last?.contains("version=1.3.0") == true)
        let other = WMSImageSource(
            description: WMSDescription(url: server.url("/wms"), layerNames: ["nowhere"]), client: client)
        await #expect { try await other.mapImageInfo() } throws: { ($0 as? ServiceError)?.code == .notFound }
    }

    @Test(
        "capabilities of the older version are read too",
        .enabled(if: SharedData.isAvailable, "GROMA_SHARED_DATA names no folder"))
    func oldCapabilities() async throws {
        let text = try String(
            contentsOf: SharedData.url("data/real/ogc/WMS__multiple_style_legend_url.xml"), encoding: .utf8)
        let server = ScriptedServer { _, _ in ScriptedServer.reply(text, type: "text/xml") }
        defer { server.stop() }
        let info = try await WMSImageSource(description: WMSDescription(url: server.url("/wms")), client: client)
            .mapImageInfo()
        #expect(!info.supportedReferences.isEmpty)
        #expect(info.fullExtent != nil)
    }
}
