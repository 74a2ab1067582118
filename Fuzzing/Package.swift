// swift-tools-version: 6.2
import PackageDescription

/// One program a reader, each linked with libFuzzer, which brings `main`.
let readers = [
    "JSON", "EsriJSON", "GeoJSON", "PBF", "CSV", "WKB", "WKT", "Where", "WebMap", "Images", "Requests", "Texts",
    "Packing", "Arcade", "NMEA", "GPSD", "GPX",
]

let package = Package(
    name: "GromaFuzzing",
    dependencies: [.package(name: "Groma", path: "..")],
    targets: [
        .target(
            name: "FuzzingLoop", dependencies: [.product(name: "ReaderChecks", package: "Groma")],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
            ])
    ]
        + readers.map { name in
            .executableTarget(
                name: "Fuzz\(name)", dependencies: ["FuzzingLoop"], path: "Programs/\(name)",
                swiftSettings: [.unsafeFlags(["-parse-as-library"])])
        },
    swiftLanguageModes: [.v6])
