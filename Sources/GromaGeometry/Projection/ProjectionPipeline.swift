// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The way from one reference to another: operations of PROJ and projections of our own, one after the other.
struct ProjectionPipeline: Sendable {
    private enum Step: Sendable {
        case library(PROJOperation, inverse: Bool)
        case robinson(inverse: Bool)
    }
    private let steps: [Step]

    /// The default way between two definitions, or the one over a chosen change of datum.
    init(from source: String, to target: String, by datum: DatumTransformation? = nil) throws(GeometryError) {
        if let datum {
            steps = try Self.steps(from: source, to: target, by: datum)
        } else {
            steps = try Self.steps(from: source, to: target)
        }
    }

    private static func steps(from source: String, to target: String) throws(GeometryError) -> [Step] {
        if source == target { return [] }
        if source == Robinson.definition {
            return try [.robinson(inverse: true)] + steps(from: Robinson.geographic, to: target)
        }
        if target == Robinson.definition {
            return try steps(from: source, to: Robinson.geographic) + [.robinson(inverse: false)]
        }
        if let preferred = DatumTransformation.preferred(from: source, to: target) {
            return try steps(from: source, to: target, by: preferred)
        }
        return try [.library(PROJOperation(from: source, to: target), inverse: false)]
    }

    private static func steps(
        from source: String, to target: String, by datum: DatumTransformation
    ) throws(GeometryError) -> [Step] {
        let change = try PROJOperation(definition: datum.definition)
        return try steps(from: source, to: datum.source) + [.library(change, inverse: datum.isInverse)]
            + steps(from: datum.target, to: target)
    }

    /// Moves pairs in place; a pair that has no place in the target becomes NaN, and the number of those is returned.
    func apply(to xy: inout [Double]) -> Int {
        for step in steps {
            switch step {
            case .library(let operation, let inverse): operation.apply(to: &xy, inverse: inverse)
            case .robinson(inverse: false): Robinson.project(&xy)
            case .robinson(inverse: true): Robinson.unproject(&xy)
            }
        }
        var lost = 0
        for index in stride(from: 0, to: xy.count - 1, by: 2) where !(xy[index].isFinite && xy[index + 1].isFinite) {
            xy[index] = .nan
            xy[index + 1] = .nan
            lost += 1
        }
        return lost
    }
}
