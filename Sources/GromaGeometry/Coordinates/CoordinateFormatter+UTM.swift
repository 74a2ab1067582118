// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension CoordinateFormatter {
    /// Zone, easting and northing in metres, rounded to `decimalPlaces` (0 to 6): `32T 465382 5247000`; without spaces `32T4653825247000`
    /// (six digits and seven), which `decimalPlaces` above 0 do not allow.
    ///
    /// South of the equator 10,000,000 m are added to the northing. Beyond 84 degrees north and 80 degrees south the place is given on the
    /// polar stereographic grid (UPS), without zone number: `Z 2000000 2000000` or `N 2000000 2000000`. A place at 180 degrees is in zone 60.
    public static func utmString(
        from point: Point, conversionMode: UTMConversionMode = .latitudeBandIndicators, decimalPlaces: Int = 0,
        addSpaces: Bool = true
    ) throws(GeometryError) -> String {
        try check(decimalPlaces, in: 0...6, "The number of decimal places")
        guard addSpaces || decimalPlaces == 0 else {
            throw GeometryError(.unsupported, "UTM with decimal places needs spaces between its numbers.")
        }
        let (latitude, longitude) = try geographic(point)
        let zone = GridZone(latitude: latitude, longitude: longitude, hasAntimeridianInFirst: false)
        var (easting, northing) = zone.project(latitude: latitude, longitude: longitude)
        if zone.number > 0, zone.isSouth { northing += 10_000_000 }
        let letter: Character
        switch conversionMode {
        case .northSouthIndicators: letter = zone.isSouth ? "S" : "N"
        case .latitudeBandIndicators where zone.number > 0: letter = GridZone.band(latitude: latitude)
        case .latitudeBandIndicators:
            letter = easting < 2_000_000 ? (zone.isSouth ? "A" : "Y") : (zone.isSouth ? "B" : "Z")
        }
        let power = powersOfTen[decimalPlaces]
        func number(_ value: Double, _ digits: Int) -> String {
            let units = Int((value * Double(power)).rounded())
            return padded(units / power, addSpaces ? 1 : digits)
                + (decimalPlaces > 0 ? "." + padded(units % power, decimalPlaces) : "")
        }
        let name = (zone.number > 0 ? padded(zone.number, 2) : "") + String(letter)
        let gap = addSpaces ? " " : ""
        return name + gap + number(easting, zone.number > 0 ? 6 : 7) + gap + number(northing, 7)
    }

    /// The place that a UTM or UPS text names, in `spatialReference` or WGS 84. `conversionMode` says what its letter means: N and S are bands too.
    ///
    /// A place in a neighbouring zone is accepted up to the limits of the grid (easting 0 to 1,000,000 m); with a band, the place must lie in it to a metre.
    public static func point(
        fromUTMString string: String, conversionMode: UTMConversionMode = .latitudeBandIndicators,
        spatialReference: SpatialReference? = nil
    ) throws(GeometryError) -> Point {
        guard string.utf8.count <= longestText else { throw malformed(string, "it is too long for UTM.") }
        var rest = Substring(string.uppercased())
        func skipSpaces() { rest = rest.drop(while: \.isWhitespace) }
        func digits() -> Substring {
            let found = rest.prefix { ("0"..."9").contains($0) }
            rest = rest.dropFirst(found.count)
            return found
        }
        skipSpaces()
        let zoneDigits = digits()
        skipSpaces()
        guard let letter = rest.popFirst(), zoneDigits.count <= 2 else { throw malformed(string, "a zone is missing.") }
        let zone = try zone(zoneDigits, letter, conversionMode, in: string)
        skipSpaces()
        var fields = rest.split(whereSeparator: \.isWhitespace)
        if fields.count == 1, fields[0].utf8.count == (zone.number > 0 ? 13 : 14) {
            fields = [fields[0].dropLast(7), fields[0].suffix(7)]
        }
        guard fields.count == 2, let easting = metres(fields[0]), let northing = metres(fields[1]) else {
            throw malformed(string, "an easting and a northing in metres are needed.")
        }
        let widest = zone.number > 0 ? 1_000_000.0 : 4_000_000
        guard easting <= widest, northing <= (zone.number > 0 ? 10_000_000 : 4_000_000) else {
            throw malformed(string, "the easting or the northing lies outside of the grid.")
        }
        let isShifted = zone.number > 0 && zone.isSouth
        let place = zone.unproject(easting: easting, northing: isShifted ? northing - 10_000_000 : northing)
        // Half a metre of rounding at the border of a band is about 1e-5 degrees.
        if conversionMode == .latitudeBandIndicators, let band = GridZone.latitudes(ofBand: letter), zone.number > 0,
            place.latitude < band.lowerBound - 1e-5 || place.latitude > band.upperBound + 1e-5
        {
            throw malformed(string, "the northing does not lie in band \(letter).")
        }
        return try point(latitude: place.latitude, longitude: place.longitude, in: spatialReference)
    }

    private static func zone(
        _ digits: Substring, _ letter: Character, _ mode: UTMConversionMode, in string: String
    ) throws(GeometryError) -> GridZone {
        let number = Int(digits) ?? 0
        guard digits.isEmpty || (1...60).contains(number) else { throw malformed(string, "zones go from 1 to 60.") }
        switch (mode, letter) {
        case (.northSouthIndicators, "N"), (.northSouthIndicators, "S"):
            return GridZone(number: number, isSouth: letter == "S")
        case (.latitudeBandIndicators, "A"), (.latitudeBandIndicators, "B"), (.latitudeBandIndicators, "Y"),
            (.latitudeBandIndicators, "Z"):
            guard digits.isEmpty else { throw malformed(string, "places at the poles have no zone number.") }
            return GridZone(number: 0, isSouth: letter < "C")
        case (.latitudeBandIndicators, _):
            guard !digits.isEmpty, let band = GridZone.latitudes(ofBand: letter) else {
                throw malformed(string, "\(letter) is no latitude band.")
            }
            return GridZone(number: number, isSouth: band.lowerBound < 0)
        default: throw malformed(string, "N or S must follow the zone.")
        }
    }

    /// Digits with at most one point and nothing else.
    private static func metres(_ field: Substring) -> Double? {
        guard field.first?.isNumber == true, field.allSatisfy({ $0 == "." || ("0"..."9").contains($0) }) else {
            return nil
        }
        return Double(field)
    }
}
