// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs

/// How the text of a label is made.
public enum LabelExpression: Sendable, Hashable {
    /// Text in which `{FIELD}` stands for a value.
    case template(String)
    /// The older form: `[FIELD] CONCAT " " CONCAT [OTHER]`.
    case simple(String)
    /// An Arcade script.
    case arcade(String)
    /// The document says nothing: no text.
    case none

    init(definition json: JSONObject) {
        let info = json["labelExpressionInfo"]
        if let script = info?["expression"]?.string, !script.isEmpty {
            self = .arcade(script)
        } else if let text = info?["value"]?.string, !text.isEmpty {
            self = .template(text)
        } else if let text = json["labelExpression"]?.string, !text.isEmpty {
            self = .simple(text)
        } else {
            self = .none
        }
    }

    func write(to json: inout JSONObject) {
        var info = json["labelExpressionInfo"]?.object ?? JSONObject()
        switch self {
        case .template(let text):
            info["expression"] = nil
            info["value"] = .string(text)
        case .arcade(let script):
            info["value"] = nil
            info["expression"] = .string(script)
        case .simple(let text):
            json["labelExpressionInfo"] = nil
            json["labelExpression"] = .string(text)
            return
        case .none:
            json["labelExpressionInfo"] = nil
            json["labelExpression"] = nil
            return
        }
        json["labelExpressionInfo"] = .object(info)
    }
}
