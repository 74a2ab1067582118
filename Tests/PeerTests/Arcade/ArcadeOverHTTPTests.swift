// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaArcade
import GromaFeatures
import GromaServices
import Synchronization
import Testing

/// Notes which questions go over the wire.
private final class CountingTransport: HTTPTransport {
    private let inner = CurlTransport()
    private let paths = Mutex<[String]>([])
    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        paths.withLock { $0.append(request.url.lastPathComponent) }
        return try await inner.send(request)
    }
    /// What was asked since this was read last.
    func taken() -> [String] {
        paths.withLock { paths in
            defer { paths = [] }
            return paths
        }
    }
}

/// Expressions over a service's layer of 25 rows, which answers ten at a time.
@Suite("Expressions over HTTP", .timeLimit(.minutes(10)))
struct ArcadeOverHTTPTests {
    @Test(
        "a chain is one request, however many functions it has; rows come in pages, and no more of them than are needed"
    )
    func requests() async throws {
        try await PeerServer.run { peer in
            let transport = CountingTransport()
            let table = peer.table(client: ServiceClient(transport: transport))
            _ = try await table.layerInfo()
            var context = ArcadeContext(timeZone: .gmt, locale: Locale(identifier: "en-US"))
            context.layer = ArcadeLayer(
                table: table, id: "0", title: "Inlets", url: peer.layerURL("Works", 0).absoluteString)
            context.map = [context.layer].compactMap { $0 }
            let cases: [(text: String, value: String, requests: Int)] = [
                ("Count(Filter($layer, 'NUMBER >= 20'))", "15", 1),
                ("Count(Filter(Filter(OrderBy($layer, 'NAME'), 'NUMBER >= 10'), 'NUMBER < 30'))", "10", 1),
                (
                    "First(OrderBy(Filter(FeatureSetByName($map, 'Inlets'), 'NUMBER < 40'), 'NUMBER DESC')).NUMBER",
                    "34", 1
                ),
                ("Sum(Filter($layer, 'NUMBER < 3'), 'NUMBER')", "3", 1),
                ("Count(Distinct($layer, 'STATUS'))", "1", 1),
                ("First(GroupBy($layer, [], {name: 'most', expression: 'NUMBER', statistic: 'MAX'})).most", "44", 1),
                ("Count(Intersects($layer, Extent({xmin: -1, ymin: -1, xmax: 101, ymax: 101})))", "4", 1),
                ("var n = 0; for (var f in Top($layer, 4)) { n += f.NUMBER } n", "6", 1),
                ("var n = 0; for (var f in $layer) { n += 1 } n", "25", 3),
                ("for (var f in $layer) { return f.NUMBER }", "0", 1),
                (
                    "var n = 0; for (var f in OrderBy($layer, 'NUMBER DESC')) { n += 1; if (n == 12) { return f.NUMBER } }",
                    "23", 2
                ),
                ("Count(Crosses($layer, Extent({xmin: -1, ymin: -1, xmax: 101, ymax: 101})))", "0", 1),
            ]
            _ = transport.taken()
            for item in cases {
                let value = try await ArcadeExpression(item.text).evaluate(in: context)
                let asked = transport.taken()
                #expect(value.text == item.value, "\(item.text)")
                #expect(asked == Array(repeating: "query", count: item.requests), "\(item.text)")
            }
        }
    }
}
