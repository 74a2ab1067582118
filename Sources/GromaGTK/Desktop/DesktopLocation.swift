// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaLocation

/// What the desktop adds to the platform's own location.
@MainActor
enum DesktopLocation {
    /// The name of the running app's desktop entry.
    private(set) static var desktopID = "dev.groma.GromaGTK"

    /// Lets `SystemLocationDataSource` ask GeoClue where there is no gpsd, and the compass of the device for the heading.
    static func install(desktopID: String) {
        Self.desktopID = desktopID
        SystemLocationDataSource.fallbacks = [
            { GeoClueProvider(desktopID: desktopID, desiredAccuracy: $0, minimumDistance: $1) }
        ]
        SystemLocationDataSource.compass = CompassProvider()
    }
}

extension LocationDataSource where Self == CustomLocationDataSource {
    /// The desktop's location service, GeoClue 2; its heading is that of the device's compass where there is one.
    ///
    /// The person allows or forbids it for the app's `Application.id`, which should be the name of its desktop entry. Accuracy and distance in metres;
    /// a coarse accuracy saves power, nil asks for the best there is. `start()` throws `noSource` where there is no such service and `permissionDenied`
    /// where it refuses; both say so in words.
    @MainActor public static func geoClue(
        desiredAccuracy: Double? = nil, minimumDistance: Double = 0
    ) -> CustomLocationDataSource {
        CustomLocationDataSource(
            provider: ProviderWithCompass(
                provider: GeoClueProvider(
                    desktopID: DesktopLocation.desktopID, desiredAccuracy: desiredAccuracy,
                    minimumDistance: minimumDistance),
                compass: CompassProvider()), desiredAccuracy: desiredAccuracy, minimumDistance: minimumDistance)
    }
}
