// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures

extension Town {
    func streetRecords(_ schema: SampleSchema) throws -> FeatureSet {
        let streets = plan.streets
        var rows = try LayerRows(.streets, schema, count: streets.count)
        rows.parts { [plan.lines[$0]] }
        rows.texts("NAME") { row, _ in streets[row].name.isEmpty ? nil : streets[row].name }
        rows.integers("CLASS") { row, _ in streets[row].streetClass.rawValue }
        rows.integers("BRIDGE") { row, _ in streets[row].isBridge ? 1 : 0 }
        rows.integers("DEADEND") { row, _ in streets[row].isDeadEnd ? 1 : 0 }
        // Row streets carry the numbers: 24 a block, odd on the north (left) side, counted from Bridge Street.
        func number(_ row: Int, _ isLeft: Bool, _ isFrom: Bool) -> Int? {
            let street = streets[row]
            guard street.axis == .row && street.isCountry == false else { return nil }
            let i = street.from.i
            let low = 24 * (i >= 0 ? i : -1 - i) + (isLeft ? 1 : 2)
            return (i >= 0) == isFrom ? low : low + 22
        }
        rows.integers("LEFTFROM") { row, _ in number(row, true, true) }
        rows.integers("LEFTTO") { row, _ in number(row, true, false) }
        rows.integers("RIGHTFROM") { row, _ in number(row, false, true) }
        rows.integers("RIGHTTO") { row, _ in number(row, false, false) }
        rows.integers("KMH") { row, _ in
            let street = streets[row]
            if street.isCountry { return 80 }
            return street.isBridge ? 40 : street.streetClass == .local ? 30 : 50
        }
        return rows.finish()
    }

    func buildingRecords(_ schema: SampleSchema) throws -> FeatureSet {
        let buildings = blocks.buildings
        var rows = try LayerRows(.buildings, schema, count: buildings.count)
        rows.parts { [blocks.buildingRings[$0]] }
        rows.texts("KIND") { row, _ in buildings[row].kind.rawValue }
        rows.texts("ADDRESS") { row, _ in buildings[row].parcel.flatMap { blocks.parcels[$0].address } }
        func floors(_ row: Int) -> Int {
            let chance = Chance(.buildings, field: Chance.fieldKey("FLOORS"), row: row)
            switch buildings[row].kind {
            case .old: return chance.within(3...4)
            case .row: return chance.within(2...3)
            case .flats: return chance.within(4...8)
            case .shed, .sports: return 1
            case .townhall, .hospital: return chance.within(3...5)
            default: return chance.within(1...2)
            }
        }
        rows.integers("FLOORS") { row, _ in floors(row) }
        rows.doubles("HEIGHT_M") { row, chance in
            switch buildings[row].kind {
            case .church: Double(chance.within(180...340)) / 10
            case .shed: Double(chance.within(22...28)) / 10
            default: Double(floors(row) * 30 + chance.within(8...35)) / 10
            }
        }
        rows.integers("BUILT") { row, chance in
            switch buildings[row].kind {
            case .old: chance.within(1_720...1_905)
            case .row: chance.within(1_880...1_936)
            case .flats: chance.within(1_958...1_990)
            case .industry: chance.within(1_902...2_012)
            default: chance.within(1_925...2_019)
            }
        }
        return rows.finish()
    }

    func parcelRecords(_ schema: SampleSchema) throws -> FeatureSet {
        let parcels = blocks.parcels
        var rows = try LayerRows(.parcels, schema, count: parcels.count)
        rows.parts { [blocks.parcelRings[$0]] }
        rows.texts("PIN") { row, _ in SampleTable.assetID("L", row) }
        rows.texts("ADDRESS") { row, _ in parcels[row].address }
        rows.texts("LANDUSE") { row, _ in parcels[row].isCivic ? "civic" : parcels[row].kind.rawValue }
        rows.texts("ZONE") { row, _ in parcels[row].use.zone }
        /// Square decimetres.
        func area(_ row: Int) -> Int { blocks.parcelRings[row].doubledArea / 200 }
        func share(_ row: Int, _ percent: Int) -> Double { Double(roundDiv(area(row) * percent, 1_000)) / 10 }
        rows.doubles("AREA_M2") { row, _ in share(row, 100) }
        rows.doubles("ROOF_M2") { row, _ in share(row, parcels[row].use.roof) }
        rows.doubles("YARD_M2") { row, _ in share(row, parcels[row].use.yard) }
        rows.doubles("GREEN_M2") { row, _ in share(row, 100 - parcels[row].use.roof - parcels[row].use.yard) }
        for year in 2021...2025 {
            rows.doubles("VALUE\(year)") { row, _ in
                // Public land has no price.
                if parcels[row].isCivic { return nil }
                var value = area(row) * parcels[row].use.price / 100
                for grown in 2021..<year {
                    value = floorDiv(value * (100 + Chance(207, row, grown).within(1...7)), 100)
                }
                return Double(roundDiv(value, 100) * 100)
            }
        }
        return rows.finish()
    }
}

/// What a lot's use says of its ground and price.
private struct LandUse {
    var zone: String
    /// Hundredths of the lot.
    var roof: Int
    var yard: Int
    /// Of a square metre in 2021.
    var price: Int
}

extension Parcel {
    fileprivate var use: LandUse {
        if isCivic { return LandUse(zone: "CI", roof: 36, yard: 32, price: 0) }
        switch kind {
        case .old: return LandUse(zone: "OT", roof: 62, yard: 28, price: 610)
        case .row: return LandUse(zone: "R2", roof: 43, yard: 22, price: 420)
        case .flats: return LandUse(zone: "R3", roof: 31, yard: 26, price: 350)
        case .industry: return LandUse(zone: "IN", roof: 47, yard: 44, price: 160)
        default: return LandUse(zone: "R1", roof: 27, yard: 17, price: 280)
        }
    }
}
