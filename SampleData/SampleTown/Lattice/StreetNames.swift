// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The names of streets, by column and row.
package enum StreetNames {
    /// The name of the street along row or column k. A column changes its name at the river, except Bridge Street.
    package static func name(_ axis: StreetAxis, _ k: Int, southBank: Bool = false) -> String {
        let salt = southBank && axis == .column && k != 0 ? 1_701 : 0
        if salt == 0, let name = fixed(axis, k) { return name }
        let number = (k >= 0 ? k * 2 : -k * 2 - 1) * 2 + (axis == .row ? 1 : 0) + salt
        let streetClass = axis == .row ? Lattice.rowClass(k) : Lattice.columnClass(k)
        let noun = nouns[(number * 41 + 7) % nouns.count]
        if streetClass == .arterial { return noun + " Avenue" }
        let choice = streetClass == .collector ? 2 : 8
        return noun + " " + kinds[(number * 5 + number / nouns.count * 3) % choice]
    }

    private static func fixed(_ axis: StreetAxis, _ k: Int) -> String? {
        switch (axis, k) {
        case (.row, 0): "North Quay"
        case (.row, -1): "South Quay"
        case (.row, 3): "Market Street"
        case (.row, -4): "Foundry Road"
        case (.row, 5): "Station Road"
        case (.column, 0): "Bridge Street"
        case (.column, -6): "Ferry Lane"
        case (.column, 6): "Lock Road"
        default: nil
        }
    }

    private static let kinds = ["Street", "Road", "Lane", "Way", "Walk", "Row", "Rise", "Close"]

    static let nouns: [String] = """
        Alder Anchor Apple Arbour Ash Bakers Barley Bell Birch Bishop Brewer Brook Cask Castle Cedar Chalk Chapel Cherry \
        Clay Clover Coopers Copper Crane Dial Dyers Eagle Elder Elm Falcon Fern Field Fletcher Fountain Garden Gate \
        Glass Glover Granary Granite Harbour Hawthorn Hazel Heather Heron Hill Holly Hop Iris Ivory Juniper Kestrel \
        Kiln King Lantern Larch Lark Lime Loom Maple Marsh Mason Meadow Mill Mint Mulberry Nightingale Oak Orchard \
        Otter Pear Pepper Pine Plough Poplar Post Quarry Quince Reed Ropewalk Rose Rowan Saddler Saffron Salt Sawyer \
        Slate Spring Swan Tanner Thistle Tinker Tower Vine Walnut Weaver Wheel Willow Wool Wren Yarrow
        """.split(separator: " ").map(String.init)
}
