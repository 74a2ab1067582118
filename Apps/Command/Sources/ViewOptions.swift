// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures
import GromaGeometry
import GromaMapping

/// The view that `render` and `identify` share.
struct ViewOptions {
    static let options: [Specification.Option] = [
        .value("size", "WxH", "the picture's size in device-independent pixels (800x600)"),
        .value("center", "LON,LAT", "the middle in degrees; with --scale"),
        .value("scale", "N", "the scale's denominator"),
        .value(
            "extent", "XMIN,YMIN,XMAX,YMAX[,WKID]",
            "a box to show whole, in the map's reference unless WKID says otherwise"),
        .value("rotation", "DEG", "degrees by which north is turned clockwise"),
        .value("pixel-ratio", "R", "pixels a device-independent pixel (1)"),
        .value(
            "time", "START/END",
            "shows only what lies in this time, ISO 8601, `..` for an open side; `..` alone shows all times"),
        .value("layer-visibility", "ID=on|off", "shows or hides a layer; may stand more than once", repeats: true),
    ]

    /// Sets the map's time as asked; without the option the map keeps its own.
    @MainActor
    static func applyTime(_ arguments: Arguments, to map: Map) throws {
        guard let text = arguments.value("time") else { return }
        if text == ".." {
            map.timeExtent = nil
            return
        }
        let sides = try text.split(separator: "/", omittingEmptySubsequences: false).map { (side: Substring) -> Date? in
            if side == ".." { return nil }
            let whole = side.contains("T") ? String(side) : side + "T00:00:00Z"
            guard let date = try? Date(whole, strategy: .iso8601) else {
                throw UsageError("--time \(text): moments look like 2024-03-01 or 2024-03-01T12:00:00Z")
            }
            return date
        }
        guard sides.count <= 2, let first = sides.first else { throw UsageError("--time \(text): START/END is wanted") }
        map.timeExtent = TimeExtent(startDate: first, endDate: sides.count == 2 ? sides[1] : first)
    }

    /// Shows and hides layers as asked.
    @MainActor
    static func applyVisibility(_ arguments: Arguments, to map: Map) throws {
        for text in arguments.values("layer-visibility") {
            guard let equals = text.lastIndex(of: "="), ["on", "off"].contains(text[text.index(after: equals)...])
            else {
                throw UsageError("--layer-visibility is ID=on or ID=off, not \(text)")
            }
            let id = String(text[..<equals])
            guard let layer = map.layer(id: id) else {
                throw UsageError(
                    "the map has no layer \(id); it has \(map.allLayers.map(\.id).joined(separator: ", "))")
            }
            layer.isVisible = text.hasSuffix("=on")
        }
    }

    /// Says what is wrong with the options before a map is asked for.
    static func check(_ arguments: Arguments) throws {
        _ = try (arguments.size("size"), arguments.box("extent"), arguments.numbers("center", counts: [2]))
        let numbers = try (arguments.number("scale"), arguments.number("rotation"), arguments.number("pixel-ratio"))
        guard arguments.value("center") == nil || numbers.0 ?? 0 > 0 else {
            throw UsageError("--center needs --scale, a positive number")
        }
        if let ratio = numbers.2, ratio <= 0 || ratio > 8 {
            throw UsageError("--pixel-ratio is above 0 and at most 8")
        }
    }

    /// The view asked for; without one the map's own start.
    static func viewport(_ arguments: Arguments, of snapshot: MapSnapshot) throws -> Viewport {
        let size = try arguments.size("size") ?? (800, 600)
        let ratio = try arguments.number("pixel-ratio") ?? 1
        guard ratio > 0, ratio <= 8 else { throw UsageError("--pixel-ratio is above 0 and at most 8") }
        let rotation = try arguments.number("rotation")
        var viewport: Viewport
        if let (numbers, wkid) = try arguments.box("extent") {
            let reference = wkid.map { SpatialReference(wkid: $0) } ?? snapshot.spatialReference
            let box = Envelope(
                xMin: numbers[0], yMin: numbers[1], xMax: numbers[2], yMax: numbers[3], spatialReference: reference)
            let extent = try GeometryEngine.project(box, into: snapshot.spatialReference)
            viewport = Viewport(
                width: Double(size.width), height: Double(size.height), extent: extent, rotation: rotation ?? 0,
                pixelRatio: ratio)
        } else if let center = try arguments.numbers("center", counts: [2]) {
            guard let scale = try arguments.number("scale"), scale > 0 else {
                throw UsageError("--center needs --scale, a positive number")
            }
            let place = try GeometryEngine.project(
                Point(latitude: center[1], longitude: center[0]), into: snapshot.spatialReference)
            viewport = Viewport(
                width: Double(size.width), height: Double(size.height), center: place, scale: scale,
                rotation: rotation ?? 0, pixelRatio: ratio)
        } else {
            let start =
                try snapshot.initialViewpoint
                ?? Viewpoint(
                    boundingGeometry: GeometryEngine.project(
                        Envelope(xMin: -179, yMin: -80, xMax: 179, yMax: 80, spatialReference: .wgs84),
                        into: snapshot.spatialReference))
            viewport = Viewport(
                width: Double(size.width), height: Double(size.height),
                fitting: try start.projected(into: snapshot.spatialReference),
                pixelRatio: ratio)
            if let scale = try arguments.number("scale"), scale > 0 { viewport.scale = scale }
            if let rotation { viewport.rotation = rotation }
        }
        return viewport
    }
}

extension Arguments {
    /// The option's value as a box with, where a fifth number is given, the id of its reference.
    func box(_ name: String) throws(UsageError) -> (numbers: [Double], wkid: Int?)? {
        guard let numbers = try numbers(name, counts: [4, 5]) else { return nil }
        guard numbers.count == 5 else { return (numbers, nil) }
        guard let wkid = Int32(exactly: numbers[4]), wkid > 0 else {
            throw UsageError("--\(name) ends with the id of a reference, a positive whole number, not \(numbers[4])")
        }
        return (numbers, Int(wkid))
    }
}
