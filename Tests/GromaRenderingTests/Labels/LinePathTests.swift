// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaRendering
import Testing

@Suite("Lines that carry text") struct LinePathTests {
    /// Letters of ten pixels each.
    private func letters(_ count: Int) -> [TextCluster] {
        (0..<count).map { TextCluster(offset: Double($0) * 10, advance: 10, index: $0, isBlank: false) }
    }

    @Test("length and places along it")
    func measures() throws {
        let path = try #require(LinePath([0, 0, 30, 0, 30, 40]))
        #expect(path.length == 70)
        #expect(path.point(at: 15) == (15, 0))
        #expect(path.point(at: 50) == (30, 20))
        #expect(path.point(at: -5) == (-5, 0))
        #expect(path.point(at: 75) == (30, 45))
    }

    @Test(
        "lines without length are none",
        arguments: [[], [1], [1, 1], [5, 5, 5, 5], [0, 0, 0.3, 0.2], [.nan, 0, .infinity, 1], [0, 0, .nan, .nan]]
            as [[Double]])
    func degenerate(line: [Double]) {
        #expect(LinePath(line) == nil)
    }

    @Test("texts stand at the ends where that is asked, and over a short line where that is allowed")
    func ends() throws {
        let path = try #require(LinePath([0, 0, 200, 0]))
        #expect(path.centers(textLength: 40, repeatDistance: 50, position: .atStart) == [27])
        #expect(path.centers(textLength: 40, repeatDistance: 50, position: .atEnd) == [173])
        #expect(path.centers(textLength: 250, repeatDistance: 50).isEmpty)
        #expect(path.centers(textLength: 250, repeatDistance: 50, overruns: true) == [100])
        #expect(path.centers(textLength: 310, repeatDistance: 50, overruns: true).isEmpty)
    }

    @Test("vertices that are no numbers are left out")
    func notNumbers() throws {
        let path = try #require(LinePath([0, 0, .nan, 3, 40, 0]))
        #expect(path.length == 40)
    }

    @Test("a text that does not fit has no place; one that fits lies in the middle first")
    func centers() throws {
        let path = try #require(LinePath([0, 0, 200, 0]))
        #expect(path.centers(textLength: 187, repeatDistance: 50).isEmpty)
        #expect(path.centers(textLength: 186, repeatDistance: 50) == [100])
        let many = path.centers(textLength: 20, repeatDistance: 40)
        #expect(many.first == 100)
        #expect(many.contains(60) && many.contains(140))
        #expect(many.allSatisfy { $0 >= 17 && $0 <= 183 })
    }

    @Test("text lies on the line and is read from the left whichever way the line runs", arguments: [false, true])
    func direction(isReversed: Bool) throws {
        let path = try #require(LinePath(isReversed ? [200, 50, 0, 50] : [0, 50, 200, 50]))
        let run = try #require(path.run(center: 100, clusters: letters(4), length: 40, size: 10, lift: 0))
        #expect(run.pieces.map { ($0.x * 100).rounded() / 100 } == [80, 90, 100, 110])
        #expect(run.pieces.allSatisfy { abs($0.y - 50) < 1e-9 })
        let turns = Set(run.pieces.map { ($0.radians * 1_000).rounded() / 1_000 })
        #expect(turns == [0])
        #expect(abs(run.bend) < 1e-9)
    }

    @Test("a lift moves the text upwards as it is read", arguments: [false, true])
    func lift(isReversed: Bool) throws {
        let path = try #require(LinePath(isReversed ? [200, 50, 0, 50] : [0, 50, 200, 50]))
        let run = try #require(path.run(center: 100, clusters: letters(4), length: 40, size: 10, lift: 8))
        #expect(run.pieces.allSatisfy { abs($0.y - 42) < 1e-9 })
    }

    @Test("a sharp corner under a text refuses it; a gentle one bends it")
    func corners() throws {
        let sharp = try #require(LinePath([0, 0, 50, 0, 50, 50]))
        #expect(sharp.run(center: 50, clusters: letters(4), length: 40, size: 10, lift: 0) == nil)
        #expect(sharp.run(center: 22, clusters: letters(4), length: 40, size: 10, lift: 0) != nil)
        let gentle = try #require(LinePath([0, 0, 50, 0, 100, 15]))
        let run = try #require(gentle.run(center: 50, clusters: letters(6), length: 60, size: 10, lift: 0))
        #expect(abs(run.pieces[0].radians) < 1e-9)
        #expect(abs(run.pieces[5].radians - atan2(15, 50)) < 0.01)
        #expect(abs(run.bend - atan2(15, 50)) < 0.01)
    }

    @Test("letters keep their distances in a bend, on its inside and on its outside", arguments: [-16, 0, 9.0])
    func spacing(lift: Double) throws {
        // A river's bend: half a circle of 70 pixels, in pieces as a map's data has them.
        var arc: [Double] = []
        for step in 0...40 {
            let angle = Double.pi * (1 + Double(step) / 40)
            arc.append(100 + 70 * cos(angle))
            arc.append(100 + 70 * sin(angle))
        }
        let path = try #require(LinePath(arc))
        let run = try #require(
            path.run(center: path.length / 2, clusters: letters(8), length: 80, size: 12, lift: lift))
        // Letters stand on the curve with their middles at half their height.
        let middles = run.pieces.map { piece -> (x: Double, y: Double) in
            let (cosine, sine) = (cos(piece.radians), sin(piece.radians))
            return (piece.x + cosine * 5 + sine * 4.2, piece.y + sine * 5 - cosine * 4.2)
        }
        for (a, b) in zip(middles, middles.dropFirst()) {
            #expect(abs(hypot(b.x - a.x, b.y - a.y) - 10) < 0.4, "lift \(lift)")
        }
        let radius = 70 + lift + 4.2
        for middle in middles { #expect(abs(hypot(middle.x - 100, middle.y - 100) - radius) < 1.5) }
    }

    @Test("a line's wiggles smaller than letters do not shake them")
    func wiggles() throws {
        var line: [Double] = []
        for index in 0...100 {
            line.append(Double(index) * 2)
            line.append(index.isMultiple(of: 2) ? 51.2 : 48.8)
        }
        let path = try #require(LinePath(line))
        let run = try #require(
            path.run(center: path.length / 2, clusters: letters(6), length: 60, size: 12, lift: 0))
        #expect(run.pieces.allSatisfy { abs($0.radians) < 0.06 && abs($0.y - 50) < 0.8 })
    }

    @Test("close places lie all along the line, as far as the text fits")
    func closePlaces() throws {
        let path = try #require(LinePath([0, 0, 500, 0]))
        let places = path.closeCenters(textLength: 60).sorted()
        #expect(places.allSatisfy { $0 >= 37 && $0 <= 463 })
        #expect(zip(places, places.dropFirst()).allSatisfy { $1 - $0 <= 41 })
        #expect(try #require(LinePath([0, 0, 90, 0])).closeCenters(textLength: 60).isEmpty)
    }
}
