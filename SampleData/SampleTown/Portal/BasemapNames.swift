// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs

/// The names of a base map as layers: streets, landmarks, parks, house numbers, water and places.
struct BasemapNames {
    /// Colours of names on one ground, as red, green, blue.
    struct Style {
        private let colors: JSONValue

        /// Nil for names that lie on any ground.
        init(_ ground: SampleBasemap?) throws {
            let styles = try SampleSchema.resource("styles.json")
            let palette: JSONValue? =
                switch ground {
                case .streets, .streetsWGS84: styles["streets"]?["light"]
                case .night: styles["streets"]?["dark"]
                case .imagery: styles["imagery"]?["names"]
                case .relief: styles["relief"]?["names"]
                case nil: styles["anyGround"]?["names"]
                }
            guard let palette else {
                throw SampleTownError(
                    .missingResource, "styles.json has no colours of names on \(ground?.title ?? "any ground").")
            }
            colors = palette
        }

        func color(_ name: String, opacity: Int = 255) -> JSONValue {
            let digits = (colors[name] ?? colors["text"])?.string?.dropFirst() ?? "000000"
            let value = Int(digits, radix: 16) ?? 0
            return [
                .integer(value >> 16 & 255), .integer(value >> 8 & 255), .integer(value & 255), .integer(opacity),
            ]
        }
    }
    let style: Style
    let town: Town
    /// True under a map's own layers, which need the room at small scales.
    let isCrowded: Bool

    /// From the bottom up: only landmarks draw something besides names.
    func layers(withLandmarks: Bool) -> [JSONValue] {
        var layers = [streets, land, houses, water, places]
        if withLandmarks { layers += landmarks }
        return layers
    }

    // MARK: - Layers

    private var streets: JSONValue {
        layer(
            "names-streets", "Street names", 2, minScale: 26_000, draws: Self.noLine,
            labels: [
                street("Main streets", "CLASS = 3", minScale: 26_000, priority: 10, "text", size: 8.6, isBold: true),
                street("Through streets", "CLASS = 2", minScale: 13_000, priority: 30, "text", size: 8.2),
                street("Streets", "CLASS = 1", minScale: 9_500, priority: 50, "textQuiet", size: 7.9),
            ])
    }

    private func street(
        _ name: String, _ filter: String, minScale: Double, priority: Int, _ color: String, size: Double,
        isBold: Bool = false
    ) -> JSONValue {
        // In the street; where pipes lie in the middle of it, the names stand beside them.
        label(
            name, "$feature.NAME", filter, minScale: minScale, priority: priority,
            "esriServerLinePlacementCenterAlong", letters(color, size: size, weight: isBold ? "bold" : "normal"),
            [
                "repeatLabel": true, "repeatLabelDistance": 420, "removeDuplicates": "labelClass",
                "removeDuplicatesDistance": 160,
            ])
    }

    private var land: JSONValue {
        let once: JSONObject = ["removeDuplicates": "labelClass", "removeDuplicatesDistance": 220]
        let letters = letters("textPark", size: 8.2, slope: "italic")
        let place = "esriServerPolygonPlacementAlwaysHorizontal"
        return layer(
            "names-land", "Names of parks and woods", 7, minScale: 26_000, draws: Self.noFill,
            labels: [
                label(
                    "Parks", "$feature.NAME", "KIND IN ('park', 'island')", minScale: 9_500, priority: 40, place,
                    letters, once),
                label(
                    "Greens", "$feature.NAME", "KIND = 'green' AND NAME = 'Mill Green'", minScale: 4_600, priority: 60,
                    place, letters, once),
                label("Woods", "$feature.NAME", "KIND = 'wood'", minScale: 26_000, priority: 45, place, letters, once),
            ])
    }

    /// On the houses: in the middle of a lot a number would lie on the house's back wall.
    private var houses: JSONValue {
        layer(
            "names-numbers", "House numbers", 3, minScale: 2_300, draws: Self.noFill,
            labels: [
                label(
                    "House numbers", "Split($feature.ADDRESS, ' ')[0]", "ADDRESS IS NOT NULL AND KIND <> 'shed'",
                    minScale: 2_300, priority: 90, "esriServerPolygonPlacementAlwaysHorizontal",
                    letters("textNumber", size: 6.8), ["stackLabel": false])
            ])
    }

