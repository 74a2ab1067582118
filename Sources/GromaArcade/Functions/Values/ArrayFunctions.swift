// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Arrays, read only; some of these also take texts, dictionaries and feature sets.
enum ArrayFunctions {
    static func elements(_ value: Value, _ name: String) throws -> [Value] {
        guard case .array(let box) = value else {
            throw ArcadeError(.wrongType, "\(name) needs an array, not \(value.shown).")
        }
        return box.elements
    }

    static let all: [BuiltIn] = [
        .two("Array", .array, isPure: false) { run, count, value in
            let count = Conversion.number(count)
            guard count >= 0, count == count.rounded() else {
                throw ArcadeError(.wrongType, "An array cannot have \(NumberText.plain(count)) elements.")
            }
            try run.checkCount(Int(min(count, 1e12)))
            try run.steps(Int(count))
            return try run.array(Array(repeating: value ?? .null, count: Int(count)))
        },
        .one("Back", .array, isPure: false) { _, value in
            guard let last = try elements(value, "Back").last else { throw isEmpty("Back") }
            return last
        },
        .one("Front", .array, isPure: false) { _, value in
            guard let first = try elements(value, "Front").first else { throw isEmpty("Front") }
            return first
        },
        .one("Count", .array, isPure: false, mayWait: false) { run, value in
            switch value {
            case .null: return .number(0)
            case .text(let text): return .number(Double(text.utf16.count))
            case .array(let box): return .number(Double(box.elements.count))
            case .dictionary(let box): return .number(Double(box.keys.count))
            case .featureSet(let set): return .number(Double(try set.count(run)))
            default: throw ArcadeError(.wrongType, "Count cannot count \(value.shown).")
            }
        },
        .many("Distinct", .array, .core, 1...BuiltIn.anyCount) { run, values in
            if case .featureSet(let set) = values[0] {
                guard values.count == 2 else {
                    throw ArcadeError(.argumentCount, "Distinct of a feature set needs fields.")
                }
                return .featureSet(try RowGroups.distinct(set, values[1], run))
            }
            var list = values
            if values.count == 1, case .array(let box) = values[0] { list = box.elements }
            return try run.array(try distinct(list, run))
        },
        .one("First", .array, isPure: false) { run, value in
            switch value {
            case .null: return .null
            case .featureSet(let set): return try set.first(1).cursor(run).feature(0, run).map { .feature($0) } ?? .null
            default: return try elements(value, "First").first ?? .null
            }
        },
        .two("Includes", .array, least: 2, isPure: false) { run, value, wanted in
            .boolean(try index(of: wanted ?? .null, in: try elements(value, "Includes"), run) != nil)
        },
        .two("IndexOf", .array, least: 2, isPure: false) { run, value, wanted in
            .number(Double(try index(of: wanted ?? .null, in: try elements(value, "IndexOf"), run) ?? -1))
        },
        .many("Slice", .array, .core, 1...3) { run, values in
            let list = try elements(values[0], "Slice")
            func place(_ value: Value?, _ otherwise: Int) -> Int {
                guard let value, !value.isNull else { return otherwise }
                let place = Conversion.integer(value)
                return min(list.count, max(0, place < 0 ? place + list.count : place))
            }
            let start = place(values.count > 1 ? values[1] : nil, 0)
            let end = place(values.count > 2 ? values[2] : nil, list.count)
            return try run.array(start < end ? Array(list[start..<end]) : [])
        },
        .many("Splice", .array, .core, 1...BuiltIn.anyCount) { run, values in
            var list: [Value] = []
            for value in values {
                if case .array(let box) = value { list += box.elements } else { list.append(value) }
                try run.checkCount(list.count)
            }
            try run.steps(list.count)
            return try run.array(list)
        },
        .two("Top", .array, least: 2, isPure: false) { run, value, count in
            let count = max(0, Conversion.integer(count ?? .null))
            if case .featureSet(let set) = value { return .featureSet(set.first(count)) }
            return try run.array(Array(try elements(value, "Top").prefix(count)))
        },
        .two("Sort", .array, isPure: false) { run, value, comparator in
            let list = try elements(value, "Sort")
            try run.steps(list.count)
            guard let comparator else { return try run.array(Sorting.sorted(list, run)) }
            guard case .function(let function) = comparator else {
                throw ArcadeError(.wrongType, "Sort needs a function to compare with, not \(comparator.shown).")
            }
            return try run.array(
                try Sorting.merged(list) { a, b in
                    Conversion.number(try run.call(function, [a, b])) > 0
                })
        },
    ]

    static func isEmpty(_ name: String) -> ArcadeError {
        ArcadeError(.notFound, "\(name) needs an array that has elements.")
    }

    private static func index(of wanted: Value, in list: [Value], _ run: Run) throws -> Int? {
        try run.steps(list.count)
        return list.firstIndex { Comparison.areEqual($0, wanted) }
    }

    /// Nulls go; values with the same text are one; containers are all different.
    private static func distinct(_ list: [Value], _ run: Run) throws -> [Value] {
        try run.steps(list.count)
        var seen: Set<[UInt8]> = []
        return try list.filter { value in
            switch value {
            case .null: return false
            case .array, .dictionary, .feature, .geometry, .featureSet, .collection, .function, .portal: return true
            default:
                let text = try Conversion.text(value, run)
                try run.charge(text.utf8.count)
                return seen.insert(Array(text.utf8)).inserted
            }
        }
    }
}

/// Orders of mixed values.
enum Sorting {
    /// Nulls first; values of one kind by their order; mixed ones by their texts.
    static func sorted(_ list: [Value], _ run: Run) throws -> [Value] {
        let nulls = list.filter(\.isNull), rest = list.filter { !$0.isNull }
        guard let first = rest.first else { return nulls }
        let isUniform = rest.allSatisfy { $0.typeName == first.typeName }
        guard isUniform else {
            let texts = try rest.map { (try Conversion.text($0, run), $0) }
            let all = merged(texts) { $1.0.utf8.lexicographicallyPrecedes($0.0.utf8) }
            return nulls + all.map(\.1)
        }
        switch first {
        case .number, .text, .date, .dateOnly, .time:
            return nulls + merged(rest) { (Comparison.order($0, $1) ?? 0) > 0 }
        case .boolean: return nulls + merged(rest) { Conversion.number($0) > Conversion.number($1) }
        default: return nulls + rest
        }
    }

    /// A stable sort; `isAfter` says whether its first argument comes after the second. It may contradict itself: the sort ends anyway.
    static func merged<Element>(_ list: [Element], isAfter: (Element, Element) throws -> Bool) rethrows -> [Element] {
        var from = list, to = list, width = 1
        while width < from.count {
            var start = 0
            while start < from.count {
                let middle = min(start + width, from.count), end = min(start + 2 * width, from.count)
                var left = start, right = middle
                for place in start..<end {
                    let takesLeft: Bool
                    if left == middle {
                        takesLeft = false
                    } else if right == end {
                        takesLeft = true
                    } else {
                        takesLeft = try !isAfter(from[left], from[right])
                    }
                    to[place] = takesLeft ? from[left] : from[right]
                    if takesLeft { left += 1 } else { right += 1 }
                }
                start = end
            }
            swap(&from, &to)
            width *= 2
        }
        return from
    }
}
