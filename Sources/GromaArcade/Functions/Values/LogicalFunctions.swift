// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry

/// Truth, absence and choice.
enum LogicalFunctions {
    static let all: [BuiltIn] = [
        .one("Boolean", .logical) { _, value in .boolean(truth(value)) },
        .many("Decode", .logical, .core, 3...BuiltIn.anyCount) { _, values in
            for index in stride(from: 1, to: values.count - 1, by: 2)
            where Comparison.areEqual(values[0], values[index]) {
                return values[index + 1]
            }
            return values.count % 2 == 0 ? values[values.count - 1] : .null
        },
        .many("DefaultValue", .logical, .core, 2...3) { run, values in
            if values.count == 2 { return values[0].isEmpty ? values[1] : values[0] }
            guard let value = try found(values[0], values[1], run), !value.isEmpty else { return values[2] }
            return value
        },
        .two("Equals", .logical, least: 2) { run, a, b in
            let b = b ?? .null
            // A feature stands for its shape, as in every function of shapes.
            if !Comparison.areEqual(a, b), case .geometry(let first) = try shape(a, run),
                case .geometry(let second) = try shape(b, run)
            {
                return .boolean(
                    try GeometryEngine.isGeometry(first.shape, equivalentTo: try Shapes.matched(second.shape, run)))
            }
            return .boolean(Comparison.areEqual(a, b))
        },
        .two("HasValue", .logical, least: 2) { run, container, key in
            .boolean(try found(container, key ?? .null, run).map { !$0.isEmpty } ?? false)
        },
        .many("IIf", .logical, .core, 3...3) { _, values in
            guard case .boolean(let truth) = values[0] else {
                throw ArcadeError(.wrongType, "The condition of IIf must be true or false.")
            }
            return truth ? values[1] : values[2]
        },
        .one("IsEmpty", .logical) { _, value in .boolean(value.isEmpty) },
        .one("IsNan", .logical) { _, value in
            if case .number(let number) = value { return .boolean(number.isNaN) }
            return .boolean(false)
        },
        .one("TypeOf", .logical) { _, value in .text(value.typeName) },
        .many("When", .logical, .core, 3...BuiltIn.anyCount) { _, values in
            for index in stride(from: 0, to: values.count - 1, by: 2) {
                guard case .boolean(let truth) = values[index] else {
                    throw ArcadeError(.wrongType, "A condition of When must be true or false.")
                }
                if truth { return values[index + 1] }
            }
            return values[values.count - 1]
        },
    ]

    private static func shape(_ value: Value, _ run: Run) throws -> Value {
        if case .feature(let feature) = value { return try feature.geometry(run) }
        return value
    }

    /// As `Boolean` casts, and as functions do with what a test gives.
    static func truth(_ value: Value) -> Bool {
        switch value {
        case .boolean(let truth): truth
        case .number(let number): number != 0 && !number.isNaN
        case .text(let text): text.lowercased() == "true"
        default: false
        }
    }

    /// What is at a key, an index or a path of them; nil when it is not there.
    private static func found(_ container: Value, _ key: Value, _ run: Run) throws -> Value? {
        if case .array(let path) = key {
            var value = container
            try run.steps(path.elements.count)
            for step in path.elements {
                guard let next = try found(value, step, run) else { return nil }
                value = next
            }
            return value
        }
        switch container {
        case .array(let box):
            guard case .number(let number) = key, number == number.rounded(), number.magnitude < 1e9 else { return nil }
            let place = Int(number) < 0 ? Int(number) + box.elements.count : Int(number)
            return box.elements.indices.contains(place) ? box.elements[place] : nil
        case .dictionary(let box):
            guard case .text(let name) = key else { return nil }
            return box[name]
        case .feature(let feature):
            guard case .text(let name) = key else { return nil }
            return try feature.value(name, run)
        default: return nil
        }
    }
}
