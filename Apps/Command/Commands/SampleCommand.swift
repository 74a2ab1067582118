// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import SampleTown

/// `groma sample`
struct SampleCommand: Command {
    static let specification = Specification(
        name: "sample", summary: "makes the sample town's data folder, for groma serve",
        discussion:
            "A folder that is there already is left as it is, unless it was made by another version of the sample.",
        positionals: [.init(name: "ACTION", help: "create"), .init(name: "DIR", help: "the folder to make")],
        options: [.value("size", "SIZE", "small (the default), medium, large, or a number of built street blocks")])

    static func run(_ arguments: Arguments) async throws {
        guard try arguments.required(0) == "create" else { throw UsageError("ACTION is create") }
        let folder = try arguments.required(1)
        let size: TownSize
        switch arguments.value("size") ?? "small" {
        case "small": size = .small
        case "medium": size = .medium
        case "large": size = .large
        case let text:
            guard let number = Int(text), (4...40_000).contains(number) else {
                throw UsageError("--size is small, medium, large, or a number from 4 to 40000")
            }
            size = TownSize(cells: number)
        }
        try await SamplePortal.create(at: URL(filePath: folder), size: size) { Output.note($0) }
        Output.line(folder)
    }
}
