// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Groma

private let words = Localization.current

/// The text of a key of the app in this process's language.
func say(_ key: String) -> String { words.text("field." + key) }

/// The same with its placeholder filled.
func say(_ key: String, _ argument: String) -> String { words.text("field." + key, argument) }
