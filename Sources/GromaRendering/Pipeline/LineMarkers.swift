// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaMapping
import GromaRaster
import Synchronization

/// Markers along lines and rings. Their places follow from distances along the whole shape, whatever part of it is visible.
public struct LineMarkers: Sendable {
    /// Where along a line; distances in pixels.
    enum Placement: Sendable, Hashable {
        case along(template: [Double], start: Double)
        case ends(atBegin: Bool, atEnd: Bool)
        case vertices(inner: Bool, ends: Bool)
        case shares([Double])

        init(_ placement: SymbolMarker.Placement, points: Double) {
            switch placement {
            case .along(let template, let start):
                let steps = template.map { max($0 * points, 1) }
                self = .along(template: steps, start: start < 0 ? (steps.first ?? 1) / 2 : start * points)
            case .ends(let atBegin, let atEnd): self = .ends(atBegin: atBegin, atEnd: atEnd)
            case .vertices(let inner, let ends): self = .vertices(inner: inner, ends: ends)
            case .shares(let shares): self = .shares(shares)
            case .center, .grid: self = .shares([0.5])
            }
        }
    }
    /// Markers of one line at most.
    private static let most = 20_000

    let sprites: TurnedSprites
    let placement: Placement
    let followsLine: Bool
    /// Pixels to the left of the line, as it runs.
    let offset: Double

    /// How far from the line markers may draw, in pixels.
    var reach: Double { Double(sprites.radius) + (offset.isFinite ? min(abs(offset), 4_096) : 0) }

    /// Calls `body` with each marker's place in quarter pixels and its turn, in the order along the line.
    func forEachPlace(on points: [PixelPoint], _ body: (SIMD2<Int32>, _ degrees: Double) -> Void) {
        guard points.count > 1 else { return }
        var distances = [0.0]
        for (a, b) in zip(points, points.dropFirst()) {
            distances.append(
                distances[distances.count - 1] + hypot(Double(b.x) - Double(a.x), Double(b.y) - Double(a.y)))
        }
        let length = distances[distances.count - 1]
        guard length > 0 else { return }
        func put(_ distance: Double, isTurned: Bool = false) {
            var low = 0, high = points.count - 2
            while low < high {
                let middle = (low + high + 1) / 2
                if distances[middle] <= distance { low = middle } else { high = middle - 1 }
            }
            while low > 0, distances[low + 1] == distances[low] { low -= 1 }
            let a = points[low], b = points[low + 1], span = distances[low + 1] - distances[low]
            guard span > 0 else { return }
            let dx = (Double(b.x) - Double(a.x)) / span, dy = (Double(b.y) - Double(a.y)) / span
            let along = min(max(distance - distances[low], 0), span)
            let x = dx * along + dy * offset * 256, y = dy * along - dx * offset * 256
            guard abs(x) < 1e9, abs(y) < 1e9 else { return }
            let place = PixelPoint(a.x &+ Int32(x.rounded(.down)), a.y &+ Int32(y.rounded(.down)))
            let degrees = followsLine ? atan2(dy, dx) * 180 / .pi + (isTurned ? 180 : 0) : 0
            body((place &+ SIMD2(repeating: 32)) &>> 6, degrees)
        }
        switch placement {
        case .along(let template, let start):
            var distance = start * 256, count = 0
            while distance <= length, count < Self.most {
                if distance >= 0 { put(distance) }
                distance += template[count % template.count] * 256
                count += 1
            }
        case .ends(let atBegin, let atEnd):
            if atBegin { put(0, isTurned: true) }
            if atEnd { put(length) }
        case .vertices(let inner, let ends):
            let isRing = points.first == points.last
            for index in points.indices.prefix(Self.most) {
                let isEnd = index == 0 || index == points.count - 1
                if isRing ? index < points.count - 1 && (inner || ends) : isEnd ? ends : inner { put(distances[index]) }
            }
        case .shares(let shares):
            for share in shares.prefix(Self.most) where (0...1).contains(share) { put(share * length) }
        }
    }
}

/// A marker's sprites by their turn, each made when it is first needed.
final class TurnedSprites: Sendable {
    /// Degrees between two sprites.
    private static let step = 3.0
    private let make: @Sendable (Double) -> MarkerSprite?
    private let made = Mutex<[Int: MarkerSprite]>([:])
    /// How far any of them reaches, in pixels.
    let radius: Int

    init(make: @escaping @Sendable (Double) -> MarkerSprite?) {
        self.make = make
        let upright = make(0)
        radius = (upright?.radius ?? 0) + 1
        if let upright { made.withLock { $0[0] = upright } }
    }

    /// The sprite nearest to a turn clockwise.
    func sprite(degrees: Double) -> MarkerSprite? {
        let steps = Int(360 / Self.step)
        var index = Int((degrees / Self.step).rounded()) % steps
        if index < 0 { index += steps }
        if let known = made.withLock({ $0[index] }) { return known }
        guard let sprite = make(Double(index) * Self.step) else { return nil }
        made.withLock { $0[index] = sprite }
        return sprite
    }
}
