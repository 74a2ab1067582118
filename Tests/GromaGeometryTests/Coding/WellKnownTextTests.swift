// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry
import TestSupport
import Testing

@Suite("Well-known text") struct WellKnownTextTests {
    @Test(
        "texts and shapes, both ways",
        arguments: [
            ("POINT EMPTY", "POINT EMPTY"), ("POINT (1 2)", "POINT (1 2)"), ("pointz(1 2 3)", "POINT Z (1 2 3)"),
            ("POINT M (1 2 3)", "POINT M (1 2 3)"), ("POINT (1 2 3 4)", "POINT ZM (1 2 3 4)"),
            ("MULTIPOINT (1 2, 3 4)", "MULTIPOINT ((1 2), (3 4))"),
            ("MULTIPOINT((1 2),(3 4))", "MULTIPOINT ((1 2), (3 4))"),
            ("LINESTRING (0 0, 1e3 -2.5)", "LINESTRING (0 0, 1000 -2.5)"),
            ("MULTILINESTRING EMPTY", "LINESTRING EMPTY"),
            ("MULTILINESTRING ((0 0, 1 1), EMPTY, (2 2, 3 3))", "MULTILINESTRING ((0 0, 1 1), (2 2, 3 3))"),
            ("POLYGON ((0 0, 4 0, 4 4, 0 0))", "POLYGON ((0 0, 4 0, 4 4, 0 0))"),
            (
                "MULTIPOLYGON (((0 0, 9 0, 9 9, 0 9, 0 0), (1 1, 1 2, 2 2, 2 1, 1 1)), ((20 0, 29 0, 29 9, 20 0)))",
                "MULTIPOLYGON (((0 0, 9 0, 9 9, 0 9, 0 0), (1 1, 1 2, 2 2, 2 1, 1 1)), ((20 0, 29 0, 29 9, 20 0)))"
            ),
        ])
    func texts(text: String, written: String) throws {
        #expect(WellKnownText.text(of: try WellKnownText.geometry(from: text)) == written)
    }

    @Test("random shapes with and without z and m survive", arguments: [UInt64(1), 2, 3, 4])
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for type in GeometryType.allCases where type != .envelope {
            for (z, m) in [(false, false), (true, false), (false, true), (true, true)] {
                let shape = RandomShapes.shape(type, z: z, m: m, using: &generator)
                let text = WellKnownText.text(of: shape, alwaysMulti: Bool.random(using: &generator))
                #expect(
                    AnyHashable(try WellKnownText.geometry(from: text)) == AnyHashable(shape), "seed \(seed), \(text)")
            }
        }
    }

    @Test("a SRID in front is the reference unless the caller gives one")
    func srid() throws {
        let shape = try WellKnownText.geometry(from: "SRID=2056; POINT(1 2)")
        #expect(shape.spatialReference?.wkid == 2056)
        #expect(WellKnownText.text(of: shape, includesSRID: true) == "SRID=2056;POINT (1 2)")
        #expect(
            try WellKnownText.geometry(from: "SRID=2056;POINT(1 2)", spatialReference: .wgs84).spatialReference
                == .wgs84)
    }

    @Test(
        "damaged text says where",
        arguments: [
            "", "POINT", "POINT (", "POINT (1)", "POINT (1 2", "POINT (1 2) x", "POINT (1 2 3 4 5)",
            "LINESTRING (0 0, 1 1 1)", "BLOB (1 2)",
            "POINT Q (1 2)", "POINT (a b)", "SRID=x;POINT (1 2)", "POLYGON (0 0, 1 1)", "MULTIPOINT (1 2,,3 4)",
        ])
    func damaged(text: String) {
        #expect { try WellKnownText.geometry(from: text) } throws: {
            ($0 as? GeometryError)?.code == .malformed && ($0 as? GeometryError)?.message.contains("byte") == true
        }
    }

    @Test(
        "collections and curves are refused",
        arguments: ["GEOMETRYCOLLECTION (POINT (1 2))", "CIRCULARSTRING Z (0 0 0, 1 1 1, 2 0 2)"])
    func refused(text: String) {
        #expect { try WellKnownText.geometry(from: text) } throws: { ($0 as? GeometryError)?.code == .unsupported }
    }

    @Test("a NaN is written as one, whatever bits it carries, and what was written is read")
    func notANumber() throws {
        let payload = Double(nan: 0xABCDE, signaling: true)
        let line = Polyline(points: [Point(x: payload, y: 1), Point(x: -payload, y: -Double.infinity)])
        let text = WellKnownText.text(of: line)
        #expect(text == "LINESTRING (nan 1, nan -inf)")
        #expect(WellKnownText.text(of: try WellKnownText.geometry(from: text)) == text)
    }

    @Test("an empty point keeps that it has z and m")
    func emptyPoint() throws {
        let point = try WellKnownText.geometry(from: "POINT ZM EMPTY")
        #expect(point.isEmpty && point.hasZ && point.hasM && WellKnownText.text(of: point) == "POINT ZM EMPTY")
    }
}
