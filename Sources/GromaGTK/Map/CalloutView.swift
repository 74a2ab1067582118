// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
import Foundation
internal import GromaCodecs
internal import GromaMapping
public import GromaPopups
public import GromaView

/// The bubble of a callout: a title, a line below it, a picture, one action; or a widget of the app's own.
@MainActor
public final class CalloutView: Widget {
    /// Makes the bubble of a callout; `popup` is what its accessory is about, and without it there is no button. The map view
    /// does it by itself.
    public init(_ callout: Callout, popup: Popup? = nil) {
        unsafe super.init(sinking: UnsafeMutableRawPointer(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)))
        addClass("groma-callout")
        if let widget = callout.customContent as? Widget {
            put(widget)
        } else if let content = callout.content {
            if let image = content.image.flatMap(Self.image) {
                let picture = Picture("", image: image)
                picture.requestSize(width: 48, height: 48)
                put(picture)
            }
            let column = Stack(.vertical, spacing: 2)
            column.append(Label(content.title, style: .heading))
            if !content.detail.isEmpty { column.append(Label(content.detail)) }
            column.align(GTK_ALIGN_FILL, GTK_ALIGN_CENTER)
            put(column)
            if let accessory = callout.accessory, let popup {
                let button = Button(accessory.title, icon: Icon(named: "go-next-symbolic"), style: .flat) {
                    try await accessory.action(popup)
                }
                button.requestSize(width: 44, height: 44)
                put(button)
            }
            accessibleName = content.detail.isEmpty ? content.title : "\(content.title), \(content.detail)"
        }
    }

    /// A picture that is there already: bytes, or a file among the program's resources.
    private static func image(_ source: SymbolImage) -> Image? {
        let bytes: [UInt8]?
        switch source {
        case .data(let data, _): bytes = data
        case .resource(let name):
            let file = Bundle.main.resourceURL?.appending(path: name)
            bytes = file.flatMap { try? Data(contentsOf: $0) }.map(Array.init)
        case .url, .none: bytes = nil
        }
        return bytes.flatMap { try? Image(decoding: $0) }
    }

    private func put(_ widget: Widget) {
        unsafe gtk_box_append(pointer.as(), widget.pointer.as())
        kept.append(widget)
    }
}

extension Callout {
    /// Makes a callout with a widget of the app's own in it.
    public init(at anchor: CalloutAnchor, content: Widget, leaderOffset: (x: Double, y: Double) = (0, 0)) {
        self.init(at: anchor, customContent: content, leaderOffset: leaderOffset)
    }
}
