// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import TestSupport
import Testing

@Suite("groma edit as a process", .timeLimit(.minutes(10)))
struct EditProcessTests {
    private func everywhere(_ body: (_ layer: String, TemporaryFolder) async throws -> Void) async throws {
        try await TemporaryFolder.run { folder in
            let data = try await Trees.dataFolder(in: folder)
            let server = try await ServeProcess(data: data)
            try await body(Trees.layer(of: server), folder)
            #expect(await server.end() == 0)
        }
        try await TemporaryFolder.run { folder in
            try await body(try await Trees.dataFolder(in: folder).path + "#0", folder)
        }
    }

    @Test("add, update and delete, by object id and by GlobalID, with the results that the contract says")
    func actions() async throws {
        try await everywhere { layer, folder in
            let file = try folder.write(
                "add.json",
                """
                {"spatialReference":{"wkid":3857},"features":[{"attributes":{"kind":"Eiche","height":-2},
                "geometry":{"x":111319.490793,"y":0}},{"attributes":{"kind":"Esche"}}]}
                """)
            let added = try await groma("edit", layer, "add", "--features", file, "--json")
            #expect(added.status == 0 && added.errors.isEmpty, "\(added.summary)")
            let results = added.json["addResults"]?.array ?? []
            #expect(results.count == 2 && added.json.object?.count == 1)
            #expect(results.allSatisfy { $0["success"] == true && $0["globalId"]?.string != nil })
            let id = try #require(results.first?["objectId"]?.int)
            let globalID = try #require(results.last?["globalId"]?.string)
            let row = try await groma("query", layer, "--where=OBJECTID = \(id)").json["features"]?[0]
            #expect(abs((row?["geometry"]?["x"]?.double ?? 0) - 1) < 1e-6)
            let updated = try await groma(
                "edit", layer, "update", "--features=-", "--json",
                input:
                    #"{"features":[{"attributes":{"OBJECTID":\#(id),"height":-7.25}},{"attributes":{"GlobalID":"\#(globalID)","height":3}}]}"#
            )
            #expect(updated.status == 0, "\(updated.summary)")
            #expect(updated.json["updateResults"]?.array?.allSatisfy { $0["success"] == true } == true)
            let heights = try await groma("query", layer, "--where=kind IN ('Eiche','Esche')", "--order-by", "height")
            #expect(heights.json["features"]?.array?.compactMap { $0["attributes"]?["height"]?.double } == [-7.25, 3])
            let deleted = try await groma(
                "edit", layer, "delete", "--features", "-", "--json",
                input: #"{"features":[{"attributes":{"OBJECTID":\#(id)}},{"attributes":{"GlobalID":"\#(globalID)"}}]}"#)
            #expect(deleted.status == 0, "\(deleted.summary)")
            #expect(deleted.json["deleteResults"]?.array?.count == 2)
            #expect(try await groma("query", layer).json["features"]?.array?.count == 3)
        }
    }

    @Test("a refused edit fails, says which in the results and why on standard error, and leaves the others")
    func refused() async throws {
        try await everywhere { layer, folder in
            let outcome = try await groma(
                "edit", layer, "update", "--features", "-", "--json",
                input:
                    #"{"features":[{"attributes":{"OBJECTID":1,"height":1}},{"attributes":{"OBJECTID":4711,"height":1}}]}"#
            )
            #expect(outcome.status == 1 && outcome.errors.contains("refused"), "\(outcome.summary)")
            let results = outcome.json["updateResults"]?.array ?? []
            #expect(results.map { $0["success"] } == [true, false])
            #expect(results.last?["error"]?["description"]?.string?.isEmpty == false)
        }
    }

    @Test(
        "files that are no edits change nothing",
        arguments: [
            "", "no json", "{}", #"{"features":{}}"#, #"{"features":[1]}"#,
            #"{"features":[{"attributes":{"NOPE":1}}]}"#,
            #"{"features":[{"attributes":{"height":"tall"}}]}"#,
            #"{"features":[{"attributes":{},"geometry":{"rings":[[[0,0],[1,1],[0,1],[0,0]]]}}]}"#,
        ])
    func malformed(text: String) async throws {
        try await TemporaryFolder.run { folder in
            let data = try await Trees.dataFolder(in: folder)
            let outcome = try await groma("edit", data.path + "#0", "add", "--features", "-", "--json", input: text)
            #expect(outcome.failed(1), "\(outcome.summary)")
            #expect(try await groma("query", data.path + "#0").json["features"]?.array?.count == 3)
        }
    }

    @Test("more features than one request holds all arrive")
    func many() async throws {
        try await everywhere { layer, folder in
            let rows = (0..<2_345).map { #"{"attributes":{"kind":"new","count":\#($0)},"geometry":{"x":1,"y":1}}"# }
            let file = try folder.write("many.json", #"{"features":[\#(rows.joined(separator: ","))]}"#)
            let outcome = try await groma("edit", layer, "add", "--features", file, "--json")
            #expect(outcome.status == 0 && outcome.json["addResults"]?.array?.count == 2_345, "\(outcome.summary)")
            let sum = try await groma("query", layer, "--where", "kind = 'new'", "--stats", "count:count:n,sum:count:s")
            #expect(sum.json["features"]?[0]?["attributes"]?["n"]?.int == 2_345)
            #expect(sum.json["features"]?[0]?["attributes"]?["s"]?.int == 2_344 * 2_345 / 2)
        }
    }

    @Test("signing in: without, with a wrong password, with the right one, with a token")
    func signIn() async throws {
        try await TemporaryFolder.run { folder in
            let file = try folder.write("a.csv", Trees.csv)
            let data = folder.url.appending(path: "data")
            #expect(try await groma("import", file, "--service", "Trees", "--data", data.path).status == 0)
            let server = try await ServeProcess(data: data, environment: ["GROMA_ADMIN_PASSWORD": "only for tests"])
            let words = ["edit", Trees.layer(of: server), "add", "--features", "-", "--json"]
            let input = Array(#"{"features":[{"attributes":{"kind":"x"}}]}"#.utf8)
            let anonymous = try await Program.run(words, input: input)
            #expect(anonymous.failed(1) && anonymous.errors.contains("Sign in"), "\(anonymous.summary)")
            let noPassword = try await Program.run(words + ["--user", "admin"], input: input)
            #expect(noPassword.failed(2) && noPassword.errors.contains("GROMA_PASSWORD"), "\(noPassword.summary)")
            let wrong = try await Program.run(
                words + ["--user=admin"], environment: ["GROMA_PASSWORD": "a secret"], input: input)
            #expect(wrong.failed(1) && !wrong.errors.contains("a secret"), "\(wrong.summary)")
            let right = try await Program.run(
                words + ["--user", "admin"], environment: ["GROMA_PASSWORD": "only for tests"], input: input)
            #expect(right.status == 0 && right.json["addResults"]?[0]?["success"] == true, "\(right.summary)")
            let bad = try await Program.run(words + ["--token", "no-token"], input: input)
            #expect(bad.failed(1) && !bad.errors.contains("no-token"), "\(bad.summary)")
            #expect(try await groma("query", Trees.layer(of: server)).json["features"]?.array?.count == 3)
            await server.end()
        }
    }
}
