// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
package import GromaFeatures

extension Town {
    /// All rows of one table, in columns, as its service answers them. Texts may hold {server}, for which the server puts
    /// its own base address.
    package func records(of table: SampleTable, _ schema: SampleSchema) throws -> FeatureSet {
        switch table {
        case .inlets: try inletRecords(schema)
        case .manholes: try manholeRecords(schema)
        case .outfalls: try outfallRecords(schema)
        case .mains: try mainRecords(schema)
        case .drainageAreas: try drainageRecords(schema)
        case .gauges: try gaugeRecords(schema)
        case .reports: try reportRecords(schema)
        case .floodedAreas: try floodRecords(schema)
        case .inspections: try inspectionRecords(schema)
        case .workOrders: try workOrderRecords(schema)
        case .mainsToOrders: try mainsToOrdersRecords(schema)
        case .readings: try readingRecords(schema)
        case .landmarks: try landmarkRecords(schema)
        case .trees: try treeRecords(schema)
        case .streets: try streetRecords(schema)
        case .buildings: try buildingRecords(schema)
        case .parcels: try parcelRecords(schema)
        case .railway: try railwayRecords(schema)
        case .water: try waterRecords(schema)
        case .land: try landRecords(schema)
        }
    }
}
