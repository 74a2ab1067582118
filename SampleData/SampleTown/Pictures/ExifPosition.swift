// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// What a camera notes in a JPEG file: where and when the picture was taken (Exif 2.3, GPS attributes).
package struct ExifPosition: Sendable {
    package var longitude: Double
    package var latitude: Double
    /// `2025:06:14 09:30:00`
    package var moment: String

    package init(longitude: Double, latitude: Double, moment: String) {
        self.longitude = longitude
        self.latitude = latitude
        self.moment = moment
    }

    /// The picture with the note; bytes that are no JPEG come back as they are.
    package func inserted(into jpeg: [UInt8]) -> [UInt8] {
        guard jpeg.count > 4, jpeg[0] == 0xFF, jpeg[1] == 0xD8 else { return jpeg }
        let body = Array("Exif\0\0".utf8) + tiff
        let length = UInt16(body.count + 2)
        return [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + body + jpeg.dropFirst(2)
    }

    private struct Entry {
        var tag: UInt16
        var type: UInt16
        var count: UInt32
        var bytes: [UInt8]
    }

    /// Two directories, little endian: the picture's own with the moment, and the position's.
    private var tiff: [UInt8] {
        let header = Array("II".utf8) + bytes(UInt16(42)) + bytes(UInt32(8))
        // Two entries of twelve bytes, their count and the end, then the moment's text.
        let positionStart = 8 + 2 + 2 * 12 + 4 + 20
        let picture = directory(
            [
                Entry(tag: 0x0132, type: 2, count: 20, bytes: Array((moment + "\0").utf8)),
                Entry(tag: 0x8825, type: 4, count: 1, bytes: bytes(UInt32(positionStart))),
            ], at: 8)
        let position = directory(
            [
                Entry(tag: 0, type: 1, count: 4, bytes: [2, 3, 0, 0]),
                Entry(tag: 1, type: 2, count: 2, bytes: [latitude < 0 ? 0x53 : 0x4E, 0]),
                Entry(tag: 2, type: 5, count: 3, bytes: angle(latitude)),
                Entry(tag: 3, type: 2, count: 2, bytes: [longitude < 0 ? 0x57 : 0x45, 0]),
                Entry(tag: 4, type: 5, count: 3, bytes: angle(longitude)),
                Entry(tag: 0x12, type: 2, count: 7, bytes: Array("WGS-84\0".utf8)),
            ], at: positionStart)
        return header + picture + position
    }

    /// Values of up to four bytes stand in their entries, longer ones behind the directory.
    private func directory(_ entries: [Entry], at start: Int) -> [UInt8] {
        var table = bytes(UInt16(entries.count))
        var behind: [UInt8] = []
        let end = start + 2 + entries.count * 12 + 4
        for entry in entries {
            table += bytes(entry.tag) + bytes(entry.type) + bytes(entry.count)
            if entry.bytes.count <= 4 {
                table += entry.bytes + [UInt8](repeating: 0, count: 4 - entry.bytes.count)
            } else {
                table += bytes(UInt32(end + behind.count))
                behind += entry.bytes
                // Offsets are even.
                if behind.count % 2 != 0 { behind.append(0) }
            }
        }
        return table + bytes(UInt32(0)) + behind
    }

    /// Degrees, minutes and ten-thousandths of seconds as fractions.
    private func angle(_ degrees: Double) -> [UInt8] {
        let parts = Int((abs(degrees) * 36_000_000).rounded())
        let values = [(parts / 36_000_000, 1), (parts / 600_000 % 60, 1), (parts % 600_000, 10_000)]
        return values.flatMap { bytes(UInt32($0.0)) + bytes(UInt32($0.1)) }
    }

    private func bytes(_ value: UInt16) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
    private func bytes(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> ($0 * 8) & 255) } }
}
