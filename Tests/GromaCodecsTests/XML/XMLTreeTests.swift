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
