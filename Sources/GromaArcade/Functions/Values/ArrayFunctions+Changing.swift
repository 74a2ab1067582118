// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension ArrayFunctions {
    private static func changeable(_ value: Value, _ name: String) throws -> ArrayBox {
        guard case .array(let box) = value else {
            throw ArcadeError(.wrongType, "\(name) needs an array, not \(value.shown).")
        }
        guard !box.isFixed else { throw Access.immutable(value) }
        return box
    }

    /// A place for an element to come or go; negative ones count from the end. Nil outside.
    private static func place(_ value: Value, count: Int) -> Int? {
        let number = Conversion.number(value)
        guard number == number.rounded(), number.magnitude < 1e12 else { return nil }
        let place = Int(number) < 0 ? Int(number) + count : Int(number)
        return (0...count).contains(place) ? place : nil
    }

    /// Functions that change the array they are given.
    static let changing: [BuiltIn] = [
        .two("Erase", .array, least: 2, isPure: false) { run, value, key in
            if case .dictionary(let box) = value {
                guard !box.isFixed else { throw Access.immutable(value) }
                try run.steps(box.keys.count / 64)
                box[try Conversion.text(key ?? .null, run)] = nil
                return .null
            }
            let box = try changeable(value, "Erase")
            guard let place = place(key ?? .null, count: box.elements.count), place < box.elements.count else {
                throw ArcadeError(.notFound, "Erase finds no element at that place.")
            }
            try run.steps(box.elements.count / 64)
            box.elements.remove(at: place)
            return .null
        },
        .many("Insert", .array, .core, 3...3) { run, values in
            let box = try changeable(values[0], "Insert")
            guard let place = place(values[1], count: box.elements.count) else {
                throw ArcadeError(.notFound, "Insert has no such place in an array of \(box.elements.count) elements.")
            }
            try run.checkCount(box.elements.count + 1)
            try run.charge(16)
            try run.steps(box.elements.count / 64)
            box.elements.insert(values[2], at: place)
            return .null
        },
        .one("Pop", .array, isPure: false) { _, value in
            guard let last = try changeable(value, "Pop").elements.popLast() else { throw isEmpty("Pop") }
            return last
        },
        .two("Push", .array, least: 2, isPure: false) { run, value, element in
            let box = try changeable(value, "Push")
            try run.checkCount(box.elements.count + 1)
            try run.charge(16)
            box.elements.append(element ?? .null)
            return .number(Double(box.elements.count))
        },
        .many("Resize", .array, .core, 2...3) { run, values in
            let box = try changeable(values[0], "Resize"), count = Conversion.number(values[1])
            guard count >= 0, count == count.rounded() else {
                throw ArcadeError(.wrongType, "An array cannot have \(NumberText.plain(count)) elements.")
            }
            try run.checkCount(Int(min(count, 1e12)))
            let missing = Int(count) - box.elements.count
            if missing > 0 {
                try run.charge(16 * missing)
                try run.steps(missing)
                box.elements += Array(repeating: values.count > 2 ? values[2] : .null, count: missing)
            } else {
                box.elements.removeLast(-missing)
            }
            return .null
        },
        .one("Reverse", .array, isPure: false) { run, value in
            let box = try changeable(value, "Reverse")
            try run.steps(box.elements.count)
            box.elements.reverse()
            return value
        },
    ]

    // MARK: Functions over elements

    private static func function(_ value: Value, _ name: String) throws -> FunctionReference {
        guard case .function(let function) = value else {
            throw ArcadeError(.wrongType, "\(name) needs a function, not \(value.shown).")
        }
        return function
    }

    /// What a function says of a value; the reference asks for what casts to true or false, not for a Boolean alone.
    private static func test(_ run: Run, _ function: FunctionReference, _ value: Value) throws -> Bool {
        LogicalFunctions.truth(try run.call(function, [value]))
    }

    /// Functions that call a function for every element.
    static let applying: [BuiltIn] = [
        .two("All", .array, least: 2, isPure: false) { run, value, body in
            let function = try function(body ?? .null, "All")
            for element in try elements(value, "All") where try !test(run, function, element) {
                return .boolean(false)
            }
            return .boolean(true)
        },
        .two("Any", .array, least: 2, isPure: false) { run, value, body in
            let function = try function(body ?? .null, "Any")
            for element in try elements(value, "Any") where try test(run, function, element) {
                return .boolean(true)
            }
            return .boolean(false)
        },
        .two("None", .array, least: 2, isPure: false) { run, value, body in
            let function = try function(body ?? .null, "None")
            for element in try elements(value, "None") where try test(run, function, element) {
                return .boolean(false)
            }
            return .boolean(true)
        },
        .two("Filter", .array, least: 2, isPure: false) { run, value, body in
            if case .featureSet(let set) = value {
                guard case .text(let clause)? = body else {
                    throw ArcadeError(.wrongType, "Filter of a feature set needs an SQL clause as a text.")
                }
                return .featureSet(try RowFilters.filtered(set, clause, run))
            }
            let list = try elements(value, "Filter"), function = try function(body ?? .null, "Filter")
            return try run.array(try list.filter { try test(run, function, $0) })
        },
        .two("Map", .array, least: 2, isPure: false) { run, value, body in
            let list = try elements(value, "Map"), function = try function(body ?? .null, "Map")
            return try run.array(try list.map { try run.call(function, [$0]) })
        },
        .many("Reduce", .array, .core, 2...3) { run, values in
            var list = try elements(values[0], "Reduce")[...]
            let function = try function(values[1], "Reduce")
            guard var result = values.count > 2 ? values[2] : list.popFirst() else { return .null }
            for element in list { result = try run.call(function, [result, element]) }
            return result
        },
    ]
}
