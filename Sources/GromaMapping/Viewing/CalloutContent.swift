// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// What a small callout beside a place says. All parts are optional.
public struct CalloutContent: Sendable, Hashable {
    /// The first line; empty for none.
    public var title: String
    /// What stands below, smaller; empty for none.
    public var detail: String
    /// A picture beside both; nil for none.
    public var image: SymbolImage?

    /// Makes content.
    public init(title: String = "", detail: String = "", image: SymbolImage? = nil) {
        self.title = title
        self.detail = detail
        self.image = image
    }
}
