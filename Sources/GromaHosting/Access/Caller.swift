// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Who sends a request, as far as the server knows.
enum Caller: Sendable {
    case anonymous
    case user(HostedUser)

    /// The user's name; nil for a caller who has not signed in.
    var name: String? { if case .user(let user) = self { user.name } else { nil } }

    /// True when the caller belongs to the audience.
    func isIn(_ audience: ServiceAccess.Audience) -> Bool {
        switch (audience, self) {
        case (.everyone, _): true
        case (.nobody, _), (_, .anonymous): false
        case (.signedIn, .user): true
        case (.users(let names), .user(let user)): user.role == .administrator || names.contains(user.name)
        }
    }

    /// Throws what a caller outside of the audience is told: sign in, or that the right is missing.
    func require(_ audience: ServiceAccess.Audience, to act: String) throws(HostingError) {
        if isIn(audience) { return }
        if case .anonymous = self, audience != .nobody {
            throw HostingError(.tokenRequired, "Token Required", details: ["Sign in to \(act)."])
        }
        throw HostingError(
            .forbidden, "You do not have permissions to access this resource or perform this operation.",
            details: ["\(name ?? "This caller") may not \(act)."])
    }
}
