// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Finds the handler of a path.
///
/// A pattern is a path whose segments are literals (compared without regard to case), `{name}` for one segment, or
/// `{name*}` for one or more, as few as fit (services in folders). The first pattern that fits wins.
package struct Router<Handler: Sendable>: Sendable {
    private enum Segment: Sendable {
        case literal(String)
        case one(String)
        case some(String)
    }
    private var routes: [(segments: [Segment], handler: Handler)] = []

    /// No routes.
    package init() {}

    /// Adds a pattern behind those that are there.
    package mutating func add(_ pattern: String, _ handler: Handler) {
        let segments = pattern.split(separator: "/").map { part -> Segment in
            guard part.hasPrefix("{"), part.hasSuffix("}") else { return .literal(part.lowercased()) }
            let name = part.dropFirst().dropLast()
            return name.hasSuffix("*") ? .some(String(name.dropLast())) : .one(String(name))
        }
        routes.append((segments, handler))
    }

    /// The first route that fits, with the segments that its names stand for; nil when none does.
    package func match(_ path: String) -> (handler: Handler, captures: [String: String])? {
        let parts = path.split(separator: "/")
        guard parts.count <= 32 else { return nil }
        let lowered = parts.map { $0.lowercased() }
        for route in routes {
            var captures: [String: String] = [:]
            if Self.fits(route.segments[...], parts[...], lowered[...], &captures) { return (route.handler, captures) }
        }
        return nil
    }

    private static func fits(
        _ segments: ArraySlice<Segment>, _ parts: ArraySlice<Substring>, _ lowered: ArraySlice<String>,
        _ captures: inout [String: String]
    ) -> Bool {
        guard let segment = segments.first else { return parts.isEmpty }
        guard let part = parts.first, let low = lowered.first else { return false }
        switch segment {
        case .literal(let text):
            return text == low && fits(segments.dropFirst(), parts.dropFirst(), lowered.dropFirst(), &captures)
        case .one(let name):
            guard fits(segments.dropFirst(), parts.dropFirst(), lowered.dropFirst(), &captures) else { return false }
            captures[name] = String(part)
            return true
        case .some(let name):
            for count in 1...max(1, parts.count) where count <= parts.count {
                if fits(segments.dropFirst(), parts.dropFirst(count), lowered.dropFirst(count), &captures) {
                    captures[name] = parts.prefix(count).joined(separator: "/")
                    return true
                }
            }
            return false
        }
    }
}
