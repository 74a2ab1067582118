// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry

/// Reading and changing what is inside of values.
enum Access {
    static func get(_ key: Value, of container: Value, _ run: Run) throws -> Value {
        switch container {
        case .array(let box):
            guard let place = try place(key, count: box.elements.count), place < box.elements.count else {
                throw outOfBounds(key, box.elements.count)
            }
            return box.elements[place]
        case .dictionary(let box):
            let name = try self.key(key)
            guard let value = box[name] else {
                throw ArcadeError(.notFound, "The dictionary has no key \"\(name.prefix(60))\".")
            }
            return value
        case .feature(let feature):
            let name = try self.key(key)
            guard let value = try feature.value(name, run) else {
                throw ArcadeError(.notFound, "The feature has no field \"\(name.prefix(60))\".")
            }
            return value
        case .geometry(let box):
            if case .text(let name) = key, let value = try Shapes.member(name.lowercased(), of: box, run) {
                return value
            }
        case .null:
            throw ArcadeError(.wrongType, "Null has no members; \(shown(key)) is asked of it.")
        default: break
        }
        throw ArcadeError(.wrongType, "\(container.shown.capitalizedStart) has no member \(shown(key)).")
    }

    static func set(_ value: Value, _ key: Value, of container: Value, _ run: Run) throws {
        switch container {
        case .array(let box):
            guard !box.isFixed else { throw immutable(container) }
            guard let place = try place(key, count: box.elements.count) else {
                throw outOfBounds(key, box.elements.count)
            }
            if place == box.elements.count {
                try run.checkCount(place + 1)
                try run.charge(16)
                box.elements.append(value)
            } else if place < box.elements.count {
                box.elements[place] = value
            } else {
                throw outOfBounds(key, box.elements.count)
            }
        case .dictionary(let box):
            guard !box.isFixed else { throw immutable(container) }
            let name = try self.key(key)
            if box.place(of: name) == nil { try run.charge(100 + name.utf8.count) }
            box[name] = value
        case .feature(let feature):
            try feature.set(try self.key(key), value, run)
        case .null: throw ArcadeError(.wrongType, "Null has no members; \(shown(key)) is set on it.")
        default: throw immutable(container)
        }
    }

    static func immutable(_ value: Value) -> ArcadeError {
        ArcadeError(.immutable, "\(value.shown.capitalizedStart) cannot be changed here.")
    }

    /// The place in an array; negative ones count from the end. Nil before the beginning.
    private static func place(_ key: Value, count: Int) throws -> Int? {
        guard case .number(let number) = key, number == number.rounded(), number.magnitude < 1e15 else {
            throw ArcadeError(.wrongType, "An array's elements have whole numbers, not \(shown(key)).")
        }
        let place = Int(number)
        if place >= 0 { return place }
        return place + count >= 0 ? place + count : nil
    }

    private static func key(_ key: Value) throws -> String {
        guard case .text(let text) = key else {
            throw ArcadeError(.wrongType, "A key must be a text, not \(shown(key)).")
        }
        return text
    }

    private static func shown(_ key: Value) -> String {
        switch key {
        case .text(let text): "\"\(text.prefix(60))\""
        case .number(let number): NumberText.plain(number)
        default: key.shown
        }
    }

    private static func outOfBounds(_ key: Value, _ count: Int) -> ArcadeError {
        ArcadeError(.notFound, "The index \(shown(key)) is outside of an array with \(count) elements.")
    }
}

/// What a `for … in` or `for … of` walks over.
enum Walking {
    struct Items {
        var item: (Int) throws -> Value?
        func item(_ index: Int) throws -> Value? { try item(index) }
    }

    static func items(of container: Value, _ walk: Statement.Walk, _ run: Run) throws -> Items {
        switch container {
        case .null: return Items { _ in nil }
        case .array(let box):
            // The length is read each time: the body may change the array.
            return Items { index in
                guard index < box.elements.count else { return nil }
                return walk == .keys ? .number(Double(index)) : box.elements[index]
            }
        case .dictionary(let box):
            let keys = box.keys
            return Items { index in
                guard index < keys.count else { return nil }
                if walk == .keys { return .text(keys[index]) }
                return try run.dictionary([("key", .text(keys[index])), ("value", box[keys[index]] ?? .null)])
            }
        case .feature(let feature):
            let names = try feature.names(run).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            return Items { index in
                guard index < names.count else { return nil }
                if walk == .keys { return .text(names[index]) }
                return try run.dictionary([
                    ("key", .text(names[index])), ("value", try feature.value(names[index], run) ?? .null),
                ])
            }
        case .featureSet(let set):
            let cursor = try set.cursor(run)
            return Items { index in try cursor.feature(index, run).map { .feature($0) } }
        case .geometry(let box):
            let names = Shapes.memberNames(of: box)
            return Items { index in
                guard index < names.count else { return nil }
                if walk == .keys { return .text(names[index]) }
                return try run.dictionary([
                    ("key", .text(names[index])),
                    ("value", try Shapes.member(names[index].lowercased(), of: box, run) ?? .null),
                ])
            }
        case .collection, .text, .number, .boolean, .date, .dateOnly, .time, .function, .portal:
            throw ArcadeError(.wrongType, "A loop cannot walk over \(container.shown).")
        }
    }
}
