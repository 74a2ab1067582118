// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs

/// The program: finds the command, reads its arguments, runs it, and says how it ended.
@main
enum GromaProgram {
    static var commands: [any Command.Type] {
        [
            ServeCommand.self, SampleCommand.self, ImportCommand.self, RenderCommand.self, LayersCommand.self,
            IdentifyCommand.self, QueryCommand.self, PopupCommand.self, EditCommand.self, ConvertCommand.self,
            ArcadeCommand.self, GeometryCommand.self, MapCommand.self, NMEACommand.self,
            TrackCommand.self, BenchCommand.self,
        ]
    }

    static func main() async {
        // A server that closes a connection early must not end the program; `Output` deals with readers that do.
        signal(SIGPIPE, SIG_IGN)
        exit(await status(Array(CommandLine.arguments.dropFirst())))
    }

    /// Runs and answers the exit status: 0, 1 for a failure, 2 for wrong usage.
    static func status(_ words: [String]) async -> Int32 {
        guard let name = words.first else {
            Output.note(overview)
            return 2
        }
        if name == "help", words.count > 1 { return await status([words[1], "--help"]) }
        if ["help", "--help", "-h"].contains(name) {
            Output.line(overview)
            return 0
        }
        if name == "--version" || name == "version" {
            Output.line("groma 0.1")
            return 0
        }
        guard let command = commands.first(where: { $0.specification.name == name }) else {
            Output.note("groma: \(name) is no command; groma --help lists them")
            return 2
        }
        do {
            let arguments = try Arguments(Array(words.dropFirst()), command.specification)
            if arguments.wantsHelp {
                Output.line(command.specification.help)
            } else {
                try await command.run(arguments)
            }
            return 0
        } catch let error as UsageError {
            Output.note("groma \(name): \(error)")
            Output.note("groma \(name) --help says what it takes")
            return 2
        } catch {
            Output.note("groma \(name): \(error.reasonText)")
            return 1
        }
    }

    private static var overview: String {
        let rows = commands.map { ($0.specification.name, $0.specification.summary) }
        return
            (["groma: maps, popups and edits without a screen", "", "usage: groma COMMAND [arguments]", ""]
            + Specification.table(rows) + [
                "", "groma COMMAND --help says what a command takes.",
            ]).joined(separator: "\n")
    }
}
