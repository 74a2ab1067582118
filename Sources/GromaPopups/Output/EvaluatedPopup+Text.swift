// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaFeatures
import GromaMapping

extension EvaluatedPopup {
    /// The popup as plain text: the title, then each part, one line a row. Parts without content are left out.
    public func plainText(words: Localization, supplements: PopupSupplements = PopupSupplements()) -> String {
        var lines = [title]
        for element in elements {
            let part = self.lines(of: element, words, supplements)
            if !part.isEmpty { lines += [""] + part }
        }
        if let lastEdit { lines += ["", lastEdit] }
        return lines.joined(separator: "\n") + "\n"
    }

    private func lines(
        of element: EvaluatedPopupElement, _ words: Localization, _ supplements: PopupSupplements
    ) -> [String] {
        switch element {
        case .text(let text): return HTMLText.lines(text.html)
        case .fields(let fields):
            let width = min(40, fields.rows.map(\.label.count).max() ?? 0)
            let head = [fields.title, fields.description].filter { !$0.isEmpty }
            return head
                + fields.rows.map { row in
                    row.label + String(repeating: " ", count: max(0, width - row.label.count)) + "  " + row.value
                }
        case .media(let media):
            guard !media.items.isEmpty else { return [] }
            return [media.title, media.description].filter { !$0.isEmpty }
                + media.items.flatMap { lines(of: $0, words) }
        case .attachments(let title, _):
            let names = supplements.attachments.map(\.summary)
            return names.isEmpty ? [] : [title.isEmpty ? words.text("popup.attachments") : title] + names
        case .relationship(let part):
            let names = part.relationshipID.flatMap { supplements.relatedRecords[$0] } ?? []
            return names.isEmpty ? [] : [part.title.isEmpty ? words.text("popup.related") : part.title] + names
        case .unsupported(_, let message): return [message]
        }
    }

    private func lines(of item: EvaluatedMedia.Item, _ words: Localization) -> [String] {
        let head = [item.title, item.caption].filter { !$0.isEmpty }
        switch item.content {
        case .image(let source, _): return head + [source]
        case .chart(let chart):
            guard chart.hasData else { return head + [words.text("popup.noData")] }
            return head + chart.entries.map { "\($0.label)  \($0.value == nil ? "–" : $0.text)" }
        }
    }
}

extension EvaluatedText {
    /// The text as lines, broken where a page would break it.
    package var lines: [String] { HTMLText.lines(html) }
}
