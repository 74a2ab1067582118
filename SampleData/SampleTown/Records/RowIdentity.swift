// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The tables of the sample, each with the number that keys its rows' chance and GlobalIDs.
///
/// The layers of Stormwater keep their ids; those of Town stand 100 higher, so that no two rows of the sample share a
/// GlobalID.
package enum SampleTable: Int, Sendable, CaseIterable {
    case inlets = 0
    case manholes = 1
    case outfalls = 2
    case mains = 3
    case drainageAreas = 4
    case gauges = 5
    case reports = 6
    case floodedAreas = 7
    case inspections = 10
    case workOrders = 11
    case mainsToOrders = 12
    case readings = 13
    case landmarks = 100
    case trees = 101
    case streets = 102
    case buildings = 103
    case parcels = 104
    case railway = 105
    case water = 106
    case land = 107

    /// The service it belongs to.
    package var service: String { rawValue < 100 ? "Stormwater" : "Town" }
    /// Its id in the service.
    package var layerID: Int { rawValue % 100 }

    /// The GlobalID of row n: 128 hashed bits with the marks of a version 4 UUID, in lower case without braces.
    package func globalID(_ row: Int) -> String {
        let high = Chance(200, rawValue, row).bits & ~0xF000 | 0x4000
        let low = Chance(201, rawValue, row).bits & ~(3 << 62) | (2 << 62)
        var digits: [UInt8] = []
        digits.reserveCapacity(36)
        for index in 0..<32 {
            if [8, 12, 16, 20].contains(index) { digits.append(UInt8(ascii: "-")) }
            let word = index < 16 ? high : low
            let nibble = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * (index % 16))) & 15
            digits.append(nibble < 10 ? 48 + nibble : 87 + nibble)
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// "MH-000042" for row 41.
    static func assetID(_ prefix: String, _ row: Int) -> String {
        let digits = String(row + 1)
        return prefix + "-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }
}

extension Chance {
    /// The chance of one value: table, field and row are the keys, so that a new field changes no other.
    init(_ table: SampleTable, field: Int, row: Int) { self.init(202, table.rawValue, field, row) }

    /// The key of a field: its name as FNV-1a.
    static func fieldKey(_ name: String) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return Int(truncatingIfNeeded: hash)
    }

    /// An independent second draw with the same keys.
    var again: Chance { Chance(203, bits) }

    /// One of the choices, weighted in hundredths; the last takes what is left.
    func pick<Choice>(_ choices: [(percent: Int, choice: Choice)]) -> Choice {
        var draw = below(100)
        for (percent, choice) in choices.dropLast() {
            if draw < percent { return choice }
            draw -= percent
        }
        return choices[choices.count - 1].choice
    }

    /// One of the choices, all alike.
    func pick<Choice>(of choices: [Choice]) -> Choice { choices[below(choices.count)] }
}
