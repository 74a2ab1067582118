// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures

/// Attachments in the forms in which clients send them.
enum AttachmentParameters {
    /// Most bytes of one attachment.
    static let byteLimit = 20 << 20

    /// Reads the `attachments` object of `applyEdits`: adds and updates with `data` (Base64) or `uploadId`, deletes by GlobalID.
    static func read(_ json: JSONValue?, into edits: inout FeatureEdits, uploads: UploadStore, owner: String?)
        throws(HostingError)
    {
        guard let json, !json.isNull else { return }
        for entry in try EditRequest.array(json["adds"], "attachments.adds") {
            edits.attachmentAdds.append(try edit(entry, uploads, owner))
        }
        for entry in try EditRequest.array(json["updates"], "attachments.updates") {
            edits.attachmentUpdates.append(try edit(entry, uploads, owner))
        }
        for entry in try EditRequest.array(json["deletes"], "attachments.deletes") {
            guard let id = entry.string else {
                throw HostingError(.invalidParameter, "'attachments.deletes' must list GlobalIDs.")
            }
            edits.attachmentDeletes.append(id)
        }
    }

    private static func edit(_ json: JSONValue, _ uploads: UploadStore, _ owner: String?) throws(HostingError)
        -> AttachmentEdit
    {
        var file: UploadedFile
        if let id = json["uploadId"]?.string {
            file = try uploads.file(id, owner: owner)
        } else if let text = json["data"]?.string {
            do {
                // Some clients send a whole data address.
                let bare = text.hasPrefix("data:") ? text.drop { $0 != "," }.dropFirst() : text[...]
                file = UploadedFile(field: "", fileName: "", contentType: "", data: try Base64.decode(String(bare)))
            } catch {
                throw HostingError(
                    .invalidParameter, "The 'data' of an attachment is no Base64: \(error)", cause: error)
            }
        } else {
            throw HostingError(.invalidParameter, "An attachment needs 'data' or 'uploadId'.")
        }
        if let name = json["name"]?.string { file.fileName = name }
        if let type = json["contentType"]?.string { file.contentType = type }
        try check(file)
        return AttachmentEdit(
            parentGlobalID: json["parentGlobalId"]?.string, globalID: json["globalId"]?.string, name: name(of: file),
            contentType: contentType(of: file), keywords: String((json["keywords"]?.string ?? "").prefix(255)),
            data: file.data)
    }

    /// The file of `addAttachment` and `updateAttachment`: a part of the form, or an upload.
    static func file(of request: RESTRequest, uploads: UploadStore) throws(HostingError) -> UploadedFile {
        guard request.files.count <= 1 else {
            throw HostingError(
                .invalidParameter, "One attachment goes with a request; this form has \(request.files.count) files.",
                details: ["Nothing was stored. Send each file in a request of its own, or all with applyEdits."])
        }
        let file: UploadedFile
        if let id = request.parameters["uploadId"] {
            file = try uploads.file(id, owner: request.caller.name)
        } else if let part = request.files.first(where: { $0.field == "attachment" }) ?? request.files.first {
            file = part
        } else {
            throw HostingError(
                .invalidParameter,
                "The file is missing: send it as the part 'attachment' of a multipart form, or 'uploadId'.")
        }
        try check(file)
        return file
    }

    private static func check(_ file: UploadedFile) throws(HostingError) {
        guard file.data.count <= byteLimit else {
            throw HostingError(
                .tooLarge, "An attachment may have \(byteLimit) bytes; this one has \(file.data.count).")
        }
    }

    /// A name that is safe to show and to write to a disk.
    static func name(of file: UploadedFile) -> String {
        let last = file.fileName.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""
        let clean = String(last.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7f }.prefix(250))
        return clean.isEmpty || clean == "." || clean == ".." ? "attachment" : clean
    }

    /// The MIME type, guessed by the name where the client gave none that is one.
    static func contentType(of file: UploadedFile) -> String {
        let type = file.contentType.lowercased().prefix { $0 != ";" }
        let parts = type.split(separator: "/", omittingEmptySubsequences: false)
        let isType =
            parts.count == 2 && type.utf8.count <= 100
            && parts.allSatisfy { part in
                !part.isEmpty
                    && part.utf8.allSatisfy {
                        ($0 >= 97 && $0 <= 122) || ($0 >= 48 && $0 <= 57) || "+-.".utf8.contains($0)
                    }
            }
        if isType, type != "application/octet-stream" { return String(type) }
        let ending = file.fileName.split(separator: ".").last.map { $0.lowercased() } ?? ""
        return [
            "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "webp": "image/webp",
            "tif": "image/tiff", "tiff": "image/tiff", "pdf": "application/pdf", "txt": "text/plain", "csv": "text/csv",
            "json": "application/json", "zip": "application/zip", "mp4": "video/mp4",
        ][ending] ?? "application/octet-stream"
    }
}
