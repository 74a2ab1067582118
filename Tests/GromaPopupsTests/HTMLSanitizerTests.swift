// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaPopups
import Testing

@Suite("HTML of popups")
struct HTMLSanitizerTests {
    @Test(
        "only the allowed subset is left",
        arguments: [
            ("", ""), ("plain & text < 5", "plain &amp; text &lt; 5"),
            ("a &amp; b &copy; &nope;", "a &amp; b &copy; &amp;nope;"),
            ("<script>bad()</script>after", "after"), ("<SCRIPT>bad()", ""),
            ("<iframe src=\"https://x\"></iframe>x", "x"),
            ("<a href=\"javascript:bad()\">x</a>", "<a>x</a>"), ("<a href=\" java\nscript:bad()\">x</a>", "<a>x</a>"),
            ("<a href=\"http://example.com\">x</a>", "<a>x</a>"), ("<a href='//share/x'>x</a>", "<a>x</a>"),
            ("<a href=\"&#106;avascript:x\">x</a>", "<a>x</a>"),
            ("<a href='tel:1'>x</a>", "<a href=\"tel:1\" target=\"_blank\" rel=\"noopener noreferrer\">x</a>"),
            ("<b onclick=\"x()\">a", "<b>a</b>"), ("<table><tr><td>1", "<table><tr><td>1</td></tr></table>"),
            ("<i><b>x</i></b>", "<i><b>x</b></i>"), ("</p>x</div>", "x"), ("<blink>x</blink>", "x"),
            ("<!-- <b> -->x", "x"),
            (
                "<div style=\"color:red;position:fixed;background:url(javascript:x)\">x</div>",
                "<div style=\"color:red;\">x</div>"
            ),
            ("<img src=https://e.org/a.png onerror=x()>", "<img src=\"https://e.org/a.png\">"),
            (
                "<font color='red\"><b' size=3>x</font>",
                "<font color=\"red&quot;&gt;&lt;b\" size=\"3\">x</font>".replacing("&gt;&lt;", with: "&gt;&lt;")
            ),
            ("1 < 2 > 0 <", "1 &lt; 2 &gt; 0 &lt;"), ("<br/><hr>", "<br><hr>"), ("<p", "&lt;p"),
            ("<video controls>x", "<video controls=\"\">x</video>"),
        ])
    func subset(html: String, expected: String) {
        #expect(HTMLSanitizer.sanitized(html) == expected)
    }

    @Test(
        "what was sanitized once stays as it is",
        arguments: [
            "<p>a & b</p>", "<a href='https://e.org/?a=1&b=2'>x</a>", "<div style='color:red'><ul><li>x",
            "&lt;script&gt;", "a &#60; b",
        ])
    func idempotent(html: String) {
        let once = HTMLSanitizer.sanitized(html)
        #expect(HTMLSanitizer.sanitized(once) == once)
    }

    @Test("hostile input ends", arguments: ["<b>", "<", "<a ", "&", "<a href=\"", "<!--", "<script>", "</"])
    func hostile(part: String) {
        let html = HTMLSanitizer.sanitized(String(repeating: part, count: 5_000))
        #expect(!html.contains("<script"))
    }
}
