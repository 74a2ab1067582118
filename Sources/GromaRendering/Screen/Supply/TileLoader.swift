// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
package import GromaMapping
import GromaRaster
import Synchronization

/// Decoded tiles in memory, and the fetching of those that are missing: for views, which show what there is and take the rest
/// as it comes.
///
/// What is wanted is asked for in the order given, a few at a time; what nobody wants any more is given up. A tile that fails is
/// asked for again by and by; who does not answer in time has failed. Safe to share between scenes.
package final class TileLoader: Sendable {
    private struct Place: Hashable {
        var source: ObjectIdentifier
        var key: TileKey
    }
    private struct Entry {
        /// Nil where the source says that it has no tile there.
        var picture: PixelBuffer?
        var lastUse: Int
        var byteCount: Int { picture.map { $0.width * $0.height * 4 } ?? 64 }
    }
    private struct Queue {
        /// Held, so that no other object takes its place in memory while tiles are known by it.
        var source: any TileSource
        var waiting: [TileKey] = []
        var running: [TileKey: Task<Void, Never>] = [:]
    }
    private struct State {
        var entries: [Place: Entry] = [:]
        var byteCount = 0
        var uses = 0
        var misfortunes: [Place: Misfortune] = [:]
        var queues: [ObjectIdentifier: Queue] = [:]
        /// The latest turn that said what it wants.
        var turn = 0
    }
    private let state = Mutex(State())
    private let alarm: Alarm
    private let byteLimit: Int
    private let concurrency: Int
    private let patience: Duration
    private let time: WaitingTime
    private let keeper: (any TileKeeper)?
    private let changed: @Sendable () -> Void

    /// Makes an empty store of `byteLimit` bytes of decoded tiles at most, of which the least lately used go first. `changed`
    /// is called, from any thread, when something that was wanted has come, has failed, or may be asked for again.
    package init(
        byteLimit: Int = 128 << 20, concurrency: Int = 8, patience: Duration = .seconds(20),
        keeper: (any TileKeeper)? = nil, time: WaitingTime = .continuous, changed: @escaping @Sendable () -> Void
    ) {
        self.keeper = keeper
        self.byteLimit = byteLimit
        self.concurrency = max(1, concurrency)
        self.patience = patience
        self.time = time
        self.changed = changed
        alarm = Alarm(time)
    }

    /// What is known of some tiles.
    struct Known {
        var pictures: [TileKey: PixelBuffer] = [:]
        /// Tiles that the source does not have.
        var absent: Set<TileKey> = []
        /// Why one of the tiles could not be had so far.
        var error: (any Error)?
        /// Tiles to ask for.
        var missing: [TileKey] = []
    }

    /// What is known of tiles now; asks for nothing.
    func known(_ keys: [TileKey], of source: any TileSource) -> Known {
        let id = ObjectIdentifier(source), now = time.now()
        return state.withLock { state in
            var known = Known()
            for key in keys {
                let place = Place(source: id, key: key)
                if let entry = state.entries[place] {
                    state.uses += 1
                    state.entries[place]?.lastUse = state.uses
                    if let picture = entry.picture { known.pictures[key] = picture } else { known.absent.insert(key) }
                    continue
                }
                let misfortune = state.misfortunes[place]
                if known.error == nil { known.error = misfortune?.error }
                if misfortune.map({ $0.retryAt <= now }) ?? true { known.missing.append(key) }
            }
            return known
        }
    }

    /// Asks for tiles in the order given, in place of everything that was wanted before: what is not in it is given up.
    ///
    /// Scenes are made at the same time as the one that takes their place. `turn` counts them: what an earlier one wants once a later
    /// one has spoken does not count, else nobody would ask for what the later one lacks. Nil counts at any rate.
    package func want(_ wishes: [TileWish], turn: Int?) {
        let given = state.withLock { state -> [Task<Void, Never>]? in
            if let turn {
                guard turn >= state.turn else { return nil }
                state.turn = turn
            }
            var cancelled: [Task<Void, Never>] = []
            var wanted: [ObjectIdentifier: [TileKey]] = [:]
            for wish in wishes {
                let id = ObjectIdentifier(wish.source)
                wanted[id, default: []] += wish.keys
                if state.queues[id] == nil { state.queues[id] = Queue(source: wish.source) }
            }
            for id in state.queues.keys {
                let keys = wanted[id] ?? []
                let set = Set(keys)
                for (key, task) in state.queues[id]?.running ?? [:] where !set.contains(key) {
                    cancelled.append(task)
                    state.queues[id]?.running[key] = nil
                }
                let running = state.queues[id]?.running ?? [:]
                var seen: Set<TileKey> = []
                let waiting = keys.filter { key in
                    running[key] == nil && state.entries[Place(source: id, key: key)] == nil
                        && seen.insert(key).inserted
                }
                state.queues[id]?.waiting = waiting
            }
            return cancelled
        }
        guard let given else { return }
        for task in given { task.cancel() }
        for wish in wishes { fill(ObjectIdentifier(wish.source)) }
    }

    /// Forgets all but a quarter of what it may keep: for a memory warning.
    package func trim() { state.withLock { Self.evict(&$0, to: byteLimit / 4) } }

    /// Gives up everything under way; what is known stays. For a view that is hidden or gone.
    package func stop() {
        want([], turn: nil)
        alarm.cancel()
    }

    /// Bytes of decoded tiles kept now.
    package var byteCount: Int { state.withLock { $0.byteCount } }

    // MARK: - Fetching

    private func fill(_ id: ObjectIdentifier) {
        state.withLock { state in
            while let queue = state.queues[id], queue.running.count < concurrency, let key = queue.waiting.first {
                state.queues[id]?.waiting.removeFirst()
                let source = queue.source
                state.queues[id]?.running[key] = Task { [weak self, patience, keeper, time] in
                    let result = await Self.fetch(key, from: source, keeper, patience: patience, time: time)
                    guard !Task.isCancelled else { return }
                    self?.take(result, key, id)
                }
            }
        }
    }

    @concurrent
    private static func fetch(
        _ key: TileKey, from source: any TileSource, _ keeper: (any TileKeeper)?, patience: Duration,
        time: WaitingTime
    ) async -> Result<PixelBuffer?, any Error> {
        var old: PixelBuffer?
        let name = source.keepingName
        if let keeper, let name, let kept = await keeper.keptTile(at: key, of: name) {
            // What was kept and is no picture after all is fetched again.
            let picture = kept.bytes.flatMap { try? TileFetch.picture($0) }
            if !kept.isExpired, picture != nil || kept.bytes == nil { return .success(picture) }
            old = picture
        }
        do {
            let (bytes, picture) = try await time.limited(to: patience) {
                let bytes = try await source.tile(at: key)
                return (bytes, try bytes.map(TileFetch.picture))
            }
            if let keeper, let name { await keeper.keep(bytes, at: key, of: name) }
            return .success(picture)
        } catch {
            if let old, !(error is CancellationError) { return .success(old) }
            return .failure(error)
        }
    }

    private func take(_ result: Result<PixelBuffer?, any Error>, _ key: TileKey, _ id: ObjectIdentifier) {
        let now = time.now()
        let isWanted = state.withLock { state -> Bool in
            guard state.queues[id]?.running[key] != nil else { return false }
            state.queues[id]?.running[key] = nil
            let place = Place(source: id, key: key)
            switch result {
            case .success(let picture):
                state.misfortunes[place] = nil
                state.uses += 1
                let entry = Entry(picture: picture, lastUse: state.uses)
                state.entries[place] = entry
                state.byteCount += entry.byteCount
                if state.byteCount > byteLimit { Self.evict(&state, to: byteLimit * 3 / 4) }
            case .failure(let error):
                let misfortune = Misfortune(error, after: state.misfortunes[place], now: now)
                state.misfortunes[place] = misfortune
                alarm.set(misfortune.retryAt) { [weak self] in self?.ring() }
            }
            return true
        }
        fill(id)
        if isWanted { changed() }
    }

    /// Some tile may be asked for again: whoever shows it looks once more, and wants it if it is still in view.
    private func ring() {
        let next = state.withLock { state in
            let now = time.now()
            return state.misfortunes.values.map(\.retryAt).filter { $0 > now }.min()
        }
        if let next { alarm.set(next) { [weak self] in self?.ring() } }
        changed()
    }

    private static func evict(_ state: inout State, to limit: Int) {
        guard state.byteCount > limit else { return }
        for (place, entry) in state.entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
            if state.byteCount <= limit { break }
            state.entries[place] = nil
            state.byteCount -= entry.byteCount
        }
    }
}
