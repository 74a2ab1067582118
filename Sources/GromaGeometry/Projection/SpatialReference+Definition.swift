// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension SpatialReference {
    /// What PROJ calls this reference. Ids below 32768 are EPSG's, those above the vendor's; both tables come with PROJ.
    /// Throws `.spatialReference` when there is neither id nor text.
    func projDefinition() throws(GeometryError) -> String {
        if let id = resolvedWKID, id > 0 {
            return id < 32768 || (20000...32767).contains(id) ? "EPSG:\(id)" : "ESRI:\(id)"
        }
        guard let wkt, !wkt.isEmpty else {
            throw GeometryError(
                .spatialReference, "A spatial reference without id and text cannot be used; give it a wkid.")
        }
        guard wkt.utf8.count <= 65536 else {
            throw GeometryError(.tooLarge, "The text of a spatial reference has more than 65,536 bytes.")
        }
        return wkt
    }
}
