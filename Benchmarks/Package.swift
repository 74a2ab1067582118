// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "GromaBenchmarks",
    dependencies: [.package(name: "Groma", path: "..")],
    targets: [
        .executableTarget(
            name: "Kernels", dependencies: [.product(name: "GromaRaster", package: "Groma")],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
            ]),
        .executableTarget(
            name: "Decoding",
            dependencies: [
                .product(name: "GromaFeatures", package: "Groma"), .product(name: "GromaGeometry", package: "Groma"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
            ]),
        .executableTarget(
            name: "Identify", dependencies: [.product(name: "GromaGeometry", package: "Groma")],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
            ]),
        .executableTarget(
            name: "Arcade",
            dependencies: [
                .product(name: "GromaArcade", package: "Groma"), .product(name: "GromaFeatures", package: "Groma"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
            ]),
        .executableTarget(
            name: "Pictures", dependencies: [.product(name: "Groma", package: "Groma")],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
                .defaultIsolation(MainActor.self),
            ]),
    ],
    swiftLanguageModes: [.v6])
