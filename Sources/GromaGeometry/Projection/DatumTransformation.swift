// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A way between two longitude/latitude references on different datums, for `GeometryEngine.project(_:into:datumTransformation:)`.
/// `TransformationCatalog` lists those there are.
public struct DatumTransformation: Sendable, Hashable {
    /// The name in its register.
    public let name: String
    /// The id in its register (below 32768 EPSG's, above the vendor's); nil for a chain of several.
    public let wkid: Int?
    /// How far off a place may be afterwards, in metres; nil where the register does not say.
    public let accuracy: Double?
    /// Grid files the transformation needs that are not installed; it can be used when there are none.
    public let missingGrids: [String]

    /// What PROJ calls the references it goes between, and the operation; `isInverse` for one that is registered the other way round.
    let source: String
    let target: String
    let definition: String
    let isInverse: Bool

    init(
        name: String, wkid: Int?, accuracy: Double?, missingGrids: [String] = [], source: String, target: String,
        definition: String, isInverse: Bool
    ) {
        self.name = name
        self.wkid = wkid
        self.accuracy = accuracy
        self.missingGrids = missingGrids
        self.source = source
        self.target = target
        self.definition = definition
        self.isInverse = isInverse
    }

    /// The way back.
    public var inverse: DatumTransformation {
        DatumTransformation(
            name: name, wkid: wkid, accuracy: accuracy, missingGrids: missingGrids, source: target, target: source,
            definition: definition, isInverse: !isInverse)
    }

    /// The one that is taken before PROJ is asked, because services of ArcGIS take it and PROJ another; nil where PROJ decides.
    ///
    /// Between WGS 84 and NAD 83 PROJ moves nothing (EPSG 1188, good to 4 m). ArcGIS goes by ITRF00 as of 1997.0 (its transformation
    /// 108190, good to 0.1 m), which moves North America by one to two metres: data of its servers would lie that far off.
    static func preferred(from source: String, to target: String) -> DatumTransformation? {
        // A definition that cannot be read is left to PROJ, which says what is wrong with it.
        guard let from = try? ReferenceFrame(definition: source).geographicWKID,
            let to = try? ReferenceFrame(definition: target).geographicWKID
        else { return nil }
        let itrf = DatumTransformation(
            name: "WGS_1984_(ITRF00)_To_NAD_1983", wkid: 108190, accuracy: 0.1, source: "EPSG:4326",
            target: "EPSG:4269", definition: "urn:ogc:def:coordinateOperation:ESRI::108190", isInverse: false)
        switch (from, to) {
        case (4326, 4269): return itrf
        case (4269, 4326): return itrf.inverse
        default: return nil
        }
    }
}
