// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry
import GromaRaster
import GromaRendering
import Testing

@Suite("Display lists")
struct PipelineTests {
    @Test("an exact list draws what the canvas draws shape by shape")
    func sameAsCanvas() async throws {
        let column = randomPolygons(80, seed: 4, spread: 300)
        let geometry = DrawableGeometry(column)
        let style = StrokeStyle(width: 2.5, join: .round)
        let symbols = (0..<3).map { index in
            DrawSymbol(layers: [
                .fill(.color(PixelColor(red: UInt8(80 * index), green: 90, blue: 140, alpha: index == 1 ? 120 : 255))),
                .stroke(style, .color(.black)),
            ])
        }
        let indices = (0..<80).map { Int32($0 % 4) - 1 }
        let result = try await drawn([VectorLayer(geometry: geometry, symbols: symbols, symbolIndices: indices)])
        let expected = try PixelBuffer(width: 300, height: 260, fill: .white)
        let canvas = Canvas(expected)
        for row in 0..<80 where indices[row] >= 0 {
            var shape = PixelPath()
            for part in column.featureStarts[row]..<column.featureStarts[row + 1] {
                for vertex in column.partStarts[part]..<column.partStarts[part + 1] {
                    let place = column.coordinates.point(at: vertex)
                    if vertex == column.partStarts[part] {
                        shape.move(toX: place.x, y: 260 - place.y)
                    } else {
                        shape.line(toX: place.x, y: 260 - place.y)
                    }
                }
            }
            for layer in symbols[Int(indices[row])].layers {
                switch layer {
                case .fill(let paint): canvas.fill(shape, with: paint)
                case .stroke(let style, let paint): canvas.stroke(shape, style, with: paint)
                case .marker, .lineMarkers, .center, .gradientStroke, .changed: break
                }
            }
        }
        #expect(result == expected)
    }

    @Test(
        "threads, bands and tiles do not show", arguments: DrawingQuality.allCases,
        [GeometryType.polygon, .polyline, .point])
    func determinism(quality: DrawingQuality, type: GeometryType) async throws {
        let layer = try mixedLayer(type, rows: 2500)
        let expected = try await drawn([layer], quality: quality, threads: 1, bandHeight: 260)
        for (threads, bandHeight) in [(1, 17), (2, 64), (3, 17), (3, 256), (2, 100)] {
            let result = try await drawn([layer], quality: quality, threads: threads, bandHeight: bandHeight)
            #expect(result == expected, "\(threads) threads, bands of \(bandHeight)")
        }
        // Tiles with a list of their own each, made for their pixels only.
        for (x, y) in [(0, 0), (100, 0), (200, 160), (37, 91)] {
            let tile = try PixelBuffer(width: 100, height: 100, fill: .white)
            var transform = upright
            transform.originX = x
            transform.originY = y
            let list = try await DisplayList(
                [layer], transform: transform, window: tile.bounds, quality: quality, threads: 2)
            try await list.draw(into: tile, threads: 2, bandHeight: 33)
            let window = try PixelBuffer(width: 100, height: 100, fill: .white)
            try await DisplayList([layer], transform: upright, window: expected.bounds, quality: quality)
                .draw(into: window, originX: x, originY: y)
            for row in 0..<100 {
                for column in 0..<100 {
                    guard tile[column, row] == expected[column + x, row + y], window[column, row] == tile[column, row]
                    else {
                        Issue.record("tile at \(x), \(y): pixel \(column), \(row)")
                        return
                    }
                }
            }
        }
    }

    @Test("rows with a hidden symbol, rows out of the order, and rows outside leave no trace")
    func hidden() async throws {
        let geometry = DrawableGeometry(squares([(10, 10), (60, 60), (110, 110), (9000, 9000)]))
        let symbol = DrawSymbol(layers: [.fill(.color(.black))])
        let indices = try await drawn([
            VectorLayer(geometry: geometry, symbols: [symbol], symbolIndices: [0, -1, 7, 0])
        ])
        #expect(inkArea(indices) == 400)
        let order = try await drawn([
            VectorLayer(geometry: geometry, symbols: [symbol], order: [2, 1, -5, 99])
        ])
        #expect(inkArea(order) == 800)
        let list = try await DisplayList(
            [VectorLayer(geometry: geometry, symbols: [symbol])], transform: upright,
            window: PixelRect(x: 0, y: 0, width: 300, height: 260), quality: .exact)
        #expect(list.count == 3)
    }

    @Test(
        "shapes looked at by several threads are drawn as by one", arguments: [GeometryType.polygon, .polyline, .point])
    func sharedSurvey(type: GeometryType) async throws {
        let layer = try mixedLayer(type, rows: 9_000)
        for quality in DrawingQuality.allCases {
            let expected = try await drawn([layer], quality: quality)
            for threads in [1, 2, 3] {
                var shared = layer
                shared.geometry = try await DrawableGeometry.shared(layer.geometry.column, threads: threads)
                #expect(try await drawn([shared], quality: quality) == expected, "\(threads) threads")
            }
        }
    }