    private var landmarks: [JSONValue] {
        // A dot without its name says nothing: each kind begins where names mostly find room.
        let small = "('school', 'depot', 'library', 'works', 'sports')"
        return [
            ("", isCrowded ? 13_000.0 : 26_000.0, "KIND <> 'church' AND KIND NOT IN \(small)"),
            ("-churches", 13_000.0, "KIND = 'church'"), ("-small", 9_500.0, "KIND IN \(small)"),
        ].map { id, scale, filter in
            var marked =
                layer(
                    "names-landmarks" + id, "Landmarks", 0, minScale: scale,
                    draws: [
                        "type": "esriSMS", "style": "esriSMSCircle", "color": style.color("textLandmark"), "size": 3.6,
                        "angle": 0, "xoffset": 0, "yoffset": 0,
                        "outline": [
                            "type": "esriSLS", "style": "esriSLSSolid", "color": style.color("halo", opacity: 235),
                            "width": 1,
                        ],
                    ],
                    labels: [
                        label(
                            "Landmarks", "$feature.NAME", "", minScale: scale, priority: 20,
                            "esriServerPointLabelPlacementBelowCenter",
                            letters("textLandmark", size: 8, weight: "bold"), [:])
                    ]
                ).object ?? [:]
            var definition = marked["layerDefinition"]?.object ?? [:]
            definition["definitionExpression"] = .string(filter)
            marked["layerDefinition"] = .object(definition)
            return .object(marked)
        }
    }

    /// Names along the middle of the water, which no service has as a line.
    private var water: JSONValue {
        let reach = 800_000
        // Round the island there is no middle of the water: the name stands before it or after it.
        let island = River.islandX - 10_000...River.islandX + 10_000
        func river(_ x: ClosedRange<Int>) -> [TownPoint] {
            stride(from: x.lowerBound, through: x.upperBound, by: 4_000).map { TownPoint($0, River.centre($0)) }
        }
        let brook = Country.brook(to: 500_000).filter { $0.y > town.lattice.node(-4, 1).y }
        func line(_ name: String, _ kind: String, _ points: [TownPoint]) -> JSONValue {
            [
                "attributes": ["NAME": .string(name), "KIND": .string(kind)],
                "geometry": ["paths": [.array(points.map { [.double($0.mercatorX), .double($0.mercatorY)] })]],
            ]
        }
        let apart: JSONObject = ["repeatLabel": true, "repeatLabelDistance": 520]
        return collection(
            "names-water", "Names of waters", "esriGeometryPolyline", draws: Self.noLine,
            features: [
                line("River Sarn", "river", river(-reach...island.lowerBound)),
                line("River Sarn", "river", river(island.upperBound...reach)), line("Mill Brook", "brook", brook),
            ],
            labels: [
                label(
                    "Rivers", "$feature.NAME", "KIND = 'river'", minScale: 80_000, priority: 5,
                    "esriServerLinePlacementCenterAlong",
                    letters("textWater", size: 10.5, slope: "italic", family: "Noto Serif", halo: "haloWater"), apart),
                label(
                    "Brooks", "$feature.NAME", "KIND = 'brook'", minScale: 26_000, priority: 35,
                    "esriServerLinePlacementAboveAlong",
                    letters("textWater", size: 8.4, slope: "italic", family: "Noto Serif"), apart),
            ])
    }

    private var places: JSONValue {
        // The town's name stands at its upper edge: in the middle it would lie on everything that is shown of the town.
        let top = town.frame(margin: 7_000).y.upperBound
        var named = [(name: "Lindenford", kind: "town", at: TownPoint(0, top))]
        named += BasemapNames.districts.filter { town.isBuilt(near: $0.at, within: 16_000) }
            .map { ($0.name, "district", $0.at) }
        return collection(
            "names-places", "Names of places", "esriGeometryPoint",
            draws: ["type": "esriSMS", "style": "esriSMSCircle", "color": [0, 0, 0, 0], "size": 1],
            features: named.map { place in
                [
                    "attributes": ["NAME": .string(place.name), "KIND": .string(place.kind)],
                    "geometry": ["x": .double(place.at.mercatorX), "y": .double(place.at.mercatorY)],
                ]
            },
            labels: [
                label(
                    "Towns", "$feature.NAME", "KIND = 'town'", minScale: 2_400_000, maxScale: 25_000, priority: 0,
                    "esriServerPointLabelPlacementAboveCenter", letters("text", size: 12.5, weight: "bold"), [:]),
                label(
                    "Districts", "Upper($feature.NAME)", "KIND = 'district'", minScale: 25_000, maxScale: 13_000,
                    priority: 25, "esriServerPointLabelPlacementCenterCenter", letters("textDistrict", size: 7.6), [:]),
            ])
    }

