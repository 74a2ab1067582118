// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures

extension Town {
    func landmarkRecords(_ schema: SampleSchema) throws -> FeatureSet {
        let landmarks = blocks.landmarks
        var rows = try LayerRows(.landmarks, schema, count: landmarks.count)
        rows.points { landmarks[$0].at }
        rows.texts("NAME") { row, _ in landmarks[row].name }
        rows.texts("KIND") { row, _ in landmarks[row].kind.rawValue }
        rows.integers("OPENED") { _, chance in chance.isUnder(percent: 5) ? nil : chance.again.within(1_780...1_994) }
        rows.texts("PICTURE_URL") { row, _ in SamplePicture.landmark(landmarks[row].kind).url }
        rows.texts("ABOUT") { row, _ in "<p><b>\(landmarks[row].name)</b>. \(landmarks[row].kind.about)</p>" }
        return rows.finish()
    }

    func treeRecords(_ schema: SampleSchema) throws -> FeatureSet {
        let trees = blocks.trees
        var rows = try LayerRows(.trees, schema, count: trees.count)
        rows.points { trees[$0].at }
        rows.texts("TREEID") { row, _ in SampleTable.assetID("T", row) }
        rows.integers("SPECIES") { row, _ in trees[row].species }
        func height(_ row: Int) -> Int {
            let chance = Chance(.trees, field: Chance.fieldKey("HEIGHT_M"), row: row)
            return min(240, max(30, trees[row].radius * 4 / 10 + chance.within(-25...45)))
        }
        rows.doubles("HEIGHT_M") { row, _ in Double(height(row)) / 10 }
        rows.doubles("CROWN_M") { row, _ in Double(trees[row].radius * 2) / 100 }
        rows.integers("TRUNK_CM") { row, chance in height(row) * 28 / 100 + chance.within(2...14) }
        rows.integers("PLANTED") { row, chance in max(1_880, 2_022 - height(row) / 2 - chance.below(25)) }
        rows.integers("HEALTH") { _, chance in
            chance.isUnder(percent: 5) ? nil : chance.again.pick([(40, 1), (35, 2), (15, 3), (7, 4), (3, 5)])
        }
        rows.integers("STREETTREE") { row, _ in row >= blocks.firstStreetTree ? 1 : 0 }
        rows.texts("NOTES") { _, chance in
            chance.isUnder(percent: 96)
                ? nil
                : chance.again.pick(of: [
                    "Ivy up to the crown.", "Stake broken.", "Owl hole at 6 m.", "Leans to the street.",
                ])
        }
        return rows.finish()
    }

    func railwayRecords(_ schema: SampleSchema) throws -> FeatureSet {
        var rows = try LayerRows(.railway, schema, count: 1)
        rows.parts { _ in [plan.railway] }
        rows.texts("NAME") { _, _ in "Sarn Valley Railway" }
        return rows.finish()
    }

    /// The river with the island as a hole, and the brook as a band of 5 m.
    func waterRecords(_ schema: SampleSchema) throws -> FeatureSet {
        var rows = try LayerRows(.water, schema, count: 2)
        let brook = Country.brook(to: 700_000)
        let east = brook.map { TownPoint($0.x + 250, $0.y) }
        let west = brook.reversed().map { TownPoint($0.x - 250, $0.y) }
        rows.parts { row in
            row == 0
                ? [Country.river(-3_000_000...3_000_000), River.island().reversed()] : [east + west + [east[0]]]
        }
        rows.texts("NAME") { row, _ in ["River Sarn", "Mill Brook"][row] }
        rows.texts("KIND") { row, _ in ["river", "brook"][row] }
        return rows.finish()
    }

    /// Parks and other open areas, embankments, the island, and the woods within 5 km of the town.
    func landRecords(_ schema: SampleSchema) throws -> FeatureSet {
        var lands: [(kind: String, name: String, ring: [TownPoint])] = []
        for (row, area) in blocks.areas.enumerated() {
            lands.append((area.kind.rawValue, area.name, Array(blocks.areaRings[row])))
        }
        for strip in Country.embankments(self) {
            lands.append(("green", strip.isNorth ? "North Embankment" : "South Embankment", strip.ring))
        }
        lands.append(("island", "Heron Island", River.island()))
        let (x, y) = frame(margin: 500_000)
        for wood in Country.woods(self, x: x, y: y) {
            let noun = StreetNames.nouns[Chance(205, wood.grid.i, wood.grid.j).below(StreetNames.nouns.count)]
            lands.append(("wood", noun + " Wood", wood.ring + [wood.ring[0]]))
        }
        var rows = try LayerRows(.land, schema, count: lands.count)
        rows.parts { [lands[$0].ring] }
        rows.texts("NAME") { row, _ in lands[row].name }
        rows.texts("KIND") { row, _ in lands[row].kind }
        return rows.finish()
    }

    /// The box round the built blocks, widened by a margin in centimetres.
    package func frame(margin: Int) -> (x: ClosedRange<Int>, y: ClosedRange<Int>) {
        let corners = built.order.flatMap(\.corners).map { lattice.node($0) }
        let xs = corners.map(\.x)
        let ys = corners.map(\.y)
        return (
            (xs.min() ?? 0) - margin...(xs.max() ?? 0) + margin, (ys.min() ?? 0) - margin...(ys.max() ?? 0) + margin
        )
    }
}

extension OpenArea {
    /// The four blocks of the park are one place; other parks are named by hash.
    package static let lindenPark: Set<Cell> = [Cell(2, -3), Cell(3, -3), Cell(2, -4), Cell(3, -4)]

    package var name: String {
        switch kind {
        case .green: "Mill Green"
        case .park where OpenArea.lindenPark.contains(cell): "Linden Park"
        case .park: StreetNames.nouns[Chance(206, cell.i, cell.j).below(StreetNames.nouns.count)] + " Park"
        default: kind.label ?? kind.rawValue
        }
    }
}

extension CellKind {
    /// A sentence or two for the landmark's popup.
    fileprivate var about: String {
        switch self {
        case .townhall:
            "Council, registry and the flood office. The clock strikes a quarter late since anyone can think."
        case .square: "Market on Wednesday and Saturday, from six to one. The four lindens stand for the four bridges."
        case .church: "Its tower is the datum of the town's old levels."
        case .station: "Trains up and down the valley every half hour."
        case .school: "Lessons from eight; the playground drains into a rain garden that the pupils keep."
        case .hospital: "Open day and night. The yard behind it floods first: see the flooded areas."
        case .museum: "Rods, chains, levels and a groma rebuilt from a relief. Closed on Mondays."
        case .library: "Maps of the town since 1780 in the cellar, on the upper shelves."
        case .works: "Wells, filters and the pumping yard."
        case .depot: "Crews A to D start here at seven. Signs, jetters and the television van."
        case .sports: "Two pitches on the old ferry meadow, under water in most springs."
        default: "A place in Lindenford."
        }
    }
}
