// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Synchronization

/// Where the pixels of pictures lie: those of large ones on pages of their own, outside of the heap.
///
/// With each frame pictures come and go while tiles stay for long. In one heap the tiles come to lie between the pictures, and the
/// holes that are left fit nothing: glibc takes blocks of up to 32 MB from its heap once one of that size was given back, and a
/// process grows with every minute that a map is panned. Pages go back to the system whole. Some are kept for the next
/// picture, since the system clears fresh ones, which costs a frame more than drawing a map into it.
package enum PixelMemory {
    /// Bytes from which on a picture has its own pages: what glibc starts with.
    static let least = 128 << 10
    /// Bytes kept for the next pictures at most: the frames and scenes of one moving view.
    package static let most = 32 << 20

    private struct Block {
        var address: UInt
        var byteCount: Int
    }
    private struct Spares {
        /// The least lately given back first.
        var blocks: [Block] = []
        var byteCount = 0
    }
    private static let spares = Mutex(Spares())

    /// Pages of at least so many bytes, and whether all of them are zero; nil where there is no memory.
    static func take(_ byteCount: Int) -> (start: UnsafeMutableRawPointer, isZero: Bool)? {
        if byteCount < least {
            return (.allocate(byteCount: byteCount, alignment: MemoryLayout<UInt64>.alignment), false)
        }
        let size = rounded(byteCount)
        let spare = spares.withLock { spares -> UInt? in
            guard let index = spares.blocks.lastIndex(where: { $0.byteCount == size }) else { return nil }
            spares.byteCount -= size
            return spares.blocks.remove(at: index).address
        }
        if let start = spare.flatMap(UnsafeMutableRawPointer.init(bitPattern:)) { return (start, false) }
        let fresh = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
        guard let fresh, UInt(bitPattern: fresh) != .max else { return nil }
        return (fresh, true)
    }

    /// Gives back what `take` gave for that number of bytes.
    static func give(back start: UnsafeMutableRawPointer, _ byteCount: Int) {
        if byteCount < least { return start.deallocate() }
        let size = rounded(byteCount)
        let block = Block(address: UInt(bitPattern: start), byteCount: size)
        let over = spares.withLock { spares -> [Block] in
            spares.blocks.append(block)
            spares.byteCount += size
            return shrink(&spares, to: most)
        }
        unmap(over)
    }

    /// Gives all that is kept back to the system: for a memory warning.
    package static func forgetSpares() { unmap(spares.withLock { shrink(&$0, to: 0) }) }

    /// Bytes kept for the next pictures now.
    package static var spareByteCount: Int { spares.withLock { $0.byteCount } }

    private static func shrink(_ spares: inout Spares, to limit: Int) -> [Block] {
        var count = 0
        while spares.byteCount > limit, count < spares.blocks.count {
            spares.byteCount -= spares.blocks[count].byteCount
            count += 1
        }
        defer { spares.blocks.removeFirst(count) }
        return Array(spares.blocks.prefix(count))
    }

    private static func unmap(_ blocks: [Block]) {
        for block in blocks { munmap(UnsafeMutableRawPointer(bitPattern: block.address), block.byteCount) }
    }

    private static func rounded(_ byteCount: Int) -> Int {
        let page = Int(getpagesize())
        return (byteCount + page - 1) / page * page
    }
}
