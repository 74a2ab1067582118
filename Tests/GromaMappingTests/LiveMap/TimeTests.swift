// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping
import Testing

@Suite("Time of maps and layers")
@MainActor
struct TimeTests {
    private struct NoServices: ServiceLoader {
        func featureTable(at url: URL) async throws -> any FeatureTable { throw MappingError(.notFound, "none") }
        func tileSource(at url: URL) async throws -> any TileSource { throw MappingError(.notFound, "none") }
    }

    private func map(layer: String = "", root: String = "", options: String = "") throws -> Map {
        let text = """
            {"version":"2.31","spatialReference":{"wkid":3857},\(root)"operationalLayers":[{"id":"a","title":"A","layerType":"ArcGISFeatureLayer",\(layer)
            "featureCollection":{"layers":[{\(layer)"layerDefinition":{"name":"A","geometryType":"esriGeometryPoint","objectIdField":"ID",
            "timeInfo":{"startTimeField":"WHEN"\(options)},"fields":[{"name":"ID","type":"esriFieldTypeOID"},{"name":"WHEN","type":"esriFieldTypeDate"}]},
            "featureSet":{"geometryType":"esriGeometryPoint","features":[{"attributes":{"ID":1,"WHEN":1000},"geometry":{"x":0,"y":0}},
            {"attributes":{"ID":2,"WHEN":5000},"geometry":{"x":1,"y":1}}]}}]}}]}
            """
        return Map(webMap: try WebMap(data: text.utf8), services: NoServices())
    }

    private func ids(_ map: Map) async throws -> [Int64] {
        guard case .group(let layers)? = try await map.snapshot().layers.first?.content,
            case .features(let content)? = layers.first?.content
        else { return [] }
        var query = QueryParameters()
        content.restrict(&query)
        return try await content.table.queryObjectIDs(using: query)
    }

    @Test("a map's time leaves out the rows that lie outside of it; one that no row lies in shows none and is no error")
    func filter() async throws {
        let map = try map()
        #expect(try await ids(map) == [1, 2])
        map.timeExtent = TimeExtent(startDate: Date(timeIntervalSince1970: 2), endDate: nil)
        #expect(try await ids(map) == [2])
        map.timeExtent = TimeExtent(startDate: Date(timeIntervalSince1970: 90), endDate: nil)
        #expect(try await ids(map) == [])
        #expect(try await map.snapshot().failures.isEmpty)
    }

    @Test("a layer's offset moves its rows in time, and rows that stay are shown from their moment on")
    func offsets() async throws {
        func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }
        let later = try map(
            options: #","exportOptions":{"useTime":true,"timeOffset":1,"timeOffsetUnits":"esriTimeUnitsYears"}"#)
        later.timeExtent = TimeExtent(startDate: date(0), endDate: date(10))
        #expect(try await ids(later) == [])
        // A year of 365 days after the rows' own.
        later.timeExtent = TimeExtent(startDate: date(31_536_004), endDate: date(31_536_006))
        #expect(try await ids(later) == [2])
        let earlier = try map(
            options: #","exportOptions":{"timeOffset":-2000,"timeOffsetUnits":"esriTimeUnitsMilliseconds"}"#)
        earlier.timeExtent = TimeExtent(startDate: date(2.5), endDate: date(3.5))
        #expect(try await ids(earlier) == [2])
        let unknown = try map(options: #","exportOptions":{"timeOffset":5,"timeOffsetUnits":"esriTimeUnitsUnknown"}"#)
        unknown.timeExtent = TimeExtent(date: date(1))
        #expect(try await ids(unknown) == [1])
        let staying = try map(options: #","exportOptions":{"timeDataCumulative":true}"#)
        staying.timeExtent = TimeExtent(startDate: date(4), endDate: date(6))
        #expect(try await ids(staying) == [1, 2])
        staying.timeExtent = TimeExtent(startDate: date(2), endDate: date(3))
        #expect(try await ids(staying) == [1])
    }

    @Test("a layer that its map keeps out of time shows all its rows")
    func withoutTime() async throws {
        let map = try map(layer: #""timeAnimation":false,"#, root: #""initialState":{"timeExtent":[4000,6000]},"#)
        #expect(
            map.timeExtent
                == TimeExtent(startDate: Date(timeIntervalSince1970: 4), endDate: Date(timeIntervalSince1970: 6)))
        #expect(try await ids(map) == [1, 2])
    }

    @Test("a slider's steps follow each other to its end, from the beginning where it has one thumb")
    func slider() throws {
        func slider(_ more: String) throws -> TimeSlider {
            TimeSlider(
                json: try JSONValue(
                    parsing:
                        #"{"properties":{"startTime":0,"endTime":5400000,"timeStopInterval":{"interval":1,"units":"esriTimeUnitsHours"}\#(more)}}"#
                        .utf8
                ).object ?? [:])
        }
        func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }
        #expect(
            try slider("").steps == [
                TimeExtent(startDate: date(0), endDate: date(3_600)),
                TimeExtent(startDate: date(3_600), endDate: date(5_400)),
            ])
        #expect(try slider(#","thumbCount":1"#).steps.last == TimeExtent(startDate: date(0), endDate: date(5_400)))
        #expect(try slider(#","thumbMovingRate":500"#).playbackInterval == 0.5)
    }

    @Test("layers are due each interval later, rounds slept through are not caught up")
    func refresh() throws {
        let start = Date(timeIntervalSince1970: 0)
        var schedule = RefreshSchedule(["a": 1, "b": 0.5, "never": 0], from: start)
        #expect(schedule.nextDate == start + 30)
        #expect(schedule.takeDue(at: start + 30) == ["b"])
        #expect(schedule.takeDue(at: start + 60) == ["a", "b"])
        #expect(schedule.takeDue(at: start + 61) == [])
        #expect(schedule.takeDue(at: start + 305) == ["a", "b"])
        #expect(schedule.nextDate == start + 330)
    }
}
