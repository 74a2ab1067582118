// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures

extension Town {
    /// Flooded areas: smoothed rings round low crossings.
    func floodRecords(_ schema: SampleSchema) throws -> FeatureSet {
        var places: [Cell: Int] = [:]
        for cell in built.order {
            for corner in cell.corners where places[corner] == nil {
                let at = lattice.node(corner)
                places[corner] = Terrain.height(at.x, at.y)
            }
        }
        let low = places.keys.sorted { (places[$0] ?? 0, $0) < (places[$1] ?? 0, $1) }.prefix(max(1, places.count / 3))
        var rows = try LayerRows(.floodedAreas, schema, count: max(3, size.cells / 60))
        rows.parts { row in
            let place = low[Chance(.floodedAreas, field: 0, row: row).below(low.count)]
            let ring = Town.puddle(round: lattice.node(place), row)
            return [ring + [ring[0]]]
        }
        func event(_ row: Int) -> Int { row < 3 ? row : Chance(.floodedAreas, field: 2, row: row).below(3) }
        rows.texts("EVENT") { row, _ in
            ["Storm of 9 June 2024", "Cloudburst of 21 July 2023", "Snow melt of March 2022"][event(row)]
        }
        rows.texts("OBSERVED_ON") { row, _ in ["2024-06-09", "2023-07-21", "2022-03-18"][event(row)] }
        rows.texts("OBSERVED_AT") { _, chance in
            let minutes = chance.within(180...420) * 3
            let (hour, minute) = (minutes / 60, minutes % 60)
            return (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute):00"
        }
        rows.integers("DEPTH_CM") { _, chance in chance.within(2...18) * 5 }
        rows.integers("HOUSES") { _, chance in chance.below(15) }
        rows.texts("NOTES") { _, chance in
            chance.isUnder(percent: 30) ? nil : chance.again.pick(of: SampleSentences.floodNotes)
        }
        return rows.finish()
    }

    private static func puddle(round centre: TownPoint, _ row: Int) -> [TownPoint] {
        let count = Chance(.floodedAreas, field: 3, row: row).within(8...14)
        let ring = (0..<count).map { corner in
            let phase = floorDiv(corner * 65_536, count)
            let reach = Chance(204, row, corner).within(1_800...4_200)
            return TownPoint(
                centre.x + ((reach * wave(phase + 16_384)) >> 15), centre.y + ((reach * wave(phase)) >> 15))
        }
        return ring.cornersCut().cornersCut()
    }
}

extension [TownPoint] {
    /// Chaikin's corner cutting of a ring without a repeated end: twice the points, and smoother.
    func cornersCut() -> [TownPoint] {
        indices.flatMap { index in
            let (a, b) = (self[index], self[(index + 1) % count])
            return [
                TownPoint(roundDiv(3 * a.x + b.x, 4), roundDiv(3 * a.y + b.y, 4)),
                TownPoint(roundDiv(a.x + 3 * b.x, 4), roundDiv(a.y + 3 * b.y, 4)),
            ]
        }
    }
}
