// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension LayerRows {
    /// Status and owner, which every asset of the network has.
    mutating func assets(prefix: String, live: Int = 96) {
        texts("ASSETID") { row, _ in SampleTable.assetID(prefix, row) }
        texts("STATUS") { _, chance in
            chance.pick([(live, "ACT"), ((100 - live) / 2, "ABN"), ((100 - live) / 4, "PRO"), (0, "REM")])
        }
        texts("OWNER") { _, chance in chance.pick([(92, "TOWN"), (3, "RAIL"), (3, "PRIV"), (2, "UNK")]) }
    }

    /// The fifteenth of May of the year something was built.
    static func built(_ year: Int) -> Int64 { SampleDate.midnight(year, 5, 15) }

    /// A condition from 1 to 5, worse with age; a few were never looked at.
    static func condition(builtIn year: Int, _ chance: Chance) -> Int? {
        if chance.again.isUnder(percent: 4) { return nil }
        let age = 2_025 - year
        let draw = chance.below(100)
        switch age {
        case ..<20: return draw < 60 ? 1 : draw < 95 ? 2 : 3
        case ..<60: return draw < 15 ? 1 : draw < 60 ? 2 : draw < 92 ? 3 : 4
        default: return draw < 20 ? 2 : draw < 60 ? 3 : draw < 88 ? 4 : 5
        }
    }
}

extension StreetNames {
    /// The name of the street that a part of the network lies in.
    static func name(at node: Cell, _ axis: StreetAxis) -> String {
        name(axis, axis == .row ? node.j : node.i, southBank: node.j < 0)
    }
}
