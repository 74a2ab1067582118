// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The form in which every failure reaches a client: `{"error":{"code","message","details"}}`.
package enum ErrorEnvelope {
    /// The envelope of `error`. The REST interface sends it with status 200, the HTTP layer with a status of its own.
    package static func response(_ error: HostingError, httpStatus: Int = 200) -> HTTPResponse {
        let details = error.details.map(quoted).joined(separator: ",")
        let text =
            "{\"error\":{\"code\":\(error.code.restCode),\"message\":\(quoted(error.message)),\"details\":[\(details)]}}"
        var response = HTTPResponse.text(text, contentType: "application/json; charset=utf-8", status: httpStatus)
        response.errorCode = error.code.restCode
        return response
    }

    private static func quoted(_ text: String) -> String {
        var out = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": out += "\\\""
            case "\\": out += "\\\\"
            case _ where scalar.value < 0x20:
                let hex = String(scalar.value, radix: 16)
                out += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out + "\""
    }
}
