// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaFeatures
import GromaGeometry

/// Shapes with what drawing wants to know of them beforehand: boxes, and how their rings go round.
///
/// Make it once for a layer's rows and keep it for all frames; making it reads every coordinate once (linear).
public final class DrawableGeometry: Sendable {
    /// The shapes.
    public let column: GeometryColumn
    /// The number of rows.
    public var count: Int { max(0, column.featureStarts.count - 1) }

    /// What is remembered of a row.
    struct Traits: OptionSet, Sendable {
        let rawValue: UInt8
        /// It has a NaN or infinite coordinate.
        static let nonFinite = Traits(rawValue: 1)
        /// Its rings wind the other way than most.
        static let reversed = Traits(rawValue: 2)
        /// Its rings lie in each other without winding against each other: it can't be summed with others.
        static let ambiguous = Traits(rawValue: 4)
    }

    /// Rows a block box holds.
    static let blockSize = 64

    /// xMin, yMin, xMax, yMax of each row, xMin above xMax for one without a place; none for points.
    let boxes: [SIMD4<Double>]
    /// The box round each block of rows.
    let blockBoxes: [SIMD4<Double>]
    /// One a row; none for points.
    let traits: [Traits]
    var isPoints: Bool { column.type == .point || column.type == .multipoint }

    /// Reads the column once. A column whose indices do not fit its coordinates counts as having no rows.
    public init(_ column: GeometryColumn) {
        self.column = column.isConsistent ? column : GeometryColumn(type: column.type)
        let survey = ShapeSurvey(self.column, 0..<max(0, self.column.featureStarts.count - 1))
        boxes = survey.boxes
        blockBoxes = survey.blockBoxes
        traits = survey.traits
    }

    private init(column: GeometryColumn, _ survey: ShapeSurvey) {
        self.column = column
        boxes = survey.boxes
        blockBoxes = survey.blockBoxes
        traits = survey.traits
    }

    /// The same, with the reading shared among `threads` tasks (by default one a processor). Throws `CancellationError`.
    @concurrent
    package static func shared(_ column: GeometryColumn, threads: Int?) async throws -> DrawableGeometry {
        let rows = column.featureStarts.count - 1, threads = threads ?? WorkSharing.defaultThreads
        let piece = 64 * blockSize
        guard threads > 1, rows > piece, column.isConsistent else { return DrawableGeometry(column) }
        let surveys = try await WorkSharing.map((rows + piece - 1) / piece, threads: threads) { index in
            ShapeSurvey(column, index * piece..<min(rows, (index + 1) * piece))
        }
        var whole = surveys[0]
        for survey in surveys.dropFirst() { whole.append(survey) }
        return DrawableGeometry(column: column, whole)
    }
}

extension GeometryColumn {
    /// True when starts rise and stay within the arrays they point into.
    fileprivate var isConsistent: Bool {
        func rises(_ starts: [Int], to count: Int) -> Bool {
            guard let first = starts.first, let last = starts.last, first >= 0, last <= count else { return false }
            var previous = first
            for start in starts {
                if start < previous { return false }
                previous = start
            }
            return true
        }
        return rises(partStarts, to: coordinates.count) && rises(featureStarts, to: partStarts.count - 1)
    }
}
