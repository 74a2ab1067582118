// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import TestSupport
import Testing

/// Figures worked out by hand from the circles, ellipses and curves themselves.
@Suite("Curves in Esri JSON") struct EsriCurvesTests {
    private func line(_ part: String) throws -> Polyline {
        let text = "{\"curvePaths\":[\(part)]}"
        return try #require(try JSONValue.geometry(parsing: Array(text.utf8)) as? Polyline)
    }
    private func ring(_ part: String) throws -> Polygon {
        let text = "{\"curveRings\":[\(part)]}"
        return try #require(try JSONValue.geometry(parsing: Array(text.utf8)) as? Polygon)
    }
    private func isNear(_ point: Point, _ x: Double, _ y: Double, by most: Double = 1e-12) -> Bool {
        abs(point.x - x) <= most && abs(point.y - y) <= most
    }
    private func vertices(_ shape: Polyline) -> [Point] {
        (0..<shape.parts.coordinates.count).map { shape.parts.coordinates.point(at: $0) }
    }

    @Test("an arc through a vertex: half of the unit circle round (1, 0), over the top")
    func arc() throws {
        let line = try line(#"[[0,0],{"c":[[2,0],[1,1]]}]"#)
        let vertices = vertices(line)
        #expect(vertices.count == 65 && line.hasCurves)
        #expect(isNear(vertices[0], 0, 0) && isNear(vertices[64], 2, 0, by: 0) && isNear(vertices[32], 1, 1))
        #expect(isNear(vertices[16], 1 - 0.5.squareRoot(), 0.5.squareRoot()))
        for vertex in vertices { #expect(abs(hypot(vertex.x - 1, vertex.y) - 1) < 1e-12 && vertex.y >= 0) }
    }

    @Test("the same ends with the interior vertex below give the lower half; a short arc may go the long way")
    func arcSides() throws {
        #expect(isNear(vertices(try line(#"[[0,0],{"c":[[2,0],[1,-1]]}]"#))[32], 1, -1))
        // Three quarters of the unit circle round 0, from (1, 0) through (-1, 0) to (0, -1).
        let long = vertices(try line(#"[[1,0],{"c":[[0,-1],[-1,0]]}]"#))
        #expect(long.count == 97 && isNear(long[64], -1, 0) && isNear(long[32], 0, 1))
    }

    @Test("an arc that ends where it begins is the circle with the interior vertex opposite, counter-clockwise")
    func circle() throws {
        let shape = try ring(#"[[0,0],{"c":[[0,0],[4,0]]}]"#)
        let coordinates = shape.parts.coordinates
        #expect(coordinates.count == 129)
        #expect(isNear(coordinates.point(at: 32), 2, -2) && isNear(coordinates.point(at: 64), 4, 0))
        // A regular polygon of 128 corners inside of the circle of radius 2.
        let area = 0.5 * 128 * 4 * sin(2 * Double.pi / 128)
        #expect(abs(signedArea(coordinates) - area) < 1e-10)
    }

    private func signedArea(_ coordinates: CoordinateSequence) -> Double {
        (0..<coordinates.count - 1).reduce(0) { sum, place in
            let a = coordinates.point(at: place), b = coordinates.point(at: place + 1)
            return sum + (a.x * b.y - b.x * a.y) / 2
        }
    }

    @Test("a Bézier curve is half-way at an eighth of the ends and three eighths of the control points")
    func bezier() throws {
        let vertices = vertices(try line(#"[[0,0],{"b":[[3,0],[0,3],[3,3]]}]"#))
        #expect(vertices.count == 33 && isNear(vertices[16], 1.5, 2.25) && isNear(vertices[32], 3, 0, by: 0))
        // A quarter of the way: 27, 27, 9 and 1 of 64 parts, so x = (9 * 3 + 3) / 64 and y = (27 * 3 + 9 * 3) / 64.
        #expect(isNear(vertices[8], 0.46875, 1.6875))
    }

    @Test("an ellipse turned by a quarter: 5 up and down, 2 to the sides", arguments: [(0, 8.0), (1, 12.0)])
    func ellipse(isClockwise: Int, side: Double) throws {
        let text = "[[10,25],{\"a\":[[10,15],[10,20],1,\(isClockwise),\(Double.pi / 2),5,0.4]}]"
        let vertices = vertices(try line(text))
        #expect(vertices.count == 65 && isNear(vertices[32], side, 20) && isNear(vertices[64], 10, 15, by: 0))
        for vertex in vertices {
            let dx = (vertex.x - 10) / 2, dy = (vertex.y - 20) / 5
            #expect(abs(dx * dx + dy * dy - 1) < 1e-12)
        }
    }

    @Test("an ellipse turned by 30°: its quarter vertices stand where the axes point")
    func turnedEllipse() throws {
        // Half axes 4 and 2; the major end at (2√3, 2), the minor end at (-1, √3), both round (0, 0).
        let root = 3.0.squareRoot()
        let text = "[[\(2 * root),2],{\"a\":[[\(2 * root),2],[0,0],0,0,\(Double.pi / 6),4,0.5]}]"
        let vertices = vertices(try line(text))
        #expect(vertices.count == 129 && isNear(vertices[32], -1, root) && isNear(vertices[64], -2 * root, -2))
        #expect(isNear(vertices[96], 1, -root))
    }

    @Test("the short form is a circle round its centre, by the shorter or the longer way")
    func shortForm() throws {
        let half = 4.5.squareRoot()
        let minor = vertices(try line(#"[[3,0],{"a":[[0,3],[0,0],1,0]}]"#))
        #expect(minor.count == 33 && isNear(minor[16], half, half))
        let major = vertices(try line(#"[[3,0],{"a":[[0,3],[0,0],0,1]}]"#))
        #expect(major.count == 97 && isNear(major[48], -half, -half))
    }

    @Test("a whole circle of the short form runs as it says", arguments: [(0, 1.0), (1, -1.0)])
    func wholeCircle(isClockwise: Int, sign: Double) throws {
        let shape = try ring("[[0,0],{\"a\":[[0,0],[2.5,0],0,\(isClockwise)]}]")
        let area = 0.5 * 128 * 6.25 * sin(2 * Double.pi / 128)
        #expect(abs(signedArea(shape.parts.coordinates) - sign * area) < 1e-10)
    }

    @Test("another engine's figures for curves are met within the bound of the straight segments")
    func otherEngine() throws {
        let arc = try line("[[0,0],{\"c\":[[9.0,0],[3.254,7.5]]},[-70.0,-11.0]]")
        #expect(abs(GeometryEngine.length(of: arc) - 101.1685737672293) < 0.01)
        let bezier = try line("[[0,0],{\"b\":[[9.987,0],[10.0,10.5],[17.403,-8.0]]}]").extent
        #expect(abs(bezier.yMin + 2.0709315666630643) < 0.01 && abs(bezier.yMax - 3.3183952465591764) < 0.01)
        #expect(abs(bezier.xMax - 12.999684755116354) < 0.01)
        let circle = try ring("[[0,0],{\"a\":[[0,0],[8.287,0],0,1]}]")
        #expect(abs(GeometryEngine.area(of: circle) - 215.74689314031465) < 0.1)
    }

    @Test(
        "what has no extent is the straight line that is left of it",
        arguments: [
            (#"{"c":[[2,0],[0,0]]}"#, [2.0, 0]), (#"{"c":[[2,0],[2,0]]}"#, [2, 0]), (#"{"c":[[0,0],[0,0]]}"#, [0, 0]),
            (#"{"c":[[2,0],[1,0]]}"#, [1, 0, 2, 0]), (#"{"c":[[2,0],[1,1e-12]]}"#, [1, 1e-12, 2, 0]),
            (#"{"a":[[2,0],[0,0],1,0]}"#, [2, 0]), (#"{"a":[[2,0],[2,0],1,0]}"#, [2, 0]),
            (#"{"a":[[2,0],[1,0],1,0,0,1,0]}"#, [2, 0]), (#"{"a":[[2,0],[1,0],1,0,0,1,-1]}"#, [2, 0]),
        ])
    func degenerate(curve: String, expected: [Double]) throws {
        let line = try line("[[0,0],\(curve)]")
        #expect(line.parts.coordinates.xy == [0, 0] + expected)
        #expect(line.esriJSON["curvePaths"]?[0]?[1] == (try JSONValue(parsing: curve)))
    }

    @Test("a circle that closes but for rounding is a circle")
    func almostClosed() throws {
        let vertices = vertices(try line(#"[[1000000,0],{"c":[[1000000.0000000001,0],[1000200,0]]}]"#))
        #expect(vertices.count == 129 && isNear(vertices[32], 1_000_100, -100, by: 1e-6))
    }

    @Test(
        "what is no curve is refused",
        arguments: [
            #"[{"c":[[1,1],[2,2]]}]"#, #"[[0,0],{"c":[[1,1]]}]"#, #"[[0,0],{"c":[[1],[2,2]]}]"#,
            #"[[0,0],{"q":[[1,1]]}]"#,
            #"[[0,0],{"b":[[1,1],[2,2]]}]"#, #"[[0,0],{"c":[[1,null],[2,2]]}]"#,
            #"[[0,0],{"a":[[1,1],[2,2],1,0,0.5]}]"#,
            #"[[0,0],{"c":[[1e308,-1e308],[-1e308,1e308]]}]"#, #"[[null,0],{"c":[[1,1],[2,0]]}]"#, #"[[0,0],null]"#,
        ])
    func refused(part: String) {
        #expect { try line(part) } throws: { ($0 as? FeatureError)?.place?.line == 1 }
    }

    @Test("curves of a set on a grid are refused, as nothing says how they would be meant")
    func onAGrid() {
        let text = #"""
            {"transform":{"scale":[1,1],"translate":[0,0]},
             "features":[{"geometry":{"curvePaths":[[[0,0],{"c":[[2,0],[1,1]]}]]}}]}
            """#
        #expect(throws: FeatureError.self) { try FeatureSet(esriJSON: Array(text.utf8)) }
    }

    @Test(
        "curves are written back as they were read",
        arguments: [
            #"""
            {"curvePaths":[[[6,3],[5,3],{"b":[[3,2],[6,1],[2,4]]},[1,2],
             {"a":[[0,2],[0,3],0,0,2.0943951,1.8333,0.3333]}]]}
            """#,
            #"""
            {"hasZ":true,"hasM":true,"curveRings":[
             [[11,11,1,5],[10,10,2,null],{"c":[[12,10,3,7],[13,12]]},[11,11,1,5]],
             [[0,0,0,0],[0,1,0,0],[1,1,0,0],[0,0,0,0]]]}
            """#,
            #"{"hasM":true,"curvePaths":[[[0,0,1],{"c":[[2,0,null],[1,1]]}],[[5,5,1],[6,6,2]]]}"#,
            #"{"hasZ":true,"curvePaths":[[[0,0,1],{"a":[[3,3,2],[0,3],1,1]}]]}"#,
        ])
    func writtenBack(text: String) throws {
        let document = try JSONValue(parsing: text)
        let shape = try JSONValue.geometry(parsing: Array(text.utf8))
        #expect(shape.hasCurves && shape.esriJSON == document)
        let set = try FeatureSet(esriJSON: Array("{\"features\":[{\"geometry\":\(text)},{\"geometry\":null}]}".utf8))
        let again = try JSONValue(parsing: set.esriJSON())
        #expect(again["features"]?[0]?["geometry"] == document)
        var twice = set.selecting(rows: [1, 0, 0])
        try twice.append(contentsOf: set)
        let rows = try JSONValue(parsing: twice.esriJSON())["features"]?.array?.map { $0["geometry"] ?? .null }
        #expect(rows == [.null, document, document, document, .null])
    }

    @Test("z and m run evenly along a curve")
    func further() throws {
        let line = try line(#"[[0,0,10,1],{"c":[[2,0,20,3],[1,1]]}]"#)
        #expect(line.parts.coordinates.z?[32] == 15 && line.parts.coordinates.m?[16] == 1.5)
        #expect(line.parts.coordinates.z?.last == 20)
    }

    @Test("an open ring is closed, and so written")
    func openRing() throws {
        let shape = try ring(#"[[0,0],{"c":[[2,0],[1,1]]}]"#)
        let last = shape.parts.coordinates.count - 1
        #expect(isNear(shape.parts.coordinates.point(at: last), 0, 0))
        #expect(shape.esriJSON["curveRings"]?[0]?[2] == [0, 0])
    }

    @Test("whatever changes coordinates leaves a shape without curves, never with those of before")
    func changed() throws {
        var line = try line(#"[[0,0],{"c":[[2,0],[1,1]]}]"#)
        line.parts.append(x: 5, y: 5)
        #expect(!line.hasCurves && line.esriJSON["paths"] != nil)
        let text = #"{"spatialReference":{"wkid":4326},"curveRings":[[[0,0],{"c":[[2,0],[1,1]]},[0,0]]]}"#
        let shape = try JSONValue.geometry(parsing: Array(text.utf8))
        let projected = try GeometryEngine.project(shape, into: .webMercator)
        #expect(shape.hasCurves && !projected.hasCurves)
        var set = try FeatureSet(esriJSON: Array("{\"features\":[{\"geometry\":\(text)}]}".utf8))
        set.geometries?.coordinates.xy[10] += 1
        #expect(set.geometry(at: 0)?.hasCurves == false)
        #expect(try JSONValue(parsing: set.esriJSON())["features"]?[0]?["geometry"]?["rings"] != nil)
    }

    @Test(
        "shapes without curves have none, whatever stands in them",
        .enabled(if: SharedData.isAvailable, "GROMA_SHARED_DATA names no folder"))
    func realDocuments() throws {
        let folder = SharedData.url("data/real/geometry")
        var read = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
            let bytes = Array(try Data(contentsOf: folder.appending(path: name)))
            guard let set = try? FeatureSet(esriJSON: bytes) else { continue }
            for row in 0..<set.count { #expect(set.geometry(at: row)?.hasCurves != true, "\(name)") }
            let again = try FeatureSet(esriJSON: set.esriJSON())
            #expect(again.geometries?.coordinates.xy.count == set.geometries?.coordinates.xy.count, "\(name)")
            read += 1
        }
        #expect(read >= 5, "only \(read) documents are Esri JSON")
    }
}
