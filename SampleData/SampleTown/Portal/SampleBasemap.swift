// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs

/// The base maps of the sample: a ground of tiles, and names that are placed live.
///
/// Names are layers of features and not a picture, so that they make room for the labels and markers of whatever map is drawn on
/// them: a name in a picture lies where it lies.
enum SampleBasemap: String, CaseIterable {
    case streets = "Streets"
    case night = "StreetsDark"
    case imagery = "Imagery"
    case relief = "Relief"
    case streetsWGS84 = "StreetsWGS84"

    /// What people call it.
    var title: String {
        switch self {
        case .streets: "Streets"
        case .night: "Streets, night"
        case .imagery: "Imagery"
        case .relief: "Relief"
        case .streetsWGS84: "Streets in WGS 84"
        }
    }

    /// Those that suit maps made for a light ground in web mercator: what a list of base maps offers.
    static let offered: [SampleBasemap] = [.streets, .imagery, .relief]

    /// A document with names above its base map's tiles, in colours for that ground or for all of several. Documents without tiles stay as they are.
    static func addingNames(to document: JSONValue, town: Town) throws -> JSONValue {
        guard var object = document.object, var base = object["baseMap"]?.object,
            var layers = base["baseMapLayers"]?.array
        else { return document }
        let grounds = layers.compactMap { layer in allCases.first { layer["url"]?.string == $0.address } }
        guard let ground = grounds.first else { return document }
        let shown = object["operationalLayers"]?.array ?? []
        // Landmarks that the map itself shows are named there.
        let showsLandmarks = shown.contains { layer in
            layer["url"]?.string?.hasSuffix("/Town/FeatureServer/0") == true
        }
        let names = BasemapNames(
            style: try BasemapNames.Style(grounds.count > 1 ? nil : ground), town: town, isCrowded: !shown.isEmpty)
        layers += names.layers(withLandmarks: !showsLandmarks)
        base["baseMapLayers"] = .array(layers)
        object["baseMap"] = .object(base)
        return .object(object)
    }

    private var address: String { "{server}/rest/services/\(rawValue)/MapServer" }

    /// A web map of the base map alone.
    var document: JSONValue {
        [
            "operationalLayers": [],
            "baseMap": [
                "title": .string(title),
                "baseMapLayers": [
                    [
                        "id": "base", "layerType": "ArcGISTiledMapServiceLayer", "title": .string(title),
                        "url": .string(address), "visibility": true, "opacity": 1,
                    ]
                ],
            ],
            "initialState": [
                "viewpoint": [
                    "rotation": 0, "scale": 18_056,
                    "targetGeometry": [
                        "xmin": 7_234_650, "ymin": 6_137_100, "xmax": 7_237_350, "ymax": 6_138_975,
                        "spatialReference": ["wkid": 102_100, "latestWkid": 3857],
                    ],
                ]
            ],
            "spatialReference": ["wkid": 102_100, "latestWkid": 3857],
            "version": "2.31", "authoringApp": "Groma", "authoringAppVersion": "1.0",
        ]
    }
}
