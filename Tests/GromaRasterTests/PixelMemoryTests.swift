// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaRaster
import Testing

@Suite("Where the pixels of pictures lie")
struct PixelMemoryTests {
    @Test("a picture on pages that another one had shows nothing of it", arguments: [PixelColor.clear, .white])
    func reuse(fill: PixelColor) throws {
        // A size that no other test has, so that the pages are the same.
        let red = PixelColor(red: 255, green: 0, blue: 0)
        for _ in 0..<3 {
            let first = try PixelBuffer(width: 811, height: 613, fill: red)
            #expect(first.color(x: 810, y: 612) == red)
        }
        let next = try PixelBuffer(width: 811, height: 613, fill: fill)
        #expect(next.packedPixels.allSatisfy { $0 == next[0, 0] } && next.color(x: 810, y: 612) == fill)
    }

    @Test("what is kept for the next pictures is bounded, and given back when it is wanted")
    func bound() throws {
        for round in 0..<4 {
            var pictures: [PixelBuffer] = []
            for index in 0..<30 { pictures.append(try PixelBuffer(width: 1_000 + round, height: 500 + index)) }
            #expect(pictures.count == 30)
            pictures = []
            #expect(PixelMemory.spareByteCount <= PixelMemory.most)
        }
        // One larger than everything that is kept goes back at once.
        for _ in 0..<2 {
            let large = try PixelBuffer(width: 4_000, height: 4_000)
            #expect(large[3_999, 3_999] == 0)
        }
        #expect(PixelMemory.spareByteCount <= PixelMemory.most)
        PixelMemory.forgetSpares()
    }

    @Test("small pictures, and those at the border, hold all their pixels", arguments: [1, 15, 180, 181, 182, 256])
    func sizes(side: Int) throws {
        for _ in 0..<3 {
            let picture = try PixelBuffer(width: side, height: side, fill: .white)
            #expect(picture.packedPixels.allSatisfy { $0 == 0xFFFF_FFFF })
        }
    }
}
