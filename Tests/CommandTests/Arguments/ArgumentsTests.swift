// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCommand
import Testing

@Suite("Arguments") struct ArgumentsTests {
    static let specification = Specification(
        name: "draw", summary: "Draws.",
        positionals: [.init(name: "MAP", help: "a map"), .init(name: "OUT", help: "a file", isOptional: true)],
        options: [
            .value("size", "WxH", "pixels"), .value("center", "LON,LAT", "middle"), .flag("json", "as JSON"),
            .value("layer", "ID", "layers", repeats: true), .choice("quality", ["exact", "fast"], "how"),
            .value("scale", "N", "scale"),
        ])

    func parse(_ words: String...) throws -> Arguments { try Arguments(words, Self.specification) }

    @Test("a value may follow a blank or an equals sign")
    func values() throws {
        #expect(try parse("m", "--size", "8x6").size("size")?.width == 8)
        #expect(try parse("m", "--size=8x6").size("size")?.height == 6)
        #expect(try parse("--json", "m").flag("json"))
        #expect(try parse("m", "--layer=a", "--layer", "b").values("layer") == ["a", "b"])
        #expect(try parse("m", "--layer=a=b").value("layer") == "a=b")
    }

    @Test("negative numbers are values, not options")
    func negativeNumbers() throws {
        #expect(try parse("m", "--center", "-12.5,48").numbers("center", counts: [2]) == [-12.5, 48])
        #expect(try parse("m", "--center=-12.5,-4").numbers("center", counts: [2]) == [-12.5, -4])
        #expect(try parse("-3").positional(0) == "-3")
    }

    @Test("two dashes alone end the options")
    func endOfOptions() throws {
        #expect(try parse("--", "--json").positional(0) == "--json")
    }

    @Test(
        "mistakes are said",
        arguments: [
            (["m", "--nope"], "--nope is no option of draw"), ([], "MAP is missing"),
            (["a", "b", "c"], "c is one argument too many"),
            (["m", "--size"], "--size needs a value: WxH"), (["m", "--json=1"], "--json takes no value"),
            (["m", "--quality", "best"], "--quality is exact or fast, not best"),
            (["m", "--scale=1", "--scale=2"], "--scale was given twice"),
            (["m", "-x"], "-x: options begin with two dashes"),
            (["m", "--size", "--json"], "--size needs a value: WxH"),
        ])
    func mistakes(words: [String], message: String) {
        let error = #expect(throws: UsageError.self) { try Arguments(words, Self.specification) }
        #expect(error?.description == message)
    }

    @Test("values of the wrong kind are said", arguments: ["x", "800x", "0x5", "800x600x2", "99999x1"])
    func wrongSize(text: String) throws {
        let arguments = try parse("m", "--size", text)
        #expect(throws: UsageError.self) { try arguments.size("size") }
    }

    @Test("help names every option and argument")
    func help() throws {
        #expect(try parse("--help").wantsHelp)
        for word in ["MAP", "[OUT]", "--size WxH", "--json", "--quality exact|fast", "Draws."] {
            #expect(Self.specification.help.contains(word))
        }
    }
}
