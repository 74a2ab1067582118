// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures

/// A sentence that says who changed a feature last, and when.
struct LastEdit {
    let info: EditFieldsInfo
    let values: PopupValues
    let words: Localization

    /// The last change, or where there was none yet the making; nil where the feature does not know either.
    var sentence: String? {
        let changed = sentence("edited", who: info.editorField, when: info.editDateField)
        return changed ?? sentence("created", who: info.creatorField, when: info.creationDateField)
    }

    private func sentence(_ verb: String, who: String?, when: String?) -> String? {
        func text(_ name: String?) -> String {
            name.flatMap { values.formatted($0, format: .some(nil)) }?.text ?? ""
        }
        let person = text(who), moment = text(when)
        switch (person.isEmpty, moment.isEmpty) {
        case (false, false): return words.text("popup.\(verb).byOn", person, moment)
        case (false, true): return words.text("popup.\(verb).by", person)
        case (true, false): return words.text("popup.\(verb).on", moment)
        case (true, true): return nil
        }
    }
}
