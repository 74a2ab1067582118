// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A lot of land.
package struct Parcel: Sendable {
    package var kind: CellKind
    package var cell: Cell
    /// True for the land of a public place; then there is no address.
    package var isCivic: Bool
    package var number = 0
    package var street = ""
    /// "E" or "W" of Bridge Street.
    package var end = ""
}

/// A building's attributes; its outline stands in `BlockPlan.buildingRings`.
package struct Building: Sendable {
    package var kind: CellKind
    package var cell: Cell
    /// The parcel it stands on, as an index into the same plan's parcels; nil on a square or a field.
    package var parcel: Int?
}

/// A tree: where, which of the eight species, and its crown's radius in centimetres.
package struct Tree: Sendable {
    package var at: TownPoint
    package var species: Int
    package var radius: Int

    package static let species = ["Linden", "Plane", "Maple", "Oak", "Ash", "Cherry", "Birch", "Pear"]
}

/// A place with a name.
package struct Landmark: Sendable {
    package var kind: CellKind
    package var at: TownPoint
    package var name: String
}

/// A park, a green, a square, a sports field or works.
package struct OpenArea: Sendable {
    package var kind: CellKind
    package var cell: Cell
}

/// What stands on the blocks: parcels, buildings, trees, landmarks and open areas, packed in the town's order.
package struct BlockPlan: Sendable {
    package internal(set) var parcels: [Parcel] = []
    package internal(set) var parcelRings = Outlines()
    package internal(set) var buildings: [Building] = []
    package internal(set) var buildingRings = Outlines()
    package internal(set) var trees: [Tree] = []
    /// Trees from here on stand along streets.
    package internal(set) var firstStreetTree = 0
    package internal(set) var landmarks: [Landmark] = []
    package internal(set) var areas: [OpenArea] = []
    package internal(set) var areaRings = Outlines()

    /// Adds another plan's blocks after this one's.
    mutating func append(_ other: BlockPlan) {
        let base = parcels.count
        parcels.append(contentsOf: other.parcels)
        parcelRings.append(contentsOf: other.parcelRings)
        buildings.append(
            contentsOf: other.buildings.map {
                Building(kind: $0.kind, cell: $0.cell, parcel: $0.parcel.map { $0 + base })
            })
        buildingRings.append(contentsOf: other.buildingRings)
        trees.append(contentsOf: other.trees)
        landmarks.append(contentsOf: other.landmarks)
        areas.append(contentsOf: other.areas)
        areaRings.append(contentsOf: other.areaRings)
    }
}
