// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaFeatures
import GromaMapping

extension EvaluatedPopup {
    /// The popup as a fragment of HTML that is safe to show: every value escaped, authors' text in the allowed subset only.
    /// Parts without content are left out.
    public func html(words: Localization, supplements: PopupSupplements = PopupSupplements()) -> String {
        var html = "<article class=\"popup\">\n<h1>\(HTMLText.escaped(title))</h1>\n"
        for element in elements { html += Self.html(of: element, words, supplements) }
        if let lastEdit { html += "<footer>\(HTMLText.escaped(lastEdit))</footer>\n" }
        return html + "</article>\n"
    }

    private static func html(
        of element: EvaluatedPopupElement, _ words: Localization, _ supplements: PopupSupplements
    ) -> String {
        switch element {
        case .text(let text): return text.html.isEmpty ? "" : "<section>\(text.html)</section>\n"
        case .fields(let fields):
            var html = "<section>\n" + head(fields.title, fields.description) + "<table>\n"
            for row in fields.rows {
                html += "<tr><th>\(HTMLText.escaped(row.label))</th><td>\(Self.html(of: row, words))</td></tr>\n"
            }
            return html + "</table>\n</section>\n"
        case .media(let media):
            guard !media.items.isEmpty else { return "" }
            let items = media.items.map { Self.html(of: $0, words) }.joined()
            return "<section>\n" + head(media.title, media.description) + items + "</section>\n"
        case .attachments(let title, _):
            return list(title.isEmpty ? words.text("popup.attachments") : title, supplements.attachments.map(\.summary))
        case .relationship(let part):
            return list(
                part.title.isEmpty ? words.text("popup.related") : part.title,
                part.relationshipID.flatMap { supplements.relatedRecords[$0] } ?? [])
        case .unsupported(_, let message): return "<section><p>\(HTMLText.escaped(message))</p></section>\n"
        }
    }

    /// A row's value: line ends kept, an address as a link.
    package static func html(of row: EvaluatedFields.Row, _ words: Localization) -> String {
        let text = HTMLText.escaped(row.value).replacing("\n", with: "<br>")
        guard let link = row.link else { return text }
        let target = HTMLText.escaped(link)
        if link.lowercased().hasPrefix("mailto:") {
            return "<a href=\"\(target)\">\(HTMLText.escaped(String(link.dropFirst(7))))</a>"
        }
        return
            "<a target=\"_blank\" href=\"\(target)\" rel=\"noreferrer\">\(HTMLText.escaped(words.text("popup.view")))</a>"
    }

    private static func list(_ title: String, _ rows: [String]) -> String {
        guard !rows.isEmpty else { return "" }
        let items = rows.map { "<li>\(HTMLText.escaped($0))</li>" }.joined()
        return "<section><h2>\(HTMLText.escaped(title))</h2><ul>\(items)</ul></section>\n"
    }

    private static func head(_ title: String, _ description: String) -> String {
        (title.isEmpty ? "" : "<h2>\(HTMLText.escaped(title))</h2>\n")
            + (description.isEmpty ? "" : "<p>\(HTMLText.escaped(description))</p>\n")
    }

    private static func html(of item: EvaluatedMedia.Item, _ words: Localization) -> String {
        var html = "<figure>"
        switch item.content {
        case .image(let source, let link):
            let alternative = HTMLText.escaped(item.alternativeText.isEmpty ? item.title : item.alternativeText)
            if let address = HTMLAllowList.address(source) {
                let image = "<img src=\"\(HTMLText.escaped(address))\" alt=\"\(alternative)\">"
                let target = HTMLAllowList.address(link).map(HTMLText.escaped)
                html +=
                    target.map { "<a href=\"\($0)\" target=\"_blank\" rel=\"noopener noreferrer\">\(image)</a>" }
                    ?? image
            } else {
                html += alternative
            }
        case .chart(let chart) where chart.hasData:
            html += "<table>"
            for entry in chart.entries {
                let value = entry.value == nil ? "–" : HTMLText.escaped(entry.text)
                html += "<tr><th>\(HTMLText.escaped(entry.label))</th><td>\(value)</td></tr>"
            }
            html += "</table>"
        case .chart: html += HTMLText.escaped(words.text("popup.noData"))
        }
        let caption = [item.title, item.caption].filter { !$0.isEmpty }.map(HTMLText.escaped).joined(separator: "<br>")
        return html + (caption.isEmpty ? "" : "<figcaption>\(caption)</figcaption>") + "</figure>\n"
    }
}
