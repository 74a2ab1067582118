// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaGeometry

/// Reads and writes the parts of Esri JSON's `curvePaths` and `curveRings`.
///
/// A part holds vertices and objects; an object describes the segment from the vertex before it to its own end: `c` a
/// circular arc through a vertex, `b` a cubic Bézier curve, `a` an elliptic arc (Esri JSON, curve objects).
enum EsriCurves {
    /// Most vertices that the curves of a document may become: a short object makes up to 128.
    static let mostVertices = 20_000_000

    // MARK: Reading

    /// Reads a part and appends the vertices that stand for it. Nil for a part without vertices.
    static func readPart(
        _ reader: inout JSONReader, isRing: Bool, into positions: inout PositionBuffer
    ) throws(CodecError) -> CurvePath? {
        let first = positions.count
        var path: CurvePath?
        try reader.beginArray()
        while try reader.nextElement() {
            let place = reader
            if case .array = try reader.peek() {
                let before = positions.count
                try reader.readPosition(into: &positions)
                // An empty array is no vertex.
                guard positions.count > before else { continue }
                let vertex = positions.vertex(at: before)
                if path == nil { path = CurvePath(start: vertex) } else { path?.segments.append(.line(to: vertex)) }
                continue
            }
            let json = try reader.readValue()
            guard let start = path?.segments.last?.end ?? path?.start else {
                throw place.error(.unsupported, "A curve needs a vertex before it")
            }
            guard let segment = segment(json) else {
                throw place.error(.unsupported, "The curve is neither an arc, a Bézier curve nor an elliptic arc")
            }
            try append(segment, from: start, to: &positions, place)
            path?.segments.append(segment)
        }
        guard isRing, let start = path?.start, let end = path?.segments.last?.end else { return path }
        // Rings are closed, as those without curves are.
        let isClosed = CoordinateSequence.closes(end.x, start.x) && CoordinateSequence.closes(end.y, start.y)
        if positions.count - first >= 3, !isClosed {
            positions.append(start)
            path?.segments.append(.line(to: start))
        }
        return path
    }

    private static func append(
        _ segment: CurvePath.Segment, from start: CurvePath.Vertex, to positions: inout PositionBuffer,
        _ place: JSONReader
    ) throws(CodecError) {
        let before = positions.count
        CurveSteps.append(segment, from: start, to: &positions.xy)
        guard positions.xy[(2 * before)...].allSatisfy(\.isFinite) else {
            throw place.error(.unsupported, "The curve's numbers are missing or too large")
        }
        guard positions.count <= mostVertices else {
            throw place.error(.tooLarge, "The curves would become more than \(mostVertices) vertices")
        }
        let end = segment.end, count = positions.count - before
        guard start.z != nil || end.z != nil || start.m != nil || end.m != nil else { return }
        // z and m run evenly from the start's to the end's.
        for step in 1...count {
            let part = Double(step) / Double(count)
            func between(_ a: Double?, _ b: Double?) -> Double? {
                step == count ? b : a.flatMap { a in b.map { a + ($0 - a) * part } }
            }
            positions.setFurther(before + step - 1, between(start.z, end.z), between(start.m, end.m))
        }
    }

    private static func segment(_ json: JSONValue) -> CurvePath.Segment? {
        if let arc = json["c"] {
            guard let end = vertex(arc[0]), let through = vertex(arc[1]) else { return nil }
            return .arc(to: end, through: through)
        }
        if let bezier = json["b"] {
            guard let end = vertex(bezier[0]), let first = vertex(bezier[1]), let second = vertex(bezier[2]) else {
                return nil
            }
            return .bezier(to: end, first, second)
        }
        guard let arc = json["a"], let end = vertex(arc[0]), let centre = vertex(arc[1]) else { return nil }
        var form = CurvePath.EllipseForm(isMinor: arc[2]?.double == 1, isClockwise: arc[3]?.double == 1)
        if arc[4] != nil {
            guard let rotation = arc[4]?.double, let semiMajor = arc[5]?.double, let ratio = arc[6]?.double else {
                return nil
            }
            form.axes = .init(rotation: rotation, semiMajor: semiMajor, ratio: ratio)
        }
        return .ellipticArc(to: end, centre: centre, form: form)
    }

