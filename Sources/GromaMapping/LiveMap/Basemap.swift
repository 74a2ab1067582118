// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Observation

/// What lies below a map's operational layers, and names that lie above them.
@MainActor @Observable
public final class Basemap {
    /// As people see it.
    public var name: String
    /// Below the operational layers, from the bottom up.
    public var baseLayers: [Layer]
    /// Above the operational layers, from the bottom up.
    public var referenceLayers: [Layer]

    /// Makes a base map.
    public init(name: String = "", baseLayers: [Layer] = [], referenceLayers: [Layer] = []) {
        self.name = name
        self.baseLayers = baseLayers
        self.referenceLayers = referenceLayers
    }
}
