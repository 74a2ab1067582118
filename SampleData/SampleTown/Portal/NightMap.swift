// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs

/// The same map for a dark ground: light lines, letters on dark halos, markers with dark rims. What is shown, when and why stays.
enum NightMap {
    /// The document with the colours of `stormwaterNight` in its renderers and labels, on the night streets.
    static func night(of document: JSONValue) throws -> JSONValue {
        guard var object = document.object, let layers = object["operationalLayers"]?.array,
            let table = try SampleSchema.resource("styles.json")["stormwaterNight"]?["instead"]?.object
        else { throw SampleTownError(.missingResource, "There are no night colours, or no layers to put them on.") }
        var colors: [Int64: Int64] = [:]
        for (day, night) in table.members {
            guard let day = number(day), let night = night.string.flatMap(number) else { continue }
            colors[day] = night
        }
        object["operationalLayers"] = .array(layers.map { recolored($0, colors) })
        object["baseMap"] = SampleBasemap.night.document["baseMap"]
        object["background"] = ["color": [30, 34, 38, 255]]
        return .object(object)
    }

    /// #RRGGBB.
    private static func number(_ hex: String) -> Int64? { Int64(hex.dropFirst(), radix: 16) }

    /// A layer with what it draws in other colours, and the layers in it.
    private static func recolored(_ layer: JSONValue, _ colors: [Int64: Int64]) -> JSONValue {
        guard var object = layer.object else { return layer }
        if let members = object["layers"]?.array { object["layers"] = .array(members.map { recolored($0, colors) }) }
        if var definition = object["layerDefinition"]?.object, let drawing = definition["drawingInfo"] {
            definition["drawingInfo"] = replaced(drawing, colors)
            object["layerDefinition"] = .object(definition)
        }
        return .object(object)
    }

    /// Colours are the arrays of four numbers.
    private static func replaced(_ json: JSONValue, _ colors: [Int64: Int64]) -> JSONValue {
        if var object = json.object {
            for (key, value) in object.members { object[key] = replaced(value, colors) }
            return .object(object)
        }
        guard let array = json.array else { return json }
        let parts = array.compactMap(\.int)
        guard parts.count == 4, array.count == 4 else { return .array(array.map { replaced($0, colors) }) }
        guard let night = colors[Int64(parts[0]) << 16 | Int64(parts[1]) << 8 | Int64(parts[2])] else { return json }
        return [.integer(night >> 16 & 255), .integer(night >> 8 & 255), .integer(night & 255), .integer(parts[3])]
    }
}
