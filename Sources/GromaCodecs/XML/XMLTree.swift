// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// A part of an XML document with what stands in it: small documents such as capabilities, read whole.
///
/// Names are local ones, without prefix: the documents read here mix no vocabularies that share names.
package struct XMLTree: Sendable {
    /// The element's local name.
    package var name: String
    /// Attributes by local name.
    package var attributes: [String: String] = [:]
    /// Text directly in the element, in one piece, without white space at its ends.
    package var text = ""
    /// Elements inside, in order.
    package var children: [XMLTree] = []

    /// The largest document that is read, in bytes.
    package static let mostBytes = 32 << 20
    fileprivate static let deepest = 200
    fileprivate static let mostElements = 1_000_000

    /// Reads a document. Entities from outside are never fetched.
    ///
    /// Throws `CodecError`: `malformed` with line and column, `tooLarge` beyond 32 MB, 200 levels or a million elements, `unsupported` for
    /// documents that declare entities or an encoding but UTF-8, UTF-16, ASCII, ISO 8859 and the Windows code pages.
    package init(parsing bytes: [UInt8]) throws(CodecError) {
        guard bytes.count <= Self.mostBytes else {
            throw CodecError(.tooLarge, "An XML document of \(bytes.count) bytes is not read; 32 MB is the most.")
        }
        try Self.refuseBrokenText(bytes)
        let builder = TreeBuilder()
        let parser = XMLParser(data: Data(try XMLScan(bytes).spacingBareInstructions()))
        parser.shouldResolveExternalEntities = false
        parser.delegate = builder
        let isRead = parser.parse()
        if let refusal = builder.refusal { throw refusal }
        guard isRead, let root = builder.root else {
            var error = CodecError(.malformed, "This is no well-formed XML document")
            error.line = max(parser.lineNumber, 1)
            error.column = max(parser.columnNumber, 1)
            throw error
        }
        self = root
    }

    /// The parser hands on what is no text in the document's encoding, and ends the program where a name is made of it. What it turns from
    /// another encoding is text.
    private static func refuseBrokenText(_ bytes: [UInt8]) throws(CodecError) {
        let isWide = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
        let head = String(decoding: bytes.prefix(200).map { $0 & 0x7F }.filter { $0 != 0 }, as: UTF8.self).lowercased()
        let declaration = head.firstRange(of: "<?xml").map { head[$0.upperBound...].prefix { $0 != ">" } } ?? ""
        func declares(_ names: [String]) -> Bool {
            names.contains { declaration.contains("\"\($0)") || declaration.contains("'\($0)") }
        }
        let isOther = declares(["iso-8859-", "windows-125", "us-ascii"])
        // Other encodings can hide marks of the language from whoever looks at the bytes.
        guard
            !declaration.contains("encoding") || isOther || declares(["utf-8", "utf8"])
                || isWide && declares(["utf-16"])
        else {
            throw CodecError(.unsupported, "The XML document's encoding is not read; save it in UTF-8")
        }
        guard isWide || isOther || String(validating: bytes, as: UTF8.self) != nil else {
            throw CodecError(.malformed, "The XML document is not written in UTF-8, and does not say in what else")
        }
    }

    fileprivate init(name: String, attributes: [String: String]) {
        self.name = name
        self.attributes = attributes
    }

    /// The first element inside of that name; nil where there is none.
    package subscript(name: String) -> XMLTree? { children.first { $0.name == name } }
    /// All elements inside of that name.
    package func all(_ name: String) -> [XMLTree] { children.filter { $0.name == name } }
    /// The text of the first element inside of that name; nil where there is none or it is empty.
    package func text(_ name: String) -> String? { self[name].flatMap { $0.text.isEmpty ? nil : $0.text } }
}

private final class TreeBuilder: NSObject, XMLParserDelegate {
    var root: XMLTree?
    var refusal: CodecError?
    private var open: [XMLTree] = []
    private var count = 0

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        count += 1
        if open.count >= XMLTree.deepest || count > XMLTree.mostElements {
            refusal = CodecError(
                .tooLarge, "The XML document has more than 200 levels or a million elements; it is not read.")
            parser.abortParsing()
            return
        }
        let local = Dictionary(
            attributes.map { (Self.local($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
        open.append(XMLTree(name: Self.local(elementName), attributes: local))
    }

    func parser(_ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName: String?) {
        guard var element = open.popLast() else { return }
        element.text = element.text.trimmingCharacters(in: .whitespacesAndNewlines)
        if open.isEmpty {
            root = element
        } else {
            open[open.count - 1].children.append(element)
        }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        if !open.isEmpty { open[open.count - 1].text += string }
    }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
        if !open.isEmpty { open[open.count - 1].text += String(decoding: block, as: UTF8.self) }
    }

    private static func local(_ name: String) -> String { String(name.split(separator: ":").last ?? "") }
}
