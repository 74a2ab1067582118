// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Groma

/// Popup definitions: found in a web map, or made in code from what is to be shown.
@main
struct CustomPopups {
    static func main() {
        let planted = Date(timeIntervalSince1970: 1_078_185_600)
        let tree = Graphic(
            geometry: Point(latitude: 48.1884, longitude: 65.0041),
            attributes: [
                "SPECIES": "Lime", "PLANTED": .date(Int64(planted.timeIntervalSince1970) * 1_000), "HEIGHT": 11.26,
                "OWNER_PHONE": "555 0100", "SURVEY_ID": 4711, "H2022": 10.1, "H2023": 10.7, "H2024": 11.26,
            ])
        let shown = popup(for: tree, layer: nil, in: Map()).evaluated(
            locale: Locale(identifier: "en-GB"), timeZone: .gmt)
        print(shown.plainText(words: Localization(preferring: ["en"])))
    }

    /// A definition found in the web map, by layer or by service address; else one made from the graphic itself.
    static func popup(for tree: Graphic, layer: Layer?, in map: Map) -> Popup {
        if let layer, let authored = map.popupDefinition(for: layer) {
            return Popup(geoElement: tree, definition: authored)
        }
        if let service = URL(string: "https://gis.example.org/arcgis/rest/services/Trees/FeatureServer"),
            let authored = map.popupDefinition(forServiceAt: service, sublayerID: 3)
        {
            return Popup(geoElement: tree, definition: authored)
        }
        var definition = PopupDefinition(geoElement: tree)
        definition.title = "{SPECIES}, planted {PLANTED}"
        definition.fields["PLANTED"].format = .date(.longMonthDayYear)
        definition.fields["HEIGHT"].format = .number(places: 1)
        definition.fields["HEIGHT"].label = "Height (m)"
        definition.fields["OWNER_PHONE"].isVisible = false
        definition.fields["SURVEY_ID"].isEditable = false
        definition.allowsDelete = false
        definition.showsAttachments = true
        definition.elements.append(.chart(.column, title: "Growth", fields: ["H2022", "H2023", "H2024"]))
        return Popup(geoElement: tree, definition: definition)
    }
}
