// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaHosting
import GromaMapping
import GromaPopups
import GromaRendering
import GromaServices
import Testing

/// Our client's map image layer on pictures that our server draws of a feature service, and maps saved to our portal.
@Suite("Map services and saved maps, client against server", .timeLimit(.minutes(10)))
struct MapServicePeerTests {
    private func mapURL(_ peer: PeerServer, _ service: String) -> URL {
        peer.server.url.appending(path: "arcgis/rest/services/\(service)/MapServer")
    }

    @MainActor
    private static func picture(_ layer: ArcGISMapImageLayer, _ viewport: Viewport) async throws -> MapPicture {
        let map = Map(layers: [layer], spatialReference: .webMercator)
        return try await MapRenderer(threads: 1).picture(of: map.snapshot(), viewport: viewport)
    }

    /// Pixels that are not white.
    private func inked(_ picture: MapPicture) -> Int {
        let pixels = picture.image.pixels
        return stride(from: 0, to: pixels.count, by: 4).count { pixels[$0] != 255 || pixels[$0 + 1] != 255 }
    }

    @Test("a feature service is drawn by the server, sublayers switched and filtered one by one")
    func export() async throws {
        try await PeerServer.run { peer in
            let services = HTTPServiceLoader(client: peer.client())
            let viewport = Viewport(
                width: 120, height: 120,
                extent: Envelope(xMin: -50, yMin: -50, xMax: 550, yMax: 550, spatialReference: .webMercator))
            let url = mapURL(peer, "Works")
            let whole = try await Self.picture(ArcGISMapImageLayer(url: url, services: services), viewport)
            #expect(whole.failures.isEmpty, "\(whole.failures)")
            #expect(inked(whole) > 100)
            let source = try await services.mapImageSource(at: url, kind: .mapImage)
            let info = try await source.mapImageInfo()
            #expect(info.sublayers.map(\.id) == [0])
            var request = MapImageRequest(extent: viewport.extent, width: 120, height: 120)
            func inkedPixels() async throws -> Int {
                let image = try #require(try await source.image(request))
                let pixels = try Image(decoding: image.bytes).pixels
                return stride(from: 3, to: pixels.count, by: 4).count { pixels[$0] > 0 }
            }
            let all = try await inkedPixels()
            request.definitionExpressions = [0: "NUMBER = 22"]
            let one = try await inkedPixels()
            #expect(one > 0 && one * 10 < all)
            request.definitionExpressions = [0: "NO SUCH FIELD = 1"]
            await #expect(throws: ServiceError.self) { _ = try await source.image(request) }
            let table = try await services.featureTable(at: url.appending(path: "0"))
            #expect(try await table.queryFeatureCount(using: QueryParameters()) == 25)
        }
    }

    @Test("a tap on a map image layer asks the server for the sublayer's feature and finds its popup")
    @MainActor
    func tap() async throws {
        try await PeerServer.run { peer in
            let results = try await Self.tapped(mapURL(peer, "Works"), HTTPServiceLoader(client: peer.client()))
            #expect(results.map(\.layerID) == ["works:0"])
            #expect(results.first?.popupDefinition?.title == "Work {NAME}")
            #expect(results.first?.features.count == 1)
            #expect(results.first?.features.value(at: 0, field: "NUMBER") == .integer(23))
        }
    }

    @MainActor
    private static func tapped(
        _ url: URL, _ services: HTTPServiceLoader
    ) async throws -> [MapIdentifier.LayerResult] {
        let document = """
            {"version":"2.31","spatialReference":{"wkid":3857},"operationalLayers":[{"id":"works","layerType":"ArcGISMapServiceLayer",
            "url":"\(url.absoluteString)","layers":[{"id":0,"popupInfo":{"title":"Work {NAME}"}}]}]}
            """
        let map = Map(webMap: try WebMap(data: document.utf8), services: services)
        let viewport = Viewport(
            width: 120, height: 120,
            extent: Envelope(xMin: 270, yMin: 170, xMax: 330, yMax: 230, spatialReference: .webMercator))
        let answer = try await MapIdentifier(tolerance: 3).identify(
            at: ScreenPoint(x: 60, y: 60), in: map.snapshot(), viewport: viewport)
        #expect(answer.failures.isEmpty, "\(answer.failures)")
        return answer.results
    }

