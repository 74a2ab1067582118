// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
package import Groma
package import GromaGTK

/// Where positions come from: the choices, what the chosen one needs to know, and what it says right now.
@MainActor
package final class LocationPage {
    /// The choices in the order they are shown.
    enum Kind: String, CaseIterable {
        case automatic, geoClue, gpsd, serial, tcp, udp, nmea, gpx, simulated
        var title: String { say("location.\(rawValue)") }
        var detail: String { say("location.\(rawValue).detail") }
    }

    private let display: LocationDisplay?
    private let changed: @MainActor (LocationChoice) -> Void
    private let back: @MainActor () -> Void
    package private(set) var choice: LocationChoice
    private let details = Slot()
    private let content: Widget
    private var choices: ChoiceList?

    /// `display` is that of the open map; nil without one. `changed` is called when a choice is complete.
    package init(
        _ choice: LocationChoice, display: LocationDisplay?, changed: @escaping @MainActor (LocationChoice) -> Void,
        back: @escaping @MainActor () -> Void
    ) {
        self.choice = choice
        self.display = display
        self.changed = changed
        self.back = back
        let column = Stack(.vertical, spacing: 12)
        content = ScrollView(column, maximumWidth: 460)
        let choices = ChoiceList(
            Kind.allCases.map { ($0.title, $0.detail) },
            selectedIndex: Kind.allCases.firstIndex(of: Self.kind(of: choice)) ?? 0
        ) { [weak self] in self?.take(Kind.allCases[$0]) }
        choices.accessibleName = say("location.source")
        self.choices = choices
        let now = Row(say("location.now"), detail: { [weak self] in self?.state ?? "" }, leading: IconView(.locate))
        column.append(List([now]))
        column.append(details)
        column.append(Label(say("location.source"), style: .heading))
        column.append(choices)
        column.margin = 12
        showDetails(Self.kind(of: choice))
    }

    package func show(in window: Window) {
        window.show(page: self, content, titled: say("location"), back: back)
        choices?.focus()
    }

    /// What the open map's source says, in a line.
    private var state: String {
        guard let display else { return say("location.noMap") }
        if let error = display.error { return error.message }
        guard display.isStarted else { return say("location.stopped") }
        guard display.hasFix, let location = display.location else { return say("location.searching") }
        var parts = [say("location.fix")]
        if let accuracy = location.horizontalAccuracy {
            parts.append("±\(accuracy < 1 ? String(format: "%.2f", accuracy) : "\(Int(accuracy.rounded()))") m")
        }
        if let used = location.receiver?.satellitesUsed { parts.append(say("location.satellites", "\(used)")) }
        return parts.joined(separator: " · ")
    }

    // MARK: Choosing

    private func take(_ kind: Kind) {
        showDetails(kind)
        switch kind {
        case .automatic: set(.automatic)
        case .geoClue: set(.geoClue)
        case .simulated: set(.simulated)
        case .gpsd, .serial, .tcp, .udp, .nmea, .gpx: break
        }
    }

    private func set(_ choice: LocationChoice) {
        guard choice != self.choice else { return }
        self.choice = choice
        changed(choice)
    }

    /// What the choice needs to know, with what was told before.
    private func showDetails(_ kind: Kind) {
        switch (kind, choice) {
        case (.automatic, _), (.geoClue, _), (.simulated, _): details.content = nil
        case (.gpsd, .gpsd(let host, let port)):
            ask(kind, (say("location.host"), host), (say("location.port"), "\(port)"))
        case (.gpsd, _): ask(kind, (say("location.host"), "localhost"), (say("location.port"), "2947"))
        case (.serial, .serial(let port, let rate)):
            ask(kind, (say("location.device"), port), (say("location.baud"), "\(rate)"))
        case (.serial, _): ask(kind, (say("location.device"), "/dev/ttyUSB0"), (say("location.baud"), "9600"))
        case (.tcp, .tcp(let host, let port)):
            ask(kind, (say("location.host"), host), (say("location.port"), "\(port)"))
        case (.tcp, _): ask(kind, (say("location.host"), ""), (say("location.port"), "10110"))
        case (.udp, .udp(let port)): ask(kind, (say("location.port"), "\(port)"))
        case (.udp, _): ask(kind, (say("location.port"), "10110"))
        case (.nmea, .nmea(let file)), (.gpx, .gpx(let file)): askForFile(kind, file)
        case (.nmea, _), (.gpx, _): askForFile(kind, nil)
        }
    }

    private func ask(_ kind: Kind, _ fields: (title: String, text: String)...) {
        let rows = fields.map { EntryRow($0.title, text: $0.text) }
        let use: @MainActor () async throws -> Void = { [weak self] in
            let words = rows.map { $0.text.trimmingCharacters(in: .whitespaces) }
            guard let self, !words.contains("") else {
                throw LocationChoice.Mistake(description: say("location.missing"))
            }
            set(try LocationChoice("\(kind.rawValue):" + words.joined(separator: ":")))
            content.window?.toast(say("location.used"))
        }
        for row in rows { row.onSubmit(use) }
        details.content = Stack(
            .vertical, spacing: 12, [Form(rows), Button(say("location.use"), style: .suggested, action: use)])
    }

    private func askForFile(_ kind: Kind, _ file: URL?) {
        let row = Row(
            say("location.choose"), detail: { file?.lastPathComponent ?? say("location.noFile") },
            leading: IconView(.file)
        ) { [weak self] in
            guard let self, let window = content.window,
                let chosen = await window.chooseFile(
                    kind.title, endings: kind == .gpx ? ["gpx"] : ["nmea", "log", "txt"])
            else { return }
            set(kind == .gpx ? .gpx(chosen) : .nmea(chosen))
            askForFile(kind, chosen)
        }
        details.content = List([row])
    }

    private static func kind(of choice: LocationChoice) -> Kind {
        switch choice {
        case .automatic: .automatic
        case .geoClue: .geoClue
        case .gpsd: .gpsd
        case .serial: .serial
        case .tcp: .tcp
        case .udp: .udp
        case .nmea: .nmea
        case .gpx: .gpx
        case .simulated: .simulated
        }
    }
}
