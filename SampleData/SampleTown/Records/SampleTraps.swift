// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Rows that are odd on purpose, so that whoever reads the sample meets what real data hold.
package enum SampleTraps {
    /// An inlet's note with an emoji.
    package static let emojiInlet = 3
    /// An inlet's note in Arabic.
    package static let arabicInlet = 5
    /// An inlet whose grate has a code of no domain.
    package static let undomainedInlet = 7
    package static let undomainedGrate = "OLD"
    /// An inlet whose manhole is missing.
    package static let orphanedInlet = 9
    /// A report with <, & and quotes in its place.
    package static let markupReport = 2
    /// A report whose description has 500 characters, the field's full length.
    package static let longReport = 4
    /// A report without a place on the map.
    package static let nowhereReport = 6
    /// A report exactly on the border of two preplanned areas.
    package static let borderReport = 8

    static let emojiNote = "🐸 Frogs live in the sump: lift them out before cleaning 🪣"
    static let arabicNote = "المصرف نظيف بعد العاصفة، يُفحص مرة أخرى في الربيع"
    static let markupPlace = "The \"Reed & Rod\" <yard behind Quay's End>"
    /// On the line between "Old Town and North Quay" and "Southbank and Linden Park".
    static let borderPlace = TownPoint(20_000, -2_000)
    static let longText: String = {
        let sentence = "Water stands from kerb to kerb after every heavy rain and nobody came although we called. "
        return String(String(repeating: sentence, count: 6).prefix(499)) + "!"
    }()
}
