// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A provider of places, with headings from another instrument beside it as long as it runs.
package struct ProviderWithCompass: LocationProvider {
    let provider: any LocationProvider
    let compass: (any LocationProvider)?

    /// Without a compass, or with one that can't be used, the places come all the same.
    package init(provider: any LocationProvider, compass: (any LocationProvider)?) {
        self.provider = provider
        self.compass = compass
    }

    package var name: String { provider.name }

    package func run(into feed: LocationFeed) async throws {
        guard let compass else { return try await provider.run(into: feed) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                // It may neither start the source nor trouble it: its headings alone are handed on.
                let headings = LocationFeed(filter: PlausibilityFilter()) { own in
                    for case .heading(let heading) in own.takeAll() { feed.report(heading) }
                }
                try? await compass.run(into: headings)
            }
            defer { group.cancelAll() }
            try await provider.run(into: feed)
        }
    }
}
