// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGeometry

/// The pieces of a GPX file, as text.
enum GPXText {
    static func head(name: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="Groma" xmlns="http://www.topografix.com/GPX/1/1" xmlns:groma="https://groma.dev/gpx">
        <trk><name>\(escaped(name))</name>
        <trkseg>

        """
    }
    static let segmentBreak = "</trkseg>\n<trkseg>\n"
    static let tail = "</trkseg>\n</trk>\n</gpx>\n"
    /// What ends a point; a file is whole up to the last of these.
    static let pointEnd = "</trkpt>\n"

    static func point(_ location: Location) -> String {
        var text = "<trkpt lat=\"\(number(location.position.y))\" lon=\"\(number(location.position.x))\">"
        if let z = location.position.z, z.isFinite { text += "<ele>\(number(z))</ele>" }
        text += "<time>\(ISOTime.text(location.timestamp))</time>"
        let details: [(String, Double?)] = [
            ("speed", location.speed), ("course", location.course), ("accuracy", location.horizontalAccuracy),
        ]
        let known = details.compactMap { name, value in
            value.flatMap { $0.isFinite ? "<groma:\(name)>\(number($0))</groma:\(name)>" : nil }
        }
        if !known.isEmpty { text += "<extensions>\(known.joined())</extensions>" }
        return text + pointEnd
    }

    /// The schema has no exponents.
    private static func number(_ value: Double) -> String {
        let text = "\(value)"
        return text.contains("e") ? String(format: "%.12f", value) : text
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            // Control characters have no place in XML.
            case _ where scalar.value < 0x20: result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
