// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry
import Testing

@Suite("Rings with vertices that are no numbers")
struct UnmeasuredRingsTests {
    /// A square, and a ring of which one vertex has no place.
    private let polygon = Polygon(
        parts: CoordinateParts(
            coordinates: CoordinateSequence(xy: [0, 0, 0, 4, 4, 4, 4, 0, 0, 0, 9, 9, .nan, 12, 12, 9, 9, 9]),
            starts: [0, 5]), spatialReference: nil)

    @Test("such a ring is an area of its own and is not lost in writing")
    func kept() throws {
        #expect(polygon.shells().map(\.outer) == [0, 1])
        let again = try WellKnownBinary.geometry(from: WellKnownBinary.bytes(of: polygon))
        #expect((again as? Polygon)?.parts.coordinates.count == 9)
    }
}
