// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A file sent in a form.
package struct UploadedFile: Sendable {
    /// The form field's name.
    package var field: String
    package var fileName: String
    /// MIME type as the client gave it.
    package var contentType: String
    package var data: [UInt8]
}

/// The fields and files of a request's body.
package struct FormData: Sendable {
    /// More fields than any operation has; a form beyond that is refused.
    static let fieldLimit = 1_000

    package var fields: [(name: String, value: String)] = []
    package var files: [UploadedFile] = []

    /// An empty form.
    package init() {}

    /// Reads the body by its content type: urlencoded, multipart, or a JSON object whose members are the fields.
    /// Other types, and no body, make an empty form.
    package init(of request: HTTPRequest) throws(HostingError) {
        self.init()
        let type = request.headers["Content-Type"] ?? ""
        guard !request.body.isEmpty else { return }
        if HTTPHeaders.same(String(type.prefix(33)), "application/x-www-form-urlencoded") {
            fields = try Self.urlencoded(request.body)
        } else if HTTPHeaders.same(String(type.prefix(19)), "multipart/form-data") {
            let boundary = try MultipartForm.boundary(in: type)
            let form = try MultipartForm.parse(request.body, boundary: boundary)
            fields = form.fields
            files = form.files
        }
    }

    /// Reads `a=1&b=2` with percent and plus escapes. A field without `=` has an empty value.
    static func urlencoded(_ bytes: [UInt8]) throws(HostingError) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        for pair in bytes.split(separator: UInt8(ascii: "&")) {
            guard fields.count < fieldLimit else {
                throw HostingError(.tooLarge, "The form has more than \(fieldLimit) fields.")
            }
            let cut = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            fields.append((decode(pair[..<cut]), decode(pair[cut...].dropFirst())))
        }
        return fields
    }

    /// Undoes percent and plus escapes; a percent sign that begins no escape stays, invalid UTF-8 becomes U+FFFD.
    static func decode(_ bytes: ArraySlice<UInt8>) -> String {
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == UInt8(ascii: "+") {
                out.append(UInt8(ascii: " "))
            } else if byte == UInt8(ascii: "%"), index + 2 < bytes.endIndex, let high = hexadecimal(bytes[index + 1]),
                let low = hexadecimal(bytes[index + 2])
            {
                out.append(high << 4 | low)
                index += 2
            } else {
                out.append(byte)
            }
            index += 1
        }
        return String(decoding: out, as: UTF8.self)
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 48...57: byte - 48
        case 65...70: byte - 55
        case 97...102: byte - 87
        default: nil
        }
    }
}
