// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A zone of UTM, or one of the two grids round the poles, and the latitude band in it.
struct GridZone: Hashable {
    /// 1 to 60; 0 at a pole.
    var number: Int
    /// South of the equator.
    var isSouth: Bool

    static let bands = Array("CDEFGHJKLMNPQRSTUVWX")

    init(number: Int, isSouth: Bool) {
        self.number = number
        self.isSouth = isSouth
    }

    /// The zone of a place, longitude from -180 to 180: six degrees wide but for south-western Norway and Svalbard, from 80 degrees south
    /// up to 84 degrees north; the grids round the poles beyond.
    init(latitude: Double, longitude: Double, hasAntimeridianInFirst: Bool) {
        isSouth = latitude < 0
        guard latitude >= -80, latitude < 84 else {
            number = 0
            return
        }
        number = min(60, Int(((longitude + 180) / 6).rounded(.down)) + 1)
        if abs(longitude) == 180 { number = hasAntimeridianInFirst ? 1 : 60 }
        if latitude >= 56, latitude < 64, number == 31, longitude >= 3 { number = 32 }
        if latitude >= 72, (0..<42).contains(longitude) {
            number = longitude < 9 ? 31 : longitude < 21 ? 33 : longitude < 33 ? 35 : 37
        }
    }

    /// The letter of a latitude in a UTM zone, eight degrees a band, the last one twelve.
    static func band(latitude: Double) -> Character {
        bands[min(19, max(0, Int(((latitude + 80) / 8).rounded(.down))))]
    }

    /// Degrees of latitude of a band, or nil for a letter that is none.
    static func latitudes(ofBand letter: Character) -> ClosedRange<Double>? {
        guard let index = bands.firstIndex(of: letter) else { return nil }
        let south = Double(index) * 8 - 80
        return south...(index == 19 ? 84 : south + 8)
    }

    private var centralMeridian: Double { Double(number) * 6 - 183 }

    /// Metres in the zone. North of the equator and south of it: UTM counts from the equator here, negative in the south.
    func project(latitude: Double, longitude: Double) -> (easting: Double, northing: Double) {
        guard number > 0 else { return TransverseMercator.polarProject(latitude: latitude, longitude: longitude) }
        return TransverseMercator.project(
            latitude: latitude, longitude: (longitude - centralMeridian).remainder(dividingBy: 360))
    }

    /// Degrees from metres, the longitude from -180 to 180.
    func unproject(easting: Double, northing: Double) -> (latitude: Double, longitude: Double) {
        guard number > 0 else {
            return TransverseMercator.polarUnproject(easting: easting, northing: northing, isNorth: !isSouth)
        }
        let place = TransverseMercator.unproject(easting: easting, northing: northing)
        let longitude = place.longitude + centralMeridian
        return (place.latitude, abs(longitude) <= 180 ? longitude : longitude.remainder(dividingBy: 360))
    }
}
