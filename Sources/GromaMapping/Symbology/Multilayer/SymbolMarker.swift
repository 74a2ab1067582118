// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
package import GromaGeometry

/// A marker layer of a `MultilayerSymbol`: a drawing or a picture, and where it is put.
package struct SymbolMarker: Sendable {
    /// A shape of a drawn marker, with the layers that draw it from the bottom up.
    package struct Graphic: Sendable {
        package var geometry: any Geometry
        package var layers: [SymbolLayer]
        /// Letters at the geometry's place, in place of layers; nil for a shape.
        package var text: MarkerText?
    }
    package enum Drawing: Sendable {
        /// Shapes in the coordinates of a frame, y up.
        case shapes([Graphic], frame: Envelope)
        case picture(SymbolImage)
    }
    /// Where markers are put along a line or in an area.
    package enum Placement: Sendable, Hashable {
        /// On points; in an area at a place well inside of it.
        case center
        /// Distances between markers in points, in turn; the first marker lies `start` points from the line's beginning, with a
        /// negative number half of the first distance.
        case along(template: [Double], start: Double)
        case ends(atBegin: Bool, atEnd: Bool)
        /// On vertices, of those the inner ones, the ends, or both.
        case vertices(inner: Bool, ends: Bool)
        /// At shares of the line's length.
        case shares([Double])
        /// On a grid inside of an area; steps in points.
        case grid(stepX: Double, stepY: Double, shiftsOddRows: Bool)
    }

    package var drawing: Drawing
    /// Height in points.
    package var size: Double
    /// Degrees counter-clockwise.
    package var rotation: Double
    /// Points to the right.
    package var offsetX: Double
    /// Points up.
    package var offsetY: Double
    /// The place that is put to the point, as shares of the frame from its middle.
    package var anchor: (x: Double, y: Double)
    /// True where strokes grow with the marker.
    package var scalesStrokes: Bool
    package var placement: Placement
    /// True where the marker turns with the line.
    package var followsLine: Bool
    /// Points to the left of the line, as it runs.
    package var lineOffset: Double
    private var unsupported: [String] = []

    var allUnsupported: [String] {
        guard case .shapes(let graphics, _) = drawing else { return unsupported }
        return unsupported
            + graphics.flatMap { $0.layers.flatMap { $0.allUnsupported + $0.undrawnInMarkers } }
    }

    private static let mostGraphics = 256

    init(_ json: JSONObject, depth: Int) {
        size = json["size"]?.double ?? 10
        let turn = json["rotation"]?.double ?? 0
        rotation = json["rotateClockwise"]?.bool == true ? -turn : turn
        offsetX = json["offsetX"]?.double ?? 0
        offsetY = json["offsetY"]?.double ?? 0
        scalesStrokes = json["scaleSymbolsProportionally"]?.bool ?? true
        anchor = (0, 0)
        placement = .center
        followsLine = false
        lineOffset = 0
        if json["type"]?.string == "CIMPictureMarker" {
            drawing = .picture(.url(json["url"]?.string ?? ""))
        } else if json["type"]?.string == "CIMCharacterMarker" {
            let box = Envelope(xMin: -size / 2, yMin: -size / 2, xMax: size / 2, yMax: size / 2, spatialReference: nil)
            let letter = MarkerText(character: json, depth: depth)
            if letter == nil { unsupported.append("CIMCharacterMarker") }
            drawing = .shapes(
                letter.map { [Graphic(geometry: Point(x: 0, y: 0, spatialReference: nil), layers: [], text: $0)] }
                    ?? [],
                frame: box)
        } else {
            let frame = json["frame"]?.object ?? [:]
            func side(_ key: String, _ usual: Double) -> Double { frame[key]?.double ?? usual }
            let box = Envelope(
                xMin: side("xmin", -5), yMin: side("ymin", -5), xMax: side("xmax", 5), yMax: side("ymax", 5),
                spatialReference: nil)
            var graphics: [Graphic] = []
            for entry in (json["markerGraphics"]?.array ?? []).prefix(Self.mostGraphics) {
                guard let symbol = entry["symbol"]?.object, let shape = entry["geometry"],
                    let geometry = (try? shape.geometry()) ?? nil
                else { continue }
                if symbol["type"]?.string == "CIMTextSymbol" {
                    let letters = MarkerText(symbol, text: entry["textString"]?.string ?? "", depth: depth)
                    graphics.append(Graphic(geometry: geometry, layers: [], text: letters))
                    continue
                }
                graphics.append(
                    Graphic(geometry: geometry, layers: SymbolLayer.layers(of: symbol, depth: depth + 1)))
            }
            drawing = .shapes(graphics, frame: box)
        }
        takeAnchor(json)
        if let place = json["markerPlacement"]?.object { take(place) }
    }

    private mutating func takeAnchor(_ json: JSONObject) {
        guard let x = json["anchorPoint"]?["x"]?.double, let y = json["anchorPoint"]?["y"]?.double else { return }
        if json["anchorPointUnits"]?.string == "Absolute" {
            guard size > 0 else { return }
            anchor = (x / size, y / size)
        } else {
            anchor = (x, y)
        }
    }

    private mutating func take(_ place: JSONObject) {
        followsLine = place["angleToLine"]?.bool ?? false
        lineOffset = place["offset"]?.double ?? 0
        switch place["type"]?.string {
        case "CIMMarkerPlacementAlongLineSameSize", "CIMMarkerPlacementAlongLineRandomSize",
            "CIMMarkerPlacementAlongLineVariableSize":
            let template = (place["placementTemplate"]?.array?.compactMap(\.double) ?? []).filter { $0 > 0 }
            guard !template.isEmpty else { return }
            let along = place["offsetAlongLine"]?.double ?? 0
            let startsWithMarker = place["endings"]?.string == "WithMarkers"
            placement = .along(template: template, start: startsWithMarker || along != 0 ? along : -1)
        case "CIMMarkerPlacementAtExtremities":
            let which = place["extremityPlacement"]?.string ?? "Both"
            placement = .ends(
                atBegin: which == "Both" || which == "JustBegin", atEnd: which == "Both" || which == "JustEnd")
        case "CIMMarkerPlacementOnVertices":
            placement = .vertices(
                inner: place["placeOnRegularVertices"]?.bool ?? true, ends: place["placeOnEndPoints"]?.bool ?? true)
        case "CIMMarkerPlacementAtRatioPositions":
            placement = .shares(place["positionArray"]?.array?.compactMap(\.double) ?? [0.5])
        case "CIMMarkerPlacementOnLine": placement = .shares([0.5])
        case "CIMMarkerPlacementInsidePolygon":
            placement = .grid(
                stepX: place["stepX"]?.double ?? 16, stepY: place["stepY"]?.double ?? 16,
                shiftsOddRows: place["shiftOddRows"]?.bool ?? false)
        case "CIMMarkerPlacementPolygonCenter", nil: break
        case let name?: unsupported.append(name)
        }
    }
}