    private static func vertex(_ json: JSONValue?) -> CurvePath.Vertex? {
        guard let x = json?[0]?.double, let y = json?[1]?.double else { return nil }
        return CurvePath.Vertex(x: x, y: y, z: json?[2]?.double, m: json?[3]?.double)
    }

    // MARK: Writing

    /// Writes a part as it was read; z and m behind x and y where the shapes have them, `null` where a vertex lacks them.
    static func write(_ path: CurvePath, hasZ: Bool, hasM: Bool, to writer: inout JSONWriter) {
        func number(_ value: Double?) { if let value { writer.write(value) } else { writer.writeNull() } }
        func vertex(_ vertex: CurvePath.Vertex, isControl: Bool = false) {
            writer.beginArray()
            writer.write(vertex.x)
            writer.write(vertex.y)
            // Control points have no height of their own unless the document gave them one.
            if hasZ, !isControl || vertex.z != nil { number(vertex.z) }
            if hasM, !isControl || vertex.m != nil { number(vertex.m) }
            writer.endArray()
        }
        func object(_ key: StaticString, _ members: () -> Void) {
            writer.beginObject()
            writer.key(key)
            writer.beginArray()
            members()
            writer.endArray()
            writer.endObject()
        }
        writer.beginArray()
        vertex(path.start)
        for segment in path.segments {
            switch segment {
            case .line(let end): vertex(end)
            case .arc(let end, let through):
                object("c") {
                    vertex(end)
                    vertex(through, isControl: true)
                }
            case .bezier(let end, let first, let second):
                object("b") {
                    vertex(end)
                    vertex(first, isControl: true)
                    vertex(second, isControl: true)
                }
            case .ellipticArc(let end, let centre, let form):
                object("a") {
                    vertex(end)
                    vertex(centre, isControl: true)
                    writer.write(form.isMinor ? 1 : 0)
                    writer.write(form.isClockwise ? 1 : 0)
                    guard let axes = form.axes else { return }
                    writer.write(axes.rotation)
                    writer.write(axes.semiMajor)
                    writer.write(axes.ratio)
                }
            }
        }
        writer.endArray()
    }
}

extension PositionBuffer {
    fileprivate func vertex(at place: Int) -> CurvePath.Vertex {
        func number(_ values: [Double]?) -> Double? {
            guard let values, values.count > place, !values[place].isNaN else { return nil }
            return values[place]
        }
        return CurvePath.Vertex(x: xy[2 * place], y: xy[2 * place + 1], z: number(third), m: number(fourth))
    }

    fileprivate mutating func append(_ vertex: CurvePath.Vertex) {
        append(x: vertex.x, y: vertex.y)
        setFurther(count - 1, vertex.z, vertex.m)
    }

    fileprivate mutating func setFurther(_ place: Int, _ z: Double?, _ m: Double?) {
        if let z {
            padThird()
            third?[place] = z
        }
        if let m {
            padFourth()
            fourth?[place] = m
        }
    }
}

extension CurvePath {
    /// The path with the third numbers of its vertices as measures: the document has m and no z.
    func readingThirdAsMeasure() -> CurvePath {
        func moved(_ vertex: Vertex) -> Vertex { Vertex(x: vertex.x, y: vertex.y, m: vertex.z) }
        var path = CurvePath(start: moved(start))
        path.segments = segments.map { segment in
            switch segment {
            case .line(let end): .line(to: moved(end))
            case .arc(let end, let through): .arc(to: moved(end), through: moved(through))
            case .bezier(let end, let first, let second): .bezier(to: moved(end), moved(first), moved(second))
            case .ellipticArc(let end, let centre, let form):
                .ellipticArc(to: moved(end), centre: moved(centre), form: form)
            }
        }
        return path
    }
}
