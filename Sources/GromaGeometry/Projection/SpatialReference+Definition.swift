// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension SpatialReference {
    /// Authority and number by which people and PROJ know this reference, such as "EPSG:25832"; nil for one without a number. Numbers
    /// below 32768 are EPSG's, those above the vendor's.
    package var code: String? {
        resolvedWKID.flatMap { $0 > 0 ? ($0 < 32768 ? "EPSG:\($0)" : "ESRI:\($0)") : nil }
    }

    /// What PROJ calls this reference; the tables of both authorities come with it.
    /// Throws `.spatialReference` when there is neither id nor text.
    func projDefinition() throws(GeometryError) -> String {
        if let code { return code }
        guard let wkt, !wkt.isEmpty else {
            throw GeometryError(
                .spatialReference, "A spatial reference without id and text cannot be used; give it a wkid.")
        }
        guard wkt.utf8.count <= 65536 else {
            throw GeometryError(.tooLarge, "The text of a spatial reference has more than 65,536 bytes.")
        }
        guard Self.looksLikeWellKnownText(wkt) else {
            throw GeometryError(
                .spatialReference,
                "\"\(wkt.prefix(40))\" is no well-known text of a spatial reference, such as PROJCS[…]; give it a wkid."
            )
        }
        return wkt
    }

    /// Whether a text begins as one of a reference does (ISO 19162:2019, table 3, and its forerunner OGC 01-009). PROJ would take others
    /// for names to look for in all of its tables, or for files to open.
    private static func looksLikeWellKnownText(_ text: String) -> Bool {
        let start = text.drop(while: \.isWhitespace)
        let keyword = start.prefix { $0.isLetter || $0 == "_" }
        guard let next = start.dropFirst(keyword.count).first(where: { !$0.isWhitespace }) else { return false }
        if next == ":" { return ["EPSG", "ESRI", "OGC", "URN"].contains(keyword.uppercased()) }
        return (next == "[" || next == "(") && keywords.contains(keyword.uppercased())
    }

    private static let keywords: Set<String> = [
        "GEOGCS", "PROJCS", "GEOCCS", "COMPD_CS", "VERT_CS", "VERTCS", "LOCAL_CS", "FITTED_CS", "GEODCRS",
        "GEODETICCRS",
        "GEOGCRS", "GEOGRAPHICCRS", "PROJCRS", "PROJECTEDCRS", "VERTCRS", "VERTICALCRS", "COMPOUNDCRS", "BOUNDCRS",
        "ENGCRS",
        "ENGINEERINGCRS", "DERIVEDPROJCRS", "PARAMETRICCRS", "TIMECRS", "COORDINATEMETADATA",
    ]
}
