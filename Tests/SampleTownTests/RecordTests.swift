// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry
import SampleTown
import Testing

@Suite("The town's records") struct RecordTests {
    private static let schema = Result { try SampleSchema() }
    private static let small = Town(size: .small)
    private static let medium = Town(size: .medium)

    @Test("the tables of the small town have the planned numbers of rows")
    func counts() throws {
        let schema = try Self.schema.get()
        let planned: [SampleTable: Int] = [
            .inlets: 542, .manholes: 280, .outfalls: 11, .mains: 822, .drainageAreas: 10, .gauges: 4, .reports: 13,
            .floodedAreas: 3, .inspections: 835 + 94 + 22, .readings: 240, .landmarks: 11, .trees: 939,
            .streets: 344, .buildings: 746, .parcels: 713, .railway: 1, .water: 2,
        ]
        for (table, count) in planned {
            #expect(try Self.small.records(of: table, schema).count == count, "\(table)")
        }
        #expect(try Self.small.records(of: .workOrders, schema).count > 120)
        #expect(try Self.small.records(of: .land, schema).count > 40)
    }

    @Test(
        "every value obeys its field and the domains of its type; only the traps do not",
        arguments: SampleTable.allCases)
    func conformance(table: SampleTable) throws {
        let schema = try Self.schema.get()
        let layer = try schema.layer(table)
        for town in [Self.small, Self.medium] {
            let set = try town.records(of: table, schema)
            #expect(set.columns.count == layer.fields.count)
            var broken: [String] = []
            // Every row of the small town, every seventh of the medium one.
            for row in stride(from: 0, to: set.count, by: town.size == .small ? 1 : 7) {
                let record = set.record(at: row)
                for field in layer.fields {
                    let value = record.attributes[field.name] ?? .null
                    let domain = layer.domain(ofField: field.name, attributes: record.attributes)
                    do { try field.validate(value, domain: domain) } catch {
                        broken.append("\(row) \(field.name) \(value): \(error)")
                    }
                }
            }
            // The trap's row is one of the sevenths, too.
            let traps = table == .inlets ? 1 : 0
            #expect(broken.count == traps, "\(broken.prefix(5))")
            #expect(broken.allSatisfy { $0.hasPrefix("\(SampleTraps.undomainedInlet) GRATE") })
        }
    }

    @Test("no two rows of the sample share a GlobalID, and each is a version 4 UUID")
    func globalIDs() throws {
        let schema = try Self.schema.get()
        var seen: Set<String> = []
        var rows = 0
        for table in SampleTable.allCases {
            let set = try Self.small.records(of: table, schema)
            for row in 0..<set.count {
                guard case .guid(let id)? = set.value(at: row, field: "GlobalID") else {
                    Issue.record("\(table) \(row) has no GlobalID")
                    continue
                }
                seen.insert(id)
                rows += 1
                let marks = Array(id.utf8)
                if marks.count != 36 || marks[14] != UInt8(ascii: "4") || !"89ab".utf8.contains(marks[19]) {
                    Issue.record("\(id) is no UUID of version 4")
                }
            }
        }
        #expect(seen.count == rows)
    }

    @Test(
        "every related key leads to a row, except the trap's",
        arguments: [
            (SampleTable.inlets, "MANHOLEGUID", SampleTable.manholes, 1), (.mains, "FROMGUID", .manholes, 0),
            (.mains, "TOGUID", .manholes, 0), (.drainageAreas, "OUTFALLGUID", .outfalls, 0),
            (.inspections, "INLETGUID", .inlets, 0), (.inspections, "MANHOLEGUID", .manholes, 0),
            (.inspections, "OUTFALLGUID", .outfalls, 0), (.workOrders, "INSPECTIONGUID", .inspections, 0),
            (.mainsToOrders, "MAINGUID", .mains, 0), (.mainsToOrders, "ORDERGUID", .workOrders, 0),
            (.readings, "GAUGEGUID", .gauges, 0),
        ])
    func relations(from: SampleTable, field: String, to: SampleTable, orphans: Int) throws {
        let schema = try Self.schema.get()
        let target = try Self.medium.records(of: to, schema)
        let known = Set((0..<target.count).compactMap { target.value(at: $0, field: "GlobalID") })
        let set = try Self.medium.records(of: from, schema)
        let keys = (0..<set.count).compactMap { set.value(at: $0, field: field) }.filter { $0.isNull == false }
        #expect(keys.isEmpty == false)
        #expect(keys.filter { known.contains($0) == false }.count == orphans)
    }

