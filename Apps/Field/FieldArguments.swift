// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// What the app is told when it is started.
struct FieldArguments {
    struct Mistake: Error { var message: String }

    var map: String?
    var size: (width: Int, height: Int)?
    var tour: String?
    var source: LocationChoice?
    var isDark = false
    /// What was only asked for, and is printed instead of opening a window; nil for an app to run.
    var answer: String?

    static let help = """
        groma-field [MAP] [--size WIDTHxHEIGHT] [--dark] [--location SOURCE] [--tour FOLDER]

          MAP         a portal item's address (PORTAL/home/item.html?id=ID) or a web map file
          --size      the window's size in device-independent pixels: 360x720 is a phone
          --dark      dark, whatever the desktop prefers
          --location  automatic, geoclue, gpsd[:HOST:PORT], serial:DEVICE[:BAUD], tcp:HOST:PORT, udp:PORT, nmea:FILE, gpx:FILE
                      or simulated; else what was chosen in the app
          --tour      walks through the app by itself, writes pictures into FOLDER and ends
          --version   says which version this is
        """

    init(_ words: [String]) throws(Mistake) {
        var rest = words[...]
        func value(of name: String, _ inline: String?) throws(Mistake) -> String {
            if let inline { return inline }
            guard let next = rest.popFirst() else { throw Mistake(message: "\(name) needs a value") }
            return next
        }
        while let word = rest.popFirst() {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            let name = word.hasPrefix("--") ? parts[0] : word
            let inline = word.hasPrefix("--") && parts.count == 2 ? parts[1] : nil
            switch name {
            case "--help", "-h": answer = Self.help
            case "--version": answer = answer ?? "groma-field 0.1"
            case "--dark": isDark = true
            case "--size":
                let text = try value(of: name, inline)
                let numbers = text.split(separator: "x").compactMap { Int($0) }
                guard numbers.count == 2, numbers.allSatisfy({ (200...10_000).contains($0) }) else {
                    throw Mistake(message: "--size is WIDTHxHEIGHT, such as 360x720, not \(text)")
                }
                size = (numbers[0], numbers[1])
            case "--tour": tour = try value(of: name, inline)
            case "--location":
                let text = try value(of: name, inline)
                do { source = try LocationChoice(text) } catch { throw Mistake(message: "--location: \(error)") }
            default:
                guard !name.hasPrefix("-"), map == nil else { throw Mistake(message: "\(word) is not known") }
                map = name
            }
        }
        if tour != nil, map == nil { throw Mistake(message: "--tour needs a map") }
    }
}
