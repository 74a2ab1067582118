// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGTK
import GromaGeometry
import GromaLocation
import GromaMapping
import GromaView
import ScreenSupport
import XCTest

/// A map of a few points in memory, on the display.
@MainActor
struct MapFixture {
    let points: FeatureLayer
    let areas: FeatureLayer
    let map: Map
    let mapView: MapView
    let popups = PopupsContainer()
    let window: Window

    /// Shows it. In the middle lies the point P4; neighbours are 80 pixels away.
    static func shown(
        width: Int = 900, height: Int = 600, furniture: MapView.Furniture = .standard, sidebar: Widget? = nil
    ) async throws -> MapFixture {
        try Screen.require()
        try Pointer.require()
        let fixture = try MapFixture(furniture: furniture, sidebar: sidebar)
        try await Screen.show(fixture.window, width: width, height: height)
        try await fixture.rests()
        return fixture
    }

    private init(furniture: MapView.Furniture, sidebar: Widget?) throws {
        var shapes: [Point] = []
        for row in -1...1 {
            for column in -1...1 {
                shapes.append(Point(x: Double(column) * 80, y: Double(row) * 80, spatialReference: .webMercator))
            }
        }
        points = try Self.layer("Points", .point, shapes)
        points.renderer = SimpleRenderer(symbol: SimpleMarkerSymbol(color: Color(hex: 0xC0_1C28), size: 12))
        points.popupDefinition = PopupDefinition(title: "Point {NAME}")
        areas = try Self.layer("Areas", .point, [])
        let start = Viewpoint(
            center: Point(x: 0, y: 0, spatialReference: .webMercator),
            scale: MapScale.scale(resolution: 1, in: .webMercator))
        map = Map(layers: [areas, points], initialViewpoint: start, spatialReference: .webMercator)
        map.name = "Nine points"
        mapView = MapView(map: map, furniture: furniture)
        window = Window("Test", content: mapView, panel: PopupsContainerView(popups), sidebar: sidebar)
        mapView.onSingleTap { [popups, weak mapView] tap in
            guard let mapView else { return }
            popups.removeAll()
            for await popup in mapView.popups(at: tap.screenPoint, tolerance: tap.tolerance) { popups.append(popup) }
        }
    }

    private static func layer(_ name: String, _ type: GeometryType, _ shapes: [Point]) throws -> FeatureLayer {
        let info = FeatureLayerInfo(
            id: 0, name: name, geometryType: type,
            fields: [Field(name: "OBJECTID", type: .oid), Field(name: "NAME", type: .string)],
            objectIDFieldName: "OBJECTID", spatialReference: .webMercator)
        let records = shapes.enumerated().map { index, shape in
            FeatureRecord(
                attributes: ["OBJECTID": .integer(Int64(index + 1)), "NAME": .string("P\(index)")], geometry: shape)
        }
        let rows = try FeatureSet(
            records: records, fields: info.fields, geometryType: type, spatialReference: .webMercator,
            objectIDFieldName: "OBJECTID")
        return FeatureLayer(featureTable: try FeatureCollectionTable(info: info, rows: rows), name: name)
    }

    /// Waits until the map is drawn and still, and on the display.
    func rests(file: StaticString = #filePath, line: UInt = #line) async throws {
        try await Screen.wait(for: "the map at rest", file: file, line: line) {
            mapView.drawStatus == .completed && !mapView.model.isNavigating
        }
        await Screen.settle()
    }

    /// Waits until the view has changed from what it was, and rests again.
    func moves(_ what: String, from before: Viewport, file: StaticString = #filePath, line: UInt = #line) async throws {
        try await Screen.wait(for: what, file: file, line: line) { mapView.model.viewport != before }
        try await rests(file: file, line: line)
    }

    /// Drags the map by the mouse and waits until it has moved: nothing that goes on besides may hold it up.
    func drag(file: StaticString = #filePath, line: UInt = #line) async throws {
        let before = viewport
        Pointer.shared.move(to: mapView, x: middle.x, y: middle.y)
        Pointer.shared.press()
        for step in 1...5 { Pointer.shared.move(to: mapView, x: middle.x - Double(step) * 8, y: middle.y) }
        Pointer.shared.release()
        try await Screen.wait(for: "the map to move", file: file, line: line) {
            viewport.center.x > before.center.x + 20
        }
    }

    var viewport: Viewport {
        mapView.model.viewport ?? Viewport(width: 1, height: 1, center: Point(x: 0, y: 0), scale: 1)
    }
    /// The middle of the map, in the map's own pixels.
    var middle: (x: Double, y: Double) { (Double(mapView.size.width) / 2, Double(mapView.size.height) / 2) }

    /// What the window shows at a point of the map.
    func pixel(x: Double, y: Double) throws -> (red: UInt8, green: UInt8, blue: UInt8) {
        let pixel = try picture()[Int(x.rounded()), Int(y.rounded())]
        return (pixel.red, pixel.green, pixel.blue)
    }

    /// What the window shows of the map.
    func picture() throws -> Image {
        let path = NSTemporaryDirectory() + "groma-gtk-pixel.png"
        // A window that was just shown, or has just changed, has a picture again when it next draws itself.
        let deadline = ContinuousClock.now + .seconds(10)
        while !mapView.saveWidgetPicture(to: path) {
            guard ContinuousClock.now < deadline else { throw CancellationError() }
            MainLoop.iterate(milliseconds: 4)
        }
        return try Image(decoding: [UInt8](try Data(contentsOf: URL(filePath: path))))
    }

    /// A row of the points.
    func feature(_ objectID: Int64) async throws -> Feature {
        var query = QueryParameters()
        query.objectIDs = [objectID]
        let table = try XCTUnwrap(points.featureTable)
        let found = try await table.features(using: query)
        return try XCTUnwrap(found.first)
    }

    func close() async {
        window.close()
        await Screen.settle()
    }
}
