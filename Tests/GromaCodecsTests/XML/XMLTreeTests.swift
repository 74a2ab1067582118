// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import Testing

@Suite("XML documents")
struct XMLTreeTests {
    @Test("names lose their prefixes; attributes, texts and CDATA arrive")
    func reading() throws {
        let tree = try XMLTree(
            parsing: Array(
                #"<?xml version="1.0"?><w:A xmlns:w="u" xmlns:x="v"><w:B x:href="a&amp;b"> one <![CDATA[<two>]]> </w:B><B/></w:A>"#
                    .utf8))
        #expect(tree.name == "A")
        #expect(tree.all("B").count == 2)
        #expect(tree["B"]?.attributes["href"] == "a&b")
        #expect(tree.text("B") == "one <two>")
    }

    @Test("what is no XML is refused with its place", arguments: ["", "plain", "<a><b></a>", "<a", "<a>&nothing;</a>"])
    func malformed(text: String) {
        #expect(throws: CodecError.self) { try XMLTree(parsing: Array(text.utf8)) }
        do {
            _ = try XMLTree(parsing: Array("<a>\n<b></a>".utf8))
        } catch {
            #expect(error.code == .malformed)
            #expect(error.line == 2)
        }
    }

    @Test("deep nesting and entities that grow are refused")
    func hostile() {
        let deep = String(repeating: "<a>", count: 5_000) + String(repeating: "</a>", count: 5_000)
        #expect(throws: CodecError.self) { try XMLTree(parsing: Array(deep.utf8)) }
        var lol = #"<?xml version="1.0"?><!DOCTYPE a [<!ENTITY l0 "lol">"#
        for level in 1...12 {
            lol += "<!ENTITY l\(level) \"" + String(repeating: "&l\(level - 1);", count: 10) + "\">"
        }
        lol += "]><a>&l12;</a>"
        let text = (try? XMLTree(parsing: Array(lol.utf8)))?.text.utf8.count ?? 0
        #expect(text < 20 << 20)
        let outside = #"<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><a>&x;</a>"#
        let read = try? XMLTree(parsing: Array(outside.utf8))
        #expect(read?.text ?? "" == "")
    }

    @Test(
        "an instruction that is a name alone ends no program",
        arguments: [
            "<a>t<?x?></a>", "<?x?><a>t</a>", "<!DOCTYPE a [<?x?>]><a>t</a>", "<a>t<??></a>", "<a>t<<?a?>?b?></a>",
            "<a>t</a><?x?><?y?>", "<a>t<?x z?></a>", "<?xml?><a>t</a>", "<a>t<?x",
        ])
    func bareInstructions(text: String) {
        var little: [UInt8] = [0xFF, 0xFE], big: [UInt8] = [0xFE, 0xFF]
        for letter in text.utf8 {
            little += [letter, 0]
            big += [0, letter]
        }
        for bytes in [Array(text.utf8), little, big] {
            let read = try? XMLTree(parsing: bytes)
            #expect(read == nil || read?.text == "t")
        }
    }

    @Test("nor one that is spelled in entities or in another encoding")
    func hiddenInstructions() throws {
        #expect(try XMLTree(parsing: Array("<a>t<?x?>u</a>".utf8)).text == "tu")
        #expect(try XMLTree(parsing: Array("<a><![CDATA[<?x y?>]]></a>".utf8)).text == "<?x y?>")
        for text in [
            ##"<!DOCTYPE a [<!ENTITY e "&#60;?x?>">]><a>&e;</a>"##,
            "<?xml version='1.0' encoding='utf-7'?><a>+ADw?x?+AD4-</a>",
        ] {
            #expect {
                try XMLTree(parsing: Array(text.utf8))
            } throws: {
                ($0 as? CodecError)?.code == .unsupported
            }
        }
    }

    @Test("bytes that are no text are refused, unless the document says what they are")
    func broken() throws {
        let element = Array("<gp".utf8) + [0xC3] + Array("x a=\"1\"/>".utf8)
        #expect(throws: CodecError.self) { try XMLTree(parsing: element) }
        #expect(throws: CodecError.self) {
            try XMLTree(parsing: Array("<?xml version='1.0' encoding='utf-8'?>".utf8) + element)
        }
        let latin = try XMLTree(parsing: Array("<?xml version='1.0' encoding='iso-8859-1'?>".utf8) + element)
        #expect(latin.name == "gpÃx")
    }
}
