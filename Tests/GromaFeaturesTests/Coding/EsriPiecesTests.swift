// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import Testing

@Suite("Esri JSON read piece by piece")
struct EsriPiecesTests {
    /// Runs `body` with the text as a file.
    private func withFile<Result>(_ text: String, _ body: (FileBytes) async throws -> Result) async throws -> Result {
        let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
        try Data(text.utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try await body(try #require(try FileBytes(path: url.path())))
    }

    private static let fields =
        #""fields":[{"name":"id","type":"esriFieldTypeInteger"},{"name":"name","type":"esriFieldTypeString"},"#
        + #"{"name":"size","type":"esriFieldTypeDouble"}]"#

    /// A document of `count` rows, whose header and end are given.
    private static func document(
        _ head: String, _ count: Int, end: String = "", separator: String = ",", _ row: (Int) -> String
    ) -> String {
        "{\(head),\"features\":[" + (0..<count).map(row).joined(separator: separator) + "]\(end)}"
    }

    private static func attributes(_ row: Int) -> String {
        let name = row % 7 == 3 ? "null" : "\"N\(row) é\(String(repeating: "x", count: row % 23))\""
        return #""attributes":{"id":\#(row),"name":\#(name)\#(row % 3 == 0 ? "" : ",\"size\":\(row).25")}"#
    }

    private static let documents: [String: String] = [
        "points": document(#""geometryType":"esriGeometryPoint",\#(fields)"#, 200) { row in
            "{\(attributes(row)),\"geometry\":{\"x\":\(row).5,\"y\":-\(row)}}"
        },
        "points, some of them none": document(#""spatialReference":{"wkid":3857},\#(fields)"#, 150) { row in
            let shape = row % 11 == 5 ? "null" : row % 13 == 5 ? #"{"x":null,"y":null}"# : #"{"x":\#(row),"y":2}"#
            return "{\(attributes(row)),\"geometry\":\(shape)}"
        },
        "shapes of several parts, white space, and more behind the rows": document(
            #""geometryType":"esriGeometryPolygon",\#(fields)"#, 120, end: #", "exceededTransferLimit" : true"#,
            separator: " ,\n  "
        ) { row in
            let ring = "[[\(row),0],[\(row),5],[\(row + 4),5]]"
            let rings = [String](repeating: ring, count: row % 4).joined(separator: ",")
            return "{\"geometry\":{\"rings\":[\(rings)]},\(attributes(row))} "
        },
        "heights and measures, the first in the middle": document(
            #""geometryType":"esriGeometryPolyline",\#(fields)"#, 90
        ) { row in
            let more = row < 40 ? "" : row % 2 == 0 ? ",\(row)" : ",\(row),7"
            return "{\(attributes(row)),\"geometry\":{\"paths\":[[[0,\(row)\(more)],[1,1\(more)]]]}}"
        },
        "quantised, with centroids": document(
            #""geometryType":"esriGeometryPolygon","transform":{"scale":[2,2],"translate":[100,200]},\#(fields)"#, 80
        ) { row in
            #"{"centroid":{"x":\#(row),"y":1},\#(attributes(row)),"geometry":{"rings":[[[\#(row),0],[0,4],[4,0],[-4,-4]]]}}"#
        },
        "curves": document(#""geometryType":"esriGeometryPolyline",\#(fields)"#, 60) { row in
            #"{\#(attributes(row)),"geometry":{"curvePaths":[[[0,0],{"c":[[3,3],[1,4]]},{"c":[[6,\#(row)],[4,4]]}]]}}"#
        },
        "texts that look like the beginning of a row": document(
            #""geometryType":"esriGeometryPoint",\#(fields)"#, 90
        ) { row in
            #"{"geometry":{"x":\#(row),"y":2},"attributes":{"id":\#(row),"name":"}},{\"}},{a}} , {"}}"#
        },
        "no rows": document(fields, 0) { _ in "" },
        "rows before the fields": #"{"features":[{"attributes":{"id":1}},{"attributes":{"id":2}}],\#(fields)}"#,
    ]

    /// All that a set holds, in an order that only depends on it.
    private func contents(of set: FeatureSet) -> [String] {
        var parts = [String(decoding: set.esriJSON(), as: UTF8.self), "\(set.columns)", "\(set.fields.map(\.name))"]
        for column in [set.geometries, set.centroids] {
            guard let column else { continue }
            parts += ["\(column.coordinates)", "\(column.partStarts)", "\(column.featureStarts)"]
            parts += ["\(column.nullRows.sorted())", "\(column.type)"]
        }
        return parts + ["\(set.exceededTransferLimit)", "\(set.count)", "\(String(describing: set.spatialReference))"]
    }

    @Test(
        "pieces of any size on any number of threads make the same rows as the whole",
        arguments: documents.keys.sorted())
    func same(name: String) async throws {
        let text = try #require(Self.documents[name])
        let whole = contents(of: try FeatureSet(esriJSON: Array(text.utf8)))
        try await withFile(text) { file in
            for threads in [1, 2, 3, 8] {
                let read = try await FeatureSet.read(esriJSON: file, threads: threads)
                #expect(contents(of: read) == whole)
                for size in [150, 700, 5_000, 100_000] {
                    // Nothing where the text can't be cut; never anything else.
                    guard let set = try await FeatureSet.readPieces(of: file, threads: threads, pieceSize: size) else {
                        continue
                    }
                    #expect(contents(of: set) == whole, "\(threads) threads, \(size) bytes")
                }
            }
        }
    }

    @Test("usual documents are cut, whatever their rows look like")
    func isCut() async throws {
        for name in Self.documents.keys where !name.hasPrefix("texts") && !name.hasPrefix("rows before") {
            try await withFile(try #require(Self.documents[name])) { file in
                let set = try await FeatureSet.readPieces(of: file, threads: 2, pieceSize: 1_000)
                #expect(set?.count != nil, "\(name)")
            }
        }
    }

    @Test("a damaged document is refused with the same words and place", arguments: [0, 1, 57, 198, 199])
    func damaged(row: Int) async throws {
        let text = Self.document(#""geometryType":"esriGeometryPoint",\#(Self.fields)"#, 200) { at in
            "{\(Self.attributes(at)),\"geometry\":{\"x\":\(at == row ? "true" : "1"),\"y\":2}}"
        }
        for text in [text, String(text.dropLast(1)), String(text.dropLast(60)), text + "]"] {
            let whole = try #require(throws: FeatureError.self) { try FeatureSet(esriJSON: Array(text.utf8)) }
            try await withFile(text) { file in
                let error = await #expect(throws: FeatureError.self) {
                    try await FeatureSet.read(esriJSON: file, threads: 2)
                }
                #expect(error?.message == whole.message)
                let pieces = try await FeatureSet.readPieces(of: file, threads: 3, pieceSize: 900)
                #expect(pieces?.count == nil)
            }
        }
    }
}

extension EsriPiecesTests {
    @Test("a file is read in parts; what has no parts is none")
    func file() async throws {
        try await withFile("0123456789") { file in
            #expect(file.count == 10)
            let parts = [
                try file.read(at: 3, count: 4), try file.read(at: 8, count: 100), try file.read(at: 30, count: 9),
            ]
            #expect(parts == [Array("3456".utf8), Array("89".utf8), []])
        }
        let folder = try FileBytes(path: FileManager.default.temporaryDirectory.path())
        #expect(folder?.count == nil)
        let error = #expect(throws: CodecError.self) { try FileBytes(path: "/nowhere/at/all") }
        #expect(error?.cause?.isEmpty == false)
    }
}