    static let districts: [(name: String, at: TownPoint)] = [
        ("Old Town", TownPoint(0, 21_000)), ("Southbank", TownPoint(3_000, -23_000)),
        ("Mill Side", TownPoint(-49_000, 6_000)), ("Northgate", TownPoint(6_000, 53_000)),
        ("Lock Quarter", TownPoint(54_000, 22_000)), ("Foundry", TownPoint(-40_000, -36_000)),
    ]

    // MARK: - Documents

    private static let noLine: JSONValue = [
        "type": "esriSLS", "style": "esriSLSNull", "color": [0, 0, 0, 0], "width": 0,
    ]
    private static let noFill: JSONValue = ["type": "esriSFS", "style": "esriSFSNull", "color": [0, 0, 0, 0]]

    private func drawing(_ symbol: JSONValue, _ labels: [JSONValue]) -> JSONValue {
        ["renderer": ["type": "simple", "symbol": symbol], "labelingInfo": .array(labels)]
    }

    private func layer(
        _ id: String, _ title: String, _ number: Int, minScale: Double, draws symbol: JSONValue, labels: [JSONValue]
    ) -> JSONValue {
        [
            "id": .string(id), "layerType": "ArcGISFeatureLayer", "title": .string(title),
            "url": .string("{server}/rest/services/Town/FeatureServer/\(number)"), "visibility": true, "opacity": 1,
            "showLabels": true, "showLegend": false, "disablePopup": true,
            "layerDefinition": ["minScale": .double(minScale), "maxScale": 0, "drawingInfo": drawing(symbol, labels)],
        ]
    }

    private func collection(
        _ id: String, _ title: String, _ geometryType: String, draws symbol: JSONValue, features: [JSONValue],
        labels: [JSONValue]
    ) -> JSONValue {
        let numbered = features.enumerated().map { index, feature -> JSONValue in
            var feature = feature.object ?? [:]
            var attributes = feature["attributes"]?.object ?? [:]
            attributes["OBJECTID"] = .integer(index + 1)
            feature["attributes"] = .object(attributes)
            return .object(feature)
        }
        return [
            "id": .string(id), "layerType": "ArcGISFeatureLayer", "title": .string(title), "visibility": true,
            "opacity": 1,
            "featureCollection": [
                "layers": [
                    [
                        "id": .string(id + "-0"), "showLegend": false, "disablePopup": true,
                        "layerDefinition": [
                            "name": .string(title), "geometryType": .string(geometryType),
                            "objectIdField": "OBJECTID",
                            "spatialReference": ["wkid": 102_100, "latestWkid": 3857],
                            "fields": [
                                ["name": "OBJECTID", "type": "esriFieldTypeOID"],
                                ["name": "NAME", "type": "esriFieldTypeString", "length": 40],
                                ["name": "KIND", "type": "esriFieldTypeString", "length": 12],
                            ],
                            "drawingInfo": drawing(symbol, labels),
                        ],
                        "featureSet": [
                            "geometryType": .string(geometryType),
                            "spatialReference": ["wkid": 102_100, "latestWkid": 3857], "features": .array(numbered),
                        ],
                    ]
                ]
            ],
        ]
    }

    private func label(
        _ name: String, _ expression: String, _ filter: String, minScale: Double, maxScale: Double = 0,
        priority: Int, _ placement: String, _ letters: JSONValue, _ more: JSONObject
    ) -> JSONValue {
        var label: JSONObject = [
            "name": .string(name), "labelExpressionInfo": ["expression": .string(expression)],
            "labelPlacement": .string(placement), "useCodedValues": true, "deconflictionStrategy": "static",
            "minScale": .double(minScale), "maxScale": .double(maxScale), "priority": .integer(priority),
            "symbol": letters,
        ]
        if !filter.isEmpty { label["where"] = .string(filter) }
        for (key, value) in more.members { label[key] = value }
        return .object(label)
    }

    private func letters(
        _ color: String, size: Double, weight: String = "normal", slope: String = "normal",
        family: String = "Noto Sans", halo: String = "halo"
    ) -> JSONValue {
        [
            "type": "esriTS", "color": style.color(color), "haloColor": style.color(halo, opacity: 235),
            "haloSize": 1.5, "horizontalAlignment": "center", "verticalAlignment": "baseline", "xoffset": 0,
            "yoffset": 0, "angle": 0,
            "font": [
                "family": .string(family), "size": .double(size), "style": .string(slope), "weight": .string(weight),
                "decoration": "none",
            ],
        ]
    }
}
