// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaGeometry
import GromaMapping
import GromaRaster

/// Gets the pictures of a block of tiles. One that cannot be had leaves a gap, filled from coarser or finer ones where a view has such.
struct TileFetch {
    let source: any TileSource
    let info: TileLayerInfo
    /// What a view has; nil where all tiles are waited for.
    let loader: TileLoader?
    /// Tiles under way at once.
    private static let concurrency = 8
    /// Levels that coarser tiles may stand in from.
    private static let mostLevelsUp = 6

    /// A tile's picture. Throws for what is none, such as the page that some servers send in place of an error.
    static func picture(_ bytes: [UInt8]) throws -> PixelBuffer {
        if let first = bytes.first(where: { $0 > 0x20 }), first == UInt8(ascii: "<") || first == UInt8(ascii: "{") {
            throw RenderingError(.malformed, "The source of tiles answered with text in place of a picture.")
        }
        return try PixelBuffer(try Image(decoding: bytes, maximumPixels: 4_096 * 4_096))
    }

    /// Pictures by tile, also of other levels; what is missing is noted in `prepared`.
    func pictures(of range: TileRange, _ prepared: inout PreparedLayer) async throws -> [TileKey: PixelBuffer] {
        let middle = (
            row: Double(range.rows.lowerBound + range.rows.upperBound) / 2,
            column: Double(range.columns.lowerBound + range.columns.upperBound) / 2
        )
        // The middle of the view first.
        let keys = range.keys.sorted { a, b in
            func far(_ key: TileKey) -> Double {
                let down = Double(key.row) - middle.row, across = Double(key.column) - middle.column
                return down * down + across * across
            }
            return (far(a), a.row, a.column) < (far(b), b.row, b.column)
        }
        if let loader { return present(keys, loader, &prepared) }
        var found: [TileKey: PixelBuffer] = [:]
        var asked: Set<TileKey> = []
        var wanted = keys
        while !wanted.isEmpty {
            asked.formUnion(wanted)
            let (answers, trouble) = try await fetch(wanted)
            found.merge(answers) { $1 }
            prepared.trouble = prepared.trouble ?? trouble
            wanted = info.resamples ? coarser(wanted.filter { answers[$0] == nil }).filter { !asked.contains($0) } : []
        }
        return found
    }

    // MARK: - What a view has

    private func present(
        _ keys: [TileKey], _ loader: TileLoader, _ prepared: inout PreparedLayer
    ) -> [TileKey: PixelBuffer] {
        var known = loader.known(keys, of: source)
        var all = keys
        var frontier = keys
        while info.resamples {
            frontier = coarser(frontier.filter(known.absent.contains))
            if frontier.isEmpty { break }
            all += frontier
            let more = loader.known(frontier, of: source)
            known.pictures.merge(more.pictures) { old, _ in old }
            known.absent.formUnion(more.absent)
            known.missing += more.missing
            known.error = known.error ?? more.error
        }
        prepared.isPending = !known.missing.isEmpty
        prepared.wishes = [TileWish(source: source, keys: known.missing)]
        prepared.trouble = known.error.map { error in
            RenderingError(
                (error as? RenderingError)?.code ?? .unanswered,
                "Some tiles of \(info.name) could not be had; they are asked for again by and by.", cause: "\(error)")
        }
        var found = known.pictures
        let gaps = keys.filter { found[$0] == nil && !known.absent.contains($0) }
        guard !gaps.isEmpty else { return found }
        // What was shown before, closer or farther away, is better than nothing.
        var ancestors = gaps
        for _ in 0..<Self.mostLevelsUp {
            ancestors = coarser(ancestors)
            if ancestors.isEmpty { break }
            let standIns = loader.known(ancestors, of: source).pictures
            found.merge(standIns) { old, _ in old }
            ancestors = ancestors.filter { standIns[$0] == nil }
        }
        found.merge(loader.known(finer(gaps), of: source).pictures) { old, _ in old }
        return found
    }

    /// The tiles of the next level out that lie under others.
    private func coarser(_ keys: [TileKey]) -> [TileKey] {
        guard let level = keys.first?.level, let next = neighbour(of: level, isFiner: false) else { return [] }
        return covering(keys, at: next)
    }

    /// The tiles of the next level in that lie on others.
    private func finer(_ keys: [TileKey]) -> [TileKey] {
        guard let level = keys.first?.level, let next = neighbour(of: level, isFiner: true) else { return [] }
        return covering(keys.filter { $0.level == level }, at: next)
    }

    private func covering(_ keys: [TileKey], at level: Int) -> [TileKey] {
        var seen: Set<TileKey> = []
        var result: [TileKey] = []
        for key in keys {
            guard let extent = info.tileInfo.extent(of: key) else { continue }
            // A hair inside, so that rounding adds no neighbours.
            let inner = Envelope(center: extent.center, width: extent.width * 0.999, height: extent.height * 0.999)
            guard let range = info.tileInfo.tiles(covering: inner, level: level), range.count <= 64 else { continue }
            for tile in range.keys where seen.insert(tile).inserted { result.append(tile) }
        }
        return result
    }

    private func neighbour(of level: Int, isFiner: Bool) -> Int? {
        let levels = info.tileInfo.levelsOfDetail
        guard let own = levels.first(where: { $0.level == level })?.resolution else { return nil }
        return isFiner
            ? levels.filter { $0.resolution < own }.max { $0.resolution < $1.resolution }?.level
            : levels.filter { $0.resolution > own }.min { $0.resolution < $1.resolution }?.level
    }

    // MARK: - All of it

    /// Answers by key; tiles that the source does not have are missing, and so are those that failed, of which the first says why.
    private func fetch(_ keys: [TileKey]) async throws -> ([TileKey: PixelBuffer], (any Error)?) {
        try await withThrowingTaskGroup(of: (TileKey, Result<PixelBuffer?, any Error>).self) { group in
            var rest = keys[...]
            func addNext() {
                guard let key = rest.popFirst() else { return }
                group.addTask { [source] in
                    do {
                        return (key, .success(try await source.tile(at: key).map(Self.picture)))
                    } catch is CancellationError {
                        throw CancellationError()
                    } catch {
                        return (key, .failure(error))
                    }
                }
            }
            for _ in 0..<Self.concurrency { addNext() }
            var answers: [TileKey: PixelBuffer] = [:]
            var failures: [TileKey: any Error] = [:]
            for try await (key, result) in group {
                switch result {
                case .success(let picture): answers[key] = picture
                case .failure(let error): failures[key] = error
                }
                addNext()
            }
            return (answers, keys.lazy.compactMap { failures[$0] }.first)
        }
    }
}
