// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaFeatures

/// What a popup's places for attachments and related records hold; both are asked for apart from the feature.
///
/// A place that holds nothing is left out of texts, heading and all.
public struct PopupSupplements: Sendable {
    /// The feature's attachments, in the table's order.
    public var attachments: [AttachmentInfo] = []
    /// What names each related record, by the relationship's id.
    public var relatedRecords: [Int: [String]] = [:]

    /// Nothing.
    public init() {}
}

extension AttachmentInfo {
    /// The name and the size in words: `grate.jpg, 24 kB`.
    var summary: String {
        let kilobytes = (Double(size) / 1_000).rounded(.up)
        return kilobytes < 1_000 ? "\(name), \(Int(kilobytes)) kB" : "\(name), \(Int((kilobytes / 1_000).rounded())) MB"
    }
}
