// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs

/// A statement about a picture that follows from the map and not from what was recorded: a member of `checks`.
///
/// `{"color":[r,g,b],"at":[x,y]}`: that pixel has that colour, each channel within `within` (default 2).
/// `{"area":1234,"of":[r,g,b],"on":[r,g,b],"box":[x0,y0,x1,y1]}`: so many pixels of the one colour lie on the other one,
/// partly covered pixels counted by their share, within `within` (default 1 per cent of it).
/// `{"count":12,"of":[r,g,b],"box":[…]}`: exactly so many pixels of that colour.
/// `{"bounds":[x0,y0,x1,y1],"on":[r,g,b],"box":[…]}`: what differs from that colour fills this box, sides within `within` (default 1).
/// `{"failures":["text", …]}`: the drawing complains with these words and with nothing else.
/// `{"labels":[placed,dropped]}`.
struct GoldenCheck {
    let json: JSONValue

    private func numbers(_ key: String) -> [Double]? { json[key]?.array?.compactMap(\.double) }

    /// What is wrong; nil where the statement holds.
    func complaint(about image: Image) -> String? {
        let box = numbers("box") ?? [0, 0, Double(image.width), Double(image.height)]
        let columns = Int(box[0])..<Int(box[2]), rows = Int(box[1])..<Int(box[3])
        let within = json["within"]?.double
        if let color = numbers("color"), let at = numbers("at") {
            let pixel = Self.channels(image[Int(at[0]), Int(at[1])])
            let isEqual = zip(pixel, color).allSatisfy { abs($0 - $1) <= within ?? 2 }
            return isEqual ? nil : "\(at) is \(pixel), not \(color)"
        }
        if let area = json["area"]?.double, let ink = numbers("of"), let ground = numbers("on") {
            var sum = 0.0
            for y in rows { for x in columns { sum += Self.share(image[x, y], ink, ground) } }
            return abs(sum - area) <= within ?? area / 100 ? nil : "\(ink) covers \(sum) pixels, not \(area)"
        }
        if let count = json["count"]?.int, let color = numbers("of") {
            var found = 0
            for y in rows { for x in columns where Self.channels(image[x, y]) == color { found += 1 } }
            return found == count ? nil : "\(found) pixels are \(color), not \(count)"
        }
        if let bounds = numbers("bounds"), let ground = numbers("on") {
            var found = [Double.infinity, .infinity, -.infinity, -.infinity]
            for y in rows {
                for x in columns
                where zip(Self.channels(image[x, y]), ground).contains(where: { abs($0 - $1) > 100 }) {
                    found = [
                        min(found[0], Double(x)), min(found[1], Double(y)), max(found[2], Double(x + 1)),
                        max(found[3], Double(y + 1)),
                    ]
                }
            }
            return zip(found, bounds).allSatisfy { abs($0 - $1) <= within ?? 1 }
                ? nil : "ink fills \(found), not \(bounds)"
        }
        return "the check is not understood"
    }

    private static func channels(_ pixel: (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8)) -> [Double] {
        [Double(pixel.red), Double(pixel.green), Double(pixel.blue)]
    }

    /// How far a pixel is from the ground's colour to the ink's.
    private static func share(
        _ pixel: (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8), _ ink: [Double], _ ground: [Double]
    ) -> Double {
        var along = 0.0, length = 0.0
        for (value, (inked, plain)) in zip(channels(pixel), zip(ink, ground)) {
            along += (value - plain) * (inked - plain)
            length += (inked - plain) * (inked - plain)
        }
        return along / length
    }
}
