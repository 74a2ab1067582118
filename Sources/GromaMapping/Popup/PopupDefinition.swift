// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

/// What a popup shows of a feature and what a person may do with it (the `popupInfo` of a layer).
public struct PopupDefinition: DocumentPart {
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }
}
