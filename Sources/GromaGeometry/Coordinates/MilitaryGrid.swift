// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A square of the military grid: zone and band, the letters of its 100 km square, and digits within.
struct MilitaryGrid {
    /// The zone's number and band letter, or the letter of a polar half alone.
    var zone: String
    /// Column and row of the 100 km square.
    var square: String
    var easting: String
    var northing: String

    private static let rows = Array("ABCDEFGHJKLMNPQRSTUV")
    private static let columns = [Array("STUVWXYZ"), Array("ABCDEFGH"), Array("JKLMNPQR")]
    private static let side = 100_000.0

    /// The letters round a pole: those of the western and eastern half's columns, of the rows, and the first column and row in 100 km.
    private struct Polar {
        var west: [Character]
        var east: [Character]
        var rows: [Character]
        var first: Int
    }
    private static let south = Polar(
        west: Array("JKLPQRSTUXYZ"), east: Array("ABCFGHJKLPQR"), rows: Array("ABCDEFGHJKLMNPQRSTUVWXYZ"), first: 8)
    private static let north = Polar(
        west: Array("RSTUXYZ"), east: Array("ABCFGHJ"), rows: Array("ABCDEFGHJKLMNP"), first: 13)

    /// The square of 100 km / 10^precision that holds a place.
    init(latitude: Double, longitude: Double, precision: Int, hasAntimeridianInFirst: Bool) {
        let grid = GridZone(
            latitude: latitude, longitude: longitude, hasAntimeridianInFirst: hasAntimeridianInFirst)
        let place = grid.project(latitude: latitude, longitude: longitude)
        // Squares are cut off, not rounded; a micrometre keeps a corner in the square that begins there.
        let x = Int((place.easting * 1e6).rounded()), y = Int((place.northing * 1e6).rounded()) + 10_000_000_000_000
        let whole = 100_000_000_000
        let column = x / whole, row = y / whole - 100
        if grid.number > 0 {
            zone = CoordinateFormatter.padded(grid.number, 2) + String(GridZone.band(latitude: latitude))
            let shift = grid.number % 2 == 0 ? 5 : 0
            square =
                String(Self.columns[grid.number % 3][min(7, max(0, column - 1))])
                + String(Self.rows[(row + 100 + shift) % 20])
        } else {
            let polar = grid.isSouth ? Self.south : Self.north
            let isEast = column >= 20
            zone = grid.isSouth ? (isEast ? "B" : "A") : (isEast ? "Z" : "Y")
            let letters = isEast ? polar.east : polar.west
            square =
                String(letters[column - (isEast ? 20 : polar.first)]) + String(polar.rows[row - polar.first])
        }
        let unit = whole / CoordinateFormatter.powersOfTen[precision]
        easting = precision == 0 ? "" : CoordinateFormatter.padded(x % whole / unit, precision)
        northing = precision == 0 ? "" : CoordinateFormatter.padded(y % whole / unit, precision)
    }

    /// The south-western corner of the square that a text names.
    static func place(_ text: String) throws(GeometryError) -> (latitude: Double, longitude: Double) {
        func failure(_ problem: String) -> GeometryError { CoordinateFormatter.malformed(text, problem) }
        guard text.utf8.count <= CoordinateFormatter.longestText else { throw failure("it is too long for a grid.") }
        let letters = Array(text.uppercased().filter { !$0.isWhitespace })
        let zoneDigits = letters.prefix { ("0"..."9").contains($0) }.count
        guard zoneDigits <= 2, letters.count >= zoneDigits + 3 else {
            throw failure("it needs a zone, a band, and the two letters of a square.")
        }
        let number = Int(String(letters[..<zoneDigits])) ?? 0
        guard zoneDigits == 0 || (1...60).contains(number) else { throw failure("zones go from 1 to 60.") }
        let band = letters[zoneDigits], column = letters[zoneDigits + 1], row = letters[zoneDigits + 2]
        let digits = letters[(zoneDigits + 3)...]
        guard digits.allSatisfy({ ("0"..."9").contains($0) }), digits.count % 2 == 0, digits.count <= 16 else {
            throw failure("after the letters it needs as many digits for east as for north, at most eight each.")
        }
        let precision = digits.count / 2
        let size = side / Double(CoordinateFormatter.powersOfTen[precision])
        let x = (Double(String(digits.prefix(precision))) ?? 0) * size
        let y = (Double(String(digits.suffix(precision))) ?? 0) * size
        let corner: (latitude: Double, longitude: Double)?
        if zoneDigits > 0 {
            corner = utm(number, band, column, row, x, y, size)
        } else {
            corner = polar(band, column, row, x, y, size)
        }
        guard let corner else { throw failure("there is no such square in the zone and its band.") }
        return corner
    }

    private static func utm(
        _ number: Int, _ band: Character, _ column: Character, _ row: Character, _ x: Double, _ y: Double,
        _ size: Double
    ) -> (latitude: Double, longitude: Double)? {
        guard let latitudes = GridZone.latitudes(ofBand: band),
            let columnIndex = columns[number % 3].firstIndex(of: column),
            let rowIndex = rows.firstIndex(of: row), !(band == "X" && [32, 34, 36].contains(number))
        else { return nil }
        let zone = GridZone(number: number, isSouth: latitudes.lowerBound < 0)
        let easting = Double(columnIndex + 1) * side + x
        let low = Double((rowIndex + (number % 2 == 0 ? 15 : 0)) % 20) * side
        // Rows repeat every 2,000 km, a band is at most 1,400 km high: the first such row from the band's lowest place on is meant.
        let lowest = min(
            TransverseMercator.project(latitude: latitudes.lowerBound, longitude: 0).northing,
            TransverseMercator.project(latitude: latitudes.lowerBound, longitude: 4).northing)
        let base = (lowest / side).rounded(.down) * side
        let northing = low + 2_000_000 * ((base - low) / 2_000_000).rounded(.up) + y
        let corners = [(0.0, 0.0), (size, 0), (0, size), (size, size)].map {
            zone.unproject(easting: easting + $0, northing: northing + $1).latitude
        }
        guard let least = corners.min(), let most = corners.max(), most >= latitudes.lowerBound - 1e-9,
            least <= latitudes.upperBound + 1e-9
        else { return nil }
        return zone.unproject(easting: easting, northing: northing)
    }

    private static func polar(
        _ band: Character, _ column: Character, _ row: Character, _ x: Double, _ y: Double, _ size: Double
    ) -> (latitude: Double, longitude: Double)? {
        guard let half = Array("ABYZ").firstIndex(of: band) else { return nil }
        let isSouth = half < 2, isEast = half % 2 == 1
        let letters = isSouth ? south : north
        guard let columnIndex = (isEast ? letters.east : letters.west).firstIndex(of: column),
            let rowIndex = letters.rows.firstIndex(of: row)
        else { return nil }
        let zone = GridZone(number: 0, isSouth: isSouth)
        let easting = Double(columnIndex + (isEast ? 20 : letters.first)) * side + x
        let northing = Double(rowIndex + letters.first) * side + y
        let corners = [(0.0, 0.0), (size, 0), (0, size), (size, size)].map {
            abs(zone.unproject(easting: easting + $0, northing: northing + $1).latitude)
        }
        guard let most = corners.max(), most >= (isSouth ? 80 : 84) - 1e-9 else { return nil }
        return zone.unproject(easting: easting, northing: northing)
    }
}
