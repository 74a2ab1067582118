// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Testing

@Suite("Layers") struct LayersTests {
    /// Floors of the house; imports go down only.
    static let floors: [String: Int] = [
        "GromaGeometry": 0, "GromaCodecs": 0, "GromaRaster": 0, "GromaFeatures": 1, "GromaMapping": 2, "GromaArcade": 2,
        "GromaPopups": 3, "GromaRendering": 3, "GromaLocation": 3, "GromaServices": 3, "GromaStorage": 3,
        "GromaHosting": 4, "GromaOffline": 4, "GromaView": 5, "GromaGTK": 6,
    ]
    /// The one room that may open each C door.
    static let owners: [String: String] = [
        "CGEOS": "GromaGeometry", "CPROJ": "GromaGeometry", "CImages": "GromaCodecs", "CSodium": "GromaCodecs",
        "CNumerics": "GromaRaster", "CPango": "GromaRendering", "CCurl": "GromaServices", "CSQLite": "GromaStorage",
        "CZip": "GromaStorage", "CMicrohttpd": "GromaHosting", "CLibpq": "GromaHosting", "CGtk": "GromaGTK",
    ]

    @Test("the manifest's table is read")
    func manifestIsRead() {
        #expect(SourceTree.declaredImports.count >= 11)
        #expect(SourceTree.declaredImports["GromaGeometry"] == ["CGEOS", "CPROJ"])
    }

    @Test("every room has a floor and imports only rooms of lower floors")
    func importsGoDown() {
        let outside = ["Groma", "SampleTown", "ReaderChecks"]
        for (room, imports) in SourceTree.declaredImports where !outside.contains(room) {
            guard let floor = Self.floors[room] else {
                Issue.record("\(room) has no floor: add it to the graph in Documentation/Architecture.md and here")
                continue
            }
            for other in imports where other.hasPrefix("Groma") {
                // Storage and Rendering stand below Hosting on the same wing; nothing else may look sideways.
                #expect((Self.floors[other] ?? .max) < floor, "\(room) imports \(other), which is not below it")
            }
        }
    }

    @Test("sources import what the manifest declares and nothing else of the house")
    func sourcesImportWhatIsDeclared() {
        for file in SourceTree.libraries {
            guard let room = file.room, let declared = SourceTree.declaredImports[room] else { continue }
            for module in file.imports where module.hasPrefix("Groma") || Self.owners[module] != nil {
                #expect(declared.contains(module), "\(file.path) imports \(module), which \(room) does not declare")
            }
        }
    }

    @Test("each C library has one room that imports it, never publicly")
    func oneDoorEach() {
        for file in SourceTree.shipped {
            for module in file.imports {
                guard let owner = Self.owners[module] else { continue }
                #expect(file.room == owner, "\(file.path) imports \(module), whose door belongs to \(owner)")
                #expect(!file.text.contains("public import \(module)"), "\(file.path) shows \(module) to its clients")
            }
        }
    }

    @Test("no library target carries unsafe flags")
    func noUnsafeFlags() { #expect(!SourceTree.manifest.contains("unsafeFlags")) }

    @Test("client and server meet only on the wire")
    func hostingNeverImportsServices() {
        #expect(SourceTree.declaredImports["GromaHosting"]?.contains("GromaServices") == false)
        #expect(SourceTree.declaredImports["GromaServices"]?.contains("GromaHosting") == false)
    }
}
