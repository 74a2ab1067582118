// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs

/// A form with files, as RFC 7578 writes it.
public struct MultipartForm: Sendable {
    /// One part of the form.
    public struct Part: Sendable {
        /// The part's name in the form.
        public var name: String
        /// The file's name; nil for a plain value.
        public var fileName: String?
        /// MIME type of a file.
        public var contentType: String?
        /// The value or the file, byte for byte.
        public var data: [UInt8]
    }
    /// What was added, in order.
    public private(set) var parts: [Part] = []

    /// An empty form.
    public init() {}

    /// Adds a plain value.
    public mutating func add(_ name: String, _ value: String) {
        parts.append(Part(name: name, fileName: nil, contentType: nil, data: Array(value.utf8)))
    }

    /// Adds a file.
    public mutating func addFile(_ name: String, fileName: String, contentType: String, data: [UInt8]) {
        parts.append(Part(name: name, fileName: fileName, contentType: contentType, data: data))
    }

    /// The body and the boundary that its header names. The boundary is random, so that no file can contain it on purpose.
    func encoded() -> (boundary: String, body: [UInt8]) {
        let boundary =
            "groma-" + String(UInt64.random(in: 0 ... .max), radix: 36)
            + String(UInt64.random(in: 0 ... .max), radix: 36)
        var body: [UInt8] = []
        body.reserveCapacity(parts.reduce(256) { $0 + $1.data.count + 256 })
        for part in parts {
            var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.quoted(part.name))\""
            if let fileName = part.fileName { head += "; filename=\"\(Self.quoted(fileName))\"" }
            head += "\r\n"
            if let type = part.contentType { head += "Content-Type: \(Self.quoted(type))\r\n" }
            body += Array((head + "\r\n").utf8)
            body += part.data
            body += Array("\r\n".utf8)
        }
        body += Array("--\(boundary)--\r\n".utf8)
        return (boundary, body)
    }

    /// A name inside quotes: line ends and quotes are percent-encoded (HTML Standard, multipart form data).
    private static func quoted(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "%22"
            case "\r": result += "%0D"
            case "\n": result += "%0A"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