    @Test("a service that is not for everybody is not drawn for everybody")
    func access() async throws {
        try await PeerServer.run { peer in
            let source = try await HTTPServiceLoader(client: peer.client()).mapImageSource(
                at: mapURL(peer, "Vault"), kind: .mapImage)
            await #expect(throws: ServiceError.self) { _ = try await source.mapImageInfo() }
        }
    }

    @Test("a map made in code is saved to a portal, read again, changed and saved in its place")
    @MainActor
    func save() async throws {
        try await PeerServer.run { peer in
            let portal = try await peer.portal(user: "editor")
            let loader = HTTPServiceLoader(client: portal.client, portal: portal)
            let itemID = try await Self.saveNew(peer, portal, loader)
            let read = try await WebMap(data: PortalItem(portal: portal, id: itemID).data())
            #expect(read.operationalLayers.map(\.title) == ["Works"])
            #expect(read.json["authoringApp"] == "Groma")
            try await Self.change(portal, itemID)
            let again = try await WebMap(data: PortalItem(portal: portal, id: itemID).data())
            #expect(again.operationalLayers.map(\.opacity) == [0.5])
            #expect(try await PortalItem(portal: portal, id: itemID).title() == "Own map")
        }
    }

    @Test(
        "a popup's definition that one client changes and saves is what the next one shows, and what it doesn't know stays"
    )
    @MainActor
    func savedPopups() async throws {
        try await PeerServer.run { peer in
            let portal = try await peer.portal(user: "editor")
            let loader = HTTPServiceLoader(client: portal.client, portal: portal)
            let itemID = try await Self.saveNew(peer, portal, loader)
            try await Self.title(portal, itemID, from: nil, to: "Inlet {NAME}")
            // Another program, with nothing of the first one's memory.
            let other = try await peer.portal(user: "editor")
            try await Self.title(other, itemID, from: "Inlet 3-0", to: "Number {NUMBER}")
            try await Self.title(try await peer.portal(user: "editor"), itemID, from: "Number 3", to: "")
        }
    }

    /// Opens the map as a client of its own, looks at a popup's title, and saves another.
    @MainActor
    private static func title(_ portal: Portal, _ id: PortalItem.ID, from old: String?, to new: String) async throws {
        let map = Map(item: PortalItem(portal: portal, id: id))
        try await map.load()
        let layer = try #require(map.operationalLayers.first as? FeatureLayer)
        try await layer.load()
        if let old {
            var query = QueryParameters()
            query.whereClause = "NUMBER = 3"
            let feature = try #require(try await layer.featureTable?.features(using: query).first)
            let popup = Popup(geoElement: feature, definition: map.popupDefinition(for: layer))
            #expect(popup.title == old)
        }
        layer.popupDefinition = PopupDefinition(title: new)
        try await map.save()
    }

    @MainActor
    private static func saveNew(
        _ peer: PeerServer, _ portal: Portal, _ loader: HTTPServiceLoader
    ) async throws -> PortalItem.ID {
        let map = Map(
            layers: [FeatureLayer(url: peer.layerURL("Works", 0), name: "Works", services: loader)],
            spatialReference: .webMercator)
        await #expect(throws: ServiceError.self) { try await map.save() }
        let item = try await map.save(to: portal, title: "Own map", tags: ["test"])
        #expect(map.item?.id == item.id)
        return item.id
    }

    @MainActor
    private static func change(_ portal: Portal, _ id: PortalItem.ID) async throws {
        let map = Map(item: PortalItem(portal: portal, id: id))
        try await map.load()
        map.operationalLayers[0].opacity = 0.5
        try await map.save()
    }
}