    @Test("the order says what lies on top", arguments: DrawingQuality.allCases)
    func order(quality: DrawingQuality) async throws {
        let geometry = DrawableGeometry(squares([(10, 10), (20, 20)]))
        let symbols = [PixelColor.black, PixelColor(red: 255, green: 0, blue: 0)].map {
            DrawSymbol(layers: [.fill(.color($0))])
        }
        func top(_ order: [Int32]) async throws -> PixelColor {
            try await drawn(
                [VectorLayer(geometry: geometry, symbols: symbols, symbolIndices: [0, 1], order: order)],
                quality: quality
            ).color(x: 25, y: 260 - 25)
        }
        #expect(try await top([]) == PixelColor(red: 255, green: 0, blue: 0))
        #expect(try await top([1, 0]) == .black)
    }

    @Test("by symbol layer, all casings lie below all inner lines", arguments: DrawingQuality.allCases)
    func symbolLayers(quality: DrawingQuality) async throws {
        var column = GeometryColumn(type: .polyline)
        add(to: &column, parts: [[50, 10, 50, 200]])
        add(to: &column, parts: [[10, 100, 200, 100]])
        let road = DrawSymbol(layers: [
            .stroke(StrokeStyle(width: 14), .color(.black)), .stroke(StrokeStyle(width: 8), .color(.white)),
        ])
        var layer = VectorLayer(geometry: DrawableGeometry(column), symbols: [road, road], symbolIndices: [0, 1])
        let overlaid = try await drawn([layer], quality: quality)
        layer.drawsBySymbolLayer = true
        let joined = try await drawn([layer], quality: quality)
        // The second road's casing crosses the first one's inner line only row by row.
        #expect(overlaid.color(x: 50, y: 260 - 106) == .black)
        #expect(joined.color(x: 50, y: 260 - 106) == .white)
    }

    @Test(
        "holes are holes whichever way their rings go round, drawn alone or together",
        arguments: DrawingQuality.allCases)
    func holes(quality: DrawingQuality) async throws {
        var column = GeometryColumn(type: .polygon)
        let outer: [Double] = [10, 10, 10, 60, 60, 60, 60, 10, 10, 10]
        let hole: [Double] = [20, 20, 20, 40, 40, 40, 40, 20, 20, 20]
        func reversed(_ ring: [Double]) -> [Double] {
            stride(from: ring.count - 2, through: 0, by: -2).flatMap { [ring[$0], ring[$0 + 1]] }
        }
        func moved(_ ring: [Double], _ x: Double) -> [Double] {
            ring.enumerated().map { $0.offset % 2 == 0 ? $0.element + x : $0.element }
        }
        add(to: &column, parts: [outer, hole])
        add(to: &column, parts: [moved(outer, 60), moved(reversed(hole), 60)])
        add(to: &column, parts: [moved(reversed(outer), 120), moved(hole, 120)])
        add(to: &column, parts: [moved(reversed(outer), 180), moved(reversed(hole), 180)])
        let result = try await drawn(
            [VectorLayer(geometry: DrawableGeometry(column), symbols: [DrawSymbol(layers: [.fill(.color(.black))])])],
            quality: quality)
        #expect(inkArea(result) == 4 * (2500 - 400))
    }

    @Test(
        "coordinates that are not numbers or lie beyond the world draw what is left", arguments: DrawingQuality.allCases
    )
    func hostile(quality: DrawingQuality) async throws {
        var column = GeometryColumn(type: .polygon)
        add(to: &column, parts: [[.nan, 3, 10, 10, 10, 60, 60, 60, 60, 10, 10, 10]])
        add(to: &column, parts: [[-1e15, -1e15, -1e15, 1e15, 150, 1e15, 150, -1e15, -1e15, -1e15]])
        add(to: &column, parts: [])
        add(to: &column, parts: [[1e308, 1e308, -1e308, 5, .infinity, 4]])
        let fill = DrawSymbol(layers: [.fill(.color(.black)), .stroke(StrokeStyle(width: 1), .color(.black))])
        let result = try await drawn(
            [VectorLayer(geometry: DrawableGeometry(column), symbols: [fill])], quality: quality)
        #expect(result.color(x: 100, y: 100) == .black)
        #expect(result.color(x: 149, y: 3) == .black)
        #expect(result.color(x: 160, y: 250) == .white)
        column.partStarts = [0, 900, 3]
        #expect(DrawableGeometry(column).count == 0)
        column.featureStarts = []
        #expect(DrawableGeometry(column).count == 0)
        #expect(DrawableGeometry(GeometryColumn(type: .point)).count == 0)
    }

    @Test("a cancelled task stops with an error")
    func cancelled() async throws {
        let layer = try mixedLayer(.polygon, rows: 20_000)
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await drawn([layer], threads: 2)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
