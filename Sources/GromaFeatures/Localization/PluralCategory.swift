// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The plural form that a count takes (Unicode CLDR, plural rules for whole numbers).
enum PluralCategory: String {
    case zero, one, two, few, many, other

    init(count: Int, language: String) {
        let n = count.magnitude, tens = n % 100, ones = n % 10
        switch language.prefix(while: { $0 != "-" }) {
        case "ja", "ko", "zh", "th", "vi", "id": self = .other
        case "fr", "pt": self = n <= 1 ? .one : .other
        case "ru", "uk":
            self = ones == 1 && tens != 11 ? .one : (2...4).contains(ones) && !(12...14).contains(tens) ? .few : .many
        case "pl": self = n == 1 ? .one : (2...4).contains(ones) && !(12...14).contains(tens) ? .few : .many
        case "cs", "sk": self = n == 1 ? .one : (2...4).contains(n) ? .few : .other
        case "ar":
            self =
                n == 0
                ? .zero : n == 1 ? .one : n == 2 ? .two : (3...10).contains(tens) ? .few : tens >= 11 ? .many : .other
        default: self = n == 1 ? .one : .other
        }
    }
}