    @Test(
        "values that depend on each other stand in combinations that the layer allows",
        arguments: [SampleTable.inlets, .reports])
    func contingencies(table: SampleTable) throws {
        let schema = try Self.schema.get()
        let layer = try #require(
            schema.document["services"]?.array?.first?["layers"]?.array?.first { $0["id"]?.int == table.layerID })
        let groups = try #require(layer["contingentValues"]?["fieldGroups"]?.array)
        #expect(groups.isEmpty == false)
        let rows = try Self.small.records(of: table, schema).records
        for group in groups where group["restrictive"]?.bool == true {
            let names = (group["fields"]?.array ?? []).compactMap(\.string)
            let allowed = group["contingentValues"]?.array ?? []
            let misfits = rows.filter { row in
                allowed.contains { combination in
                    names.allSatisfy { Self.allows(combination[$0] ?? .null, row.attributes[$0] ?? .null) }
                } == false
            }
            // The trap with a code that is in no domain.
            #expect(misfits.count == (table == .inlets ? 1 : 0), "\(names)")
        }
    }

    /// A code, null, `{"any":true}` or `{"range":[low,high]}`.
    private static func allows(_ rule: JSONValue, _ value: AttributeValue) -> Bool {
        if rule["any"]?.bool == true { return true }
        if let range = rule["range"]?.array?.compactMap(\.double), range.count == 2 {
            switch value {
            case .integer(let number): return Double(number) >= range[0] && Double(number) <= range[1]
            case .double(let number): return number >= range[0] && number <= range[1]
            default: return false
            }
        }
        switch value {
        case .null: return rule.isNull
        case .string(let text): return rule.string == text
        case .integer(let number): return rule.int.map(Int64.init) == number
        default: return false
        }
    }

    @Test("nothing in the data is later than the sample's now")
    func dates() throws {
        let schema = try Self.schema.get()
        let now: Int64 = 1_764_547_200_000
        var late: [String] = []
        for table in SampleTable.allCases {
            let set = try Self.medium.records(of: table, schema)
            for (place, field) in set.fields.enumerated() where field.type == .date {
                for row in 0..<set.count {
                    guard case .date(let moment) = set.value(at: row, field: place) else { continue }
                    if moment >= now { late.append("\(table) \(row) \(field.name)") }
                }
            }
        }
        #expect(late.isEmpty)
    }

    @Test("outer rings run clockwise and enclose ground; the river has the island as its hole")
    func rings() throws {
        let schema = try Self.schema.get()
        var wrong: [String] = []
        for table in [SampleTable.parcels, .buildings, .land, .drainageAreas, .floodedAreas, .water] {
            let set = try Self.medium.records(of: table, schema)
            let shapes = try #require(set.geometries)
            let measure = try #require(set.fieldIndex(named: "Shape__Area"))
            for row in 0..<set.count {
                let parts = shapes.featureStarts[row]..<shapes.featureStarts[row + 1]
                let areas = parts.map { Self.signedArea(shapes, $0) }
                let holes = areas.filter { $0 > 0 }.count
                guard case .double(let area) = set.value(at: row, field: measure) else {
                    wrong.append("\(table) \(row) has no area")
                    continue
                }
                let isRight =
                    (areas.first ?? 0) < 0 && abs(area + areas.reduce(0, +)) <= 1e-6 * area
                    && (table == .drainageAreas || holes == (table == .water && row == 0 ? 1 : 0))
                if isRight == false { wrong.append("\(table) \(row)") }
            }
        }
        #expect(wrong.isEmpty)
    }

    @Test("a drainage area's rings enclose exactly its blocks, and none touches itself")
    func drainage() {
        for area in Self.medium.network.drainage {
            let rings = Self.medium.lattice.outline(of: area.cells)
            let blocks = area.cells.map { Self.medium.lattice.outline(of: [$0])[0].doubledArea }
            #expect(rings.map(\.doubledArea).reduce(0, +) == blocks.reduce(0, +))
            for ring in rings { #expect(Set(ring.dropLast()).count == ring.count - 1) }
        }
    }

    private static func signedArea(_ shapes: GeometryColumn, _ part: Int) -> Double {
        let xy = shapes.coordinates.xy
        let first = shapes.partStarts[part]
        return (first..<shapes.partStarts[part + 1] - 1).reduce(0) { sum, vertex in
            let (x1, y1) = (xy[2 * vertex] - xy[2 * first], xy[2 * vertex + 1] - xy[2 * first + 1])
            let (x2, y2) = (xy[2 * vertex + 2] - xy[2 * first], xy[2 * vertex + 3] - xy[2 * first + 1])
            return sum + (x1 * y2 - x2 * y1) / 2
        }
    }
}
