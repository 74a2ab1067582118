// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaMapping
import GromaRendering
import Testing

@Suite("Golden pictures") struct GoldenTests {
    /// `GROMA_GOLDEN=record` writes the pictures instead; look at each before it is committed.
    @Test("a case looks as it was recorded", arguments: GoldenCase.all)
    func picture(_ golden: GoldenCase) async throws {
        let image = try await golden.picture(GoldenCase.renderer()).image
        if GoldenCase.records { return try golden.record(image) }
        let expected: Image
        do { expected = try golden.expected() } catch {
            let place = try golden.show(image, as: "actual.png")
            Issue.record("\(golden) has no picture yet: look at \(place), then record it")
            return
        }
        let comparison = PictureComparison(image, expected)
        guard comparison.differing != 0 || GoldenCase.isNarrowed else { return }
        let actual = try golden.show(image, as: "actual.png")
        let difference = try golden.show(comparison.picture, as: "diff.png")
        print("\(golden): \(actual) against \(golden.folder.appending(path: "expected.png").path), \(difference)")
        #expect(
            comparison.differing == 0,
            "\(golden): \(comparison.differing) pixels differ, by up to \(comparison.worst); see \(difference)")
    }

    @Test("what follows from the map holds in the picture, whatever was recorded", arguments: GoldenCase.all)
    func checks(_ golden: GoldenCase) async throws {
        let picture = try await golden.picture(GoldenCase.renderer())
        for check in golden.document["checks"]?.array ?? [] {
            if let wanted = check["failures"]?.array?.compactMap(\.string) {
                let found = picture.failures.map { "\($0.error)" }
                #expect(found.count == wanted.count, "\(golden): \(found)")
                for (text, words) in zip(found, wanted) { #expect(text.contains(words), "\(golden)") }
            } else if let wanted = check["labels"]?.array?.compactMap(\.int) {
                #expect([picture.labelCounts.placed, picture.labelCounts.dropped] == wanted, "\(golden)")
            } else {
                let complaint = GoldenCheck(json: check).complaint(about: picture.image)
                #expect(complaint == nil, "\(golden): \(complaint ?? "")")
            }
        }
        if golden.document["checks"]?.array?.contains(where: { $0["failures"] != nil }) != true {
            #expect(picture.failures.isEmpty, "\(golden): \(picture.failures.map { "\($0.error)" })")
        }
    }

    @Test(
        "every group has cases, and one at least that is proved without its picture",
        .enabled(if: !GoldenCase.isNarrowed, "one case alone is wanted: GROMA_GOLDEN_CASE"),
        arguments: GoldenCase.groups)
    func coverage(group: String) throws {
        let cases = GoldenCase.all.filter { $0.group == group }
        let folders = try FileManager.default.contentsOfDirectory(
            atPath: GoldenCase.folder.appending(path: group).path)
        #expect(cases.count == folders.count, "a folder of \(group) has no readable map.json")
        #expect(cases.count >= 3)
        #expect(cases.contains { !($0.document["checks"]?.array ?? []).isEmpty })
    }
}
