// swift-tools-version: 6.2
import Foundation
import PackageDescription

// Three switches for people who work on Groma; a package that depends on Groma never sets them.
// GROMA_WARNINGS=error   compiler warnings end the build (`make check`).
// GROMA_ROOM=GromaCodecs  only that room, what it imports, and its tests: short builds while one room is edited.
//                        GROMA_ROOM=HouseTests builds the house's own rules alone, which read the checkout as text.
// GROMA_FUZZING=1         the checks of all readers are a product too, for the package in Fuzzing/.
let environment = ProcessInfo.processInfo.environment
let warnings: [SwiftSetting] = environment["GROMA_WARNINGS"] == "error" ? [.treatAllWarnings(as: .error)] : []

/// Settings of every room; `GromaRaster` alone goes without strict memory safety (pixel kernels on raw buffers).
let language: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
    ] + warnings
let house = language + [.strictMemorySafety()]

/// A C library, through pkg-config.
func door(_ name: String, _ pkgConfig: String?, apt: String) -> Target {
    .systemLibrary(name: name, path: "System/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// A library target: what it may import is what stands in `imports`, and nothing else.
struct Room {
    var name: String
    var imports: [String]
    var path: String?
    var resources: [Resource] = []
    var settings: [SwiftSetting] = house
}

let everything = [
    "GromaGeometry", "GromaCodecs", "GromaFeatures", "GromaMapping", "GromaArcade", "GromaPopups", "GromaRendering",
    "GromaLocation", "GromaServices", "GromaStorage", "GromaView",
]
let rooms = [
    // floor 0
    Room(name: "GromaGeometry", imports: ["CGEOS", "CPROJ"]),
    Room(name: "GromaCodecs", imports: ["CImages", "CSodium"]),
    Room(name: "GromaRaster", imports: ["CNumerics"], settings: language),
    // floor 1
    Room(
        name: "GromaFeatures", imports: ["GromaGeometry", "GromaCodecs"], resources: [.copy("Localization/Tables")]),
    // floor 2
    Room(name: "GromaMapping", imports: ["GromaFeatures", "GromaGeometry", "GromaCodecs"]),
    Room(name: "GromaArcade", imports: ["GromaFeatures", "GromaGeometry", "GromaCodecs"]),
    // floor 3
    Room(
        name: "GromaPopups", imports: ["GromaMapping", "GromaArcade", "GromaFeatures", "GromaGeometry", "GromaCodecs"]),
    Room(
        name: "GromaRendering",
        imports: [
            "GromaRaster", "GromaMapping", "GromaArcade", "GromaFeatures", "GromaGeometry", "GromaCodecs", "CPango",
        ]),
    Room(name: "GromaLocation", imports: ["GromaMapping", "GromaFeatures", "GromaGeometry", "GromaCodecs"]),
    Room(name: "GromaServices", imports: ["GromaMapping", "GromaFeatures", "GromaGeometry", "GromaCodecs", "CCurl"]),
    Room(
        name: "GromaStorage",
        imports: ["GromaMapping", "GromaFeatures", "GromaGeometry", "GromaCodecs", "CSQLite", "CZip"]),
    // floor 4
    Room(
        name: "GromaHosting",
        imports: [
            "GromaStorage", "GromaRendering", "GromaMapping", "GromaFeatures", "GromaGeometry", "GromaCodecs",
            "CMicrohttpd",
        ]),
    // floor 5
    Room(
        name: "GromaView",
        imports: [
            "GromaPopups", "GromaRendering", "GromaLocation", "GromaServices", "GromaStorage", "GromaMapping",
            "GromaFeatures", "GromaGeometry", "GromaCodecs",
        ]),
    // floor 6
    Room(
        name: "GromaGTK",
        imports: [
            "GromaView", "GromaLocation", "GromaServices", "GromaRendering", "GromaPopups", "GromaArcade",
            "GromaMapping",
            "GromaFeatures", "GromaGeometry", "GromaCodecs", "CGtk",
        ], resources: [.copy("Resources/icons")]),
    // the umbrella, and the sample town (imported by `groma sample` and by tests, never by a library)
    Room(name: "Groma", imports: everything),
    Room(
        name: "SampleTown", imports: everything + ["GromaRaster"], path: "SampleData/SampleTown",
        resources: [.copy("Resources")]),
    // what every reader of foreign bytes promises: imported by its tests, and by the programs of Fuzzing/
    Room(
        name: "ReaderChecks",
        imports: [
            "GromaHosting", "GromaPopups", "GromaLocation", "GromaArcade", "GromaMapping", "GromaFeatures",
            "GromaGeometry",
            "GromaCodecs",
        ],
        path: "Fuzzing/Checks"),
]

let doors: [Target] = [
    door("CGEOS", nil, apt: "libgeos-dev"), door("CPROJ", "proj", apt: "libproj-dev"),
    door("CPango", "pangoft2", apt: "libpango1.0-dev"),
    door("CSQLite", "sqlite3", apt: "libsqlite3-dev"), door("CZip", "libzip", apt: "libzip-dev"),
    door("CCurl", "libcurl", apt: "libcurl4-openssl-dev"), door("CSodium", "libsodium", apt: "libsodium-dev"),
    door("CMicrohttpd", "libmicrohttpd", apt: "libmicrohttpd-dev"),
    // A system library takes one pkg-config name, so these carry flags only and CImages includes the headers.
    door("CPNGSystem", "libpng", apt: "libpng-dev"), door("CJPEGSystem", "libturbojpeg", apt: "libturbojpeg0-dev"),
    door("CWebPSystem", "libwebp", apt: "libwebp-dev"), door("CDeflateSystem", "libdeflate", apt: "libdeflate-dev"),
    .target(
        name: "CImages", dependencies: ["CPNGSystem", "CJPEGSystem", "CWebPSystem", "CDeflateSystem"],
        path: "System/CImages"),
    .target(name: "CNumerics", path: "System/CNumerics"),
    door("CGtkSystem", "libadwaita-1", apt: "libadwaita-1-dev"),
    .target(
        name: "CGtk", dependencies: ["CGtkSystem"], path: "System/CGtk", linkerSettings: [.linkedLibrary("dispatch")]),
]

/// The rooms to build: all, or one and what it stands on.
func reachable(from room: String) -> Set<String> {
    var seen: Set<String> = [room]
    for name in rooms.first(where: { $0.name == room })?.imports ?? [] { seen.formUnion(reachable(from: name)) }
    return seen
}
let wanted = environment["GROMA_ROOM"].map(reachable(from:))
let built = rooms.filter { wanted?.contains($0.name) ?? true }

func dependencies(_ names: [String]) -> [Target.Dependency] { names.map { .init(stringLiteral: $0) } }

/// Folders of pictures and documents that tests read where they stand.
let exhibits = [
    "GromaRenderingTests": ["composition", "fills", "labels", "lines", "markers", "renderers", "tiles"].map {
        "Golden/\($0)"
    }
]

func tests(_ name: String, _ imports: [String]) -> Target {
    .testTarget(name: name, dependencies: dependencies(imports), exclude: exhibits[name] ?? [], swiftSettings: house)
}
let roomTests = built.map { room in
    tests(
        room.name + "Tests",
        [room.name, "TestSupport"] + (room.name == "GromaGTK" ? ["ScreenSupport"] : [])
            + room.imports.filter { $0.hasPrefix("Groma") })
}
/// What tests of windows share, where there are windows.
let screenSupport: [Target] =
    built.contains { $0.name == "GromaGTK" }
    ? [
        .target(
            name: "ScreenSupport", dependencies: ["GromaGTK"], path: "Tests/ScreenSupport", swiftSettings: house)
    ] : []
/// `Samples/NAME`: programs of a page each, main actor by default as apps are. The test target runs them all.
let samples = [
    "CustomPopups": [], "DisplayLocation": ["GromaGTK"], "DrawGraphics": [], "EditByScript": [], "FindMaps": [],
    "GeoJSONToGeoPackage": [], "IdentifyAndPopup": [], "QueryFeatures": [], "RenderWebMap": [],
    "ServeTheSampleTown": ["GromaHosting"], "SwitchTiledLayers": [], "TiledLayersAndLocation": ["GromaGTK"],
].map { name, more in
    Target.executableTarget(
        // All rooms, though it imports the one that stands for them: a change in any of them has the sample compiled anew.
        name: name, dependencies: dependencies(["Groma"] + everything + more),
        path: "Samples/\(name)",
        // Pages, pictures, texts and data of a sample are not part of its program.
        exclude: (try? FileManager.default.contentsOfDirectory(atPath: "\(Context.packageDirectory)/Samples/\(name)"))?
            .filter { $0 != "Sample.swift" } ?? [],
        swiftSettings: house + [.defaultIsolation(MainActor.self)])
}
let houseRules = tests("HouseTests", ["TestSupport"])
let wholeHouse: [Target] =
    wanted.map { $0.contains("HouseTests") ? [houseRules] : [] }
    ?? [
        .executableTarget(
            name: "GromaCommand", dependencies: dependencies(["Groma", "GromaHosting", "SampleTown"] + everything),
            path: "Apps/Command", swiftSettings: house),
        .executableTarget(
            name: "GromaFieldApp", dependencies: dependencies(["Groma", "GromaGTK"] + everything), path: "Apps/Field",
            swiftSettings: house + [.defaultIsolation(MainActor.self)]),
        // Reads what only this package may; the other benchmarks are clients like any, in a package of their own.
        .executableTarget(
            name: "ScreenBenchmark", dependencies: dependencies(["Groma", "GromaGTK"] + everything),
            path: "Benchmarks/Screen", swiftSettings: house + [.defaultIsolation(MainActor.self)]),
        tests(
            "CommandTests",
            [
                "TestSupport", "GromaCommand", "GromaCodecs", "GromaFeatures", "GromaGeometry", "GromaServices",
                "GromaStorage",
            ]),
        tests("ConformanceTests", ["TestSupport", "Groma", "GromaCommand"] + everything),
        .executableTarget(
            name: "GromaSamplesApp", dependencies: dependencies(["Groma", "GromaGTK"] + everything),
            path: "Apps/Samples",
            swiftSettings: house + [.defaultIsolation(MainActor.self)]),
        tests(
            "FieldTests",
            [
                "TestSupport", "ScreenSupport", "GromaFieldApp", "Groma", "GromaGTK", "GromaHosting", "GromaStorage",
                "GromaCodecs",
                "GromaServices", "GromaMapping", "GromaGeometry", "GromaLocation",
            ]),
        tests("PeerTests", ["TestSupport", "Groma", "GromaHosting", "SampleTown"] + everything),
        tests("SampleTests", ["TestSupport", "GromaCodecs", "GromaHosting"]),
        houseRules,
    ] + samples

let package = Package(
    name: "Groma", defaultLocalization: "en",
    products: built.filter { $0.name != "ReaderChecks" || environment["GROMA_FUZZING"] == "1" }.map {
        .library(name: $0.name, targets: [$0.name])
    }
        + (wanted == nil
            ? [
                .executable(name: "groma", targets: ["GromaCommand"]),
                .executable(name: "groma-field", targets: ["GromaFieldApp"]),
                .executable(name: "groma-samples", targets: ["GromaSamplesApp"]),
            ] : []),
    targets: doors
        + built.map { room in
            .target(
                name: room.name, dependencies: dependencies(room.imports), path: room.path, resources: room.resources,
                // Swift's own libraries on Linux leave libm to whoever calls a mathematical function.
                swiftSettings: room.settings, linkerSettings: [.linkedLibrary("m")])
        }
        + [
            .target(name: "CSpawn", path: "Tests/CSpawn"),
            .target(name: "TestSupport", dependencies: ["CSpawn"], path: "Tests/TestSupport", swiftSettings: house),
        ]
        + screenSupport + roomTests + wholeHouse,
    swiftLanguageModes: [.v6])
