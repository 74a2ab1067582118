// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Reads `multipart/form-data` (RFC 7578) that is complete in memory.
enum MultipartForm {
    /// The boundary of a content type; 1 to 70 characters (RFC 2046, section 5.1.1).
    static func boundary(in contentType: String) throws(HostingError) -> [UInt8] {
        guard let value = parameter("boundary", of: contentType), !value.isEmpty, value.utf8.count <= 70 else {
            throw HostingError(.malformed, "The multipart form names no boundary of 1 to 70 characters.")
        }
        return Array(value.utf8)
    }

    /// Fields and files between the boundaries.
    static func parse(_ body: [UInt8], boundary: [UInt8]) throws(HostingError) -> FormData {
        let delimiter: [UInt8] = [45, 45] + boundary
        guard var position = find(delimiter, in: body, from: 0), position == 0 || body[position - 1] == 10 else {
            throw HostingError(.malformed, "The multipart form does not contain its boundary.")
        }
        var form = FormData()
        position += delimiter.count
        while true {
            if body[position...].starts(with: [45, 45]) { return form }
            guard form.fields.count + form.files.count < FormData.fieldLimit else {
                throw HostingError(.tooLarge, "The form has more than \(FormData.fieldLimit) parts.")
            }
            guard let lineEnd = body[position...].prefix(80).firstIndex(of: 10),
                let headEnd = find([13, 10, 13, 10], in: body, from: max(position, lineEnd - 1)),
                headEnd - position < 16_384, let next = find([13, 10] + delimiter, in: body, from: headEnd + 2)
            else {
                throw HostingError(
                    .malformed, "Part \(form.fields.count + form.files.count + 1) of the multipart form is cut off.")
            }
            let head = body[min(lineEnd + 1, headEnd)..<headEnd]
            add(body[min(headEnd + 4, next)..<next], head: String(decoding: head, as: UTF8.self), to: &form)
            position = next + 2 + delimiter.count
        }
    }

    private static func add(_ content: ArraySlice<UInt8>, head: String, to form: inout FormData) {
        var disposition = "", type: String?
        for line in head.split(whereSeparator: { $0 == "\r\n" || $0 == "\n" }) {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = String(line[line.index(after: colon)...].drop { $0 == " " })
            switch line[..<colon].lowercased() {
            case "content-disposition": disposition = value
            case "content-type": type = value
            default: break
            }
        }
        let name = parameter("name", of: disposition) ?? ""
        if let fileName = parameter("filename", of: disposition) {
            // Some browsers send whole paths; only the last part is a name.
            let last = fileName.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
            form.files.append(
                UploadedFile(
                    field: name, fileName: last, contentType: type ?? "application/octet-stream", data: Array(content)))
        } else {
            form.fields.append((name, String(decoding: content, as: UTF8.self)))
        }
    }

    /// The value of `; name=value` or `; name="value"` in a header.
    private static func parameter(_ name: String, of header: String) -> String? {
        var rest = header[...]
        while let semicolon = rest.firstIndex(of: ";") {
            rest = rest[rest.index(after: semicolon)...].drop { $0 == " " }
            guard let equals = rest.firstIndex(of: "=") else { return nil }
            let key = rest[..<equals].lowercased()
            rest = rest[rest.index(after: equals)...]
            let value: Substring
            if rest.first == "\"" {
                rest = rest.dropFirst()
                guard let quote = rest.firstIndex(of: "\"") else { return nil }
                value = rest[..<quote]
                rest = rest[rest.index(after: quote)...]
            } else {
                value = rest.prefix { $0 != ";" }
                rest = rest.dropFirst(value.count)
            }
            if key == name { return String(value) }
        }
        return nil
    }

    private static func find(_ needle: [UInt8], in body: [UInt8], from start: Int) -> Int? {
        guard needle.count <= body.count, start >= 0 else { return nil }
        let last = body.count - needle.count
        var index = start
        while index <= last {
            guard let hit = body[index...last].firstIndex(of: needle[0]) else { return nil }
            if body[hit..<hit + needle.count].elementsEqual(needle) { return hit }
            index = hit + 1
        }
        return nil
    }
}
