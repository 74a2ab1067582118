// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Functions of services that stand outside of a map and its tables, and `Console`.
enum ServiceFunctions {
    private static let graph = "no knowledge graph service is connected"
    private static let network = "no utility network is connected"
    private static let track = "no track is evaluated here"
    private static let raster = "pixels and voxels are not evaluated here"

    static let all: [BuiltIn] =
        [
            .many("Console", .debugging, .core, 0...BuiltIn.anyCount) { run, values in
                if let console = run.context.console {
                    console(try values.map { try Conversion.text($0, run) }.joined(separator: " "))
                }
                return .null
            },
            .absent("NextSequenceValue", .database, "only a database hands out its sequences"),
            .absent("FeatureSetByAssociation", .utilityNetwork, network),
            .absent("FeatureSetByRelationshipClass", .database, "no file or mobile geodatabase is connected"),
            .absent("FilterBySubtypeCode", .database, "no file or mobile geodatabase is connected"),
            .absent("KnowledgeGraphByPortalItem", .knowledgeGraph, graph),
            .absent("QueryGraph", .knowledgeGraph, graph),
        ]
        + [
            "TrackAccelerationAt", "TrackAccelerationWindow", "TrackCurrentAcceleration", "TrackCurrentDistance",
            "TrackCurrentSpeed", "TrackCurrentTime", "TrackDistanceAt", "TrackDistanceWindow", "TrackDuration",
            "TrackFieldWindow", "TrackGeometryWindow", "TrackIndex", "TrackSpeedAt", "TrackSpeedWindow",
            "TrackStartTime", "TrackWindow",
        ].map { .absent($0, .track, track) }
        + ["Pixel", "Voxel"].map { .absent($0, .raster, raster) }
}
