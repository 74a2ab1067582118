// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaMapping
import Testing

@Suite("Reductions and surfaces") struct FeatureReductionTests {
    private func reduction(_ text: String) throws -> (any FeatureReduction)? {
        FeatureReductions.reduction(from: try #require(try JSONValue(parsing: text).object))
    }

    @Test("clusters read sizes with units, fields, labels and the scale where they end")
    func clusters() throws {
        let found = try #require(
            try reduction(
                """
                {"type":"cluster","clusterRadius":45,"clusterMinSize":"16px","clusterMaxSize":"40pt","maxScale":5000,
                "fields":[{"name":"avg_N","onStatisticField":"N","statisticType":"avg"},{"name":"x"}],
                "drawingInfo":{"labelingInfo":[{"labelExpression":"[cluster_count]"}]}}
                """) as? ClusteringFeatureReduction)
        #expect(found.radius == 45 && found.minSymbolSize == 12 && found.maxSymbolSize == 40)
        #expect(found.aggregateFields.map(\.statisticType) == [.avg, .count])
        #expect(found.labelDefinitions.count == 1 && found.renderer == nil)
        #expect(found.isActive(atScale: 5_001) && !found.isActive(atScale: 5_000))
        let plain = ClusteringFeatureReduction()
        #expect(plain.isActive(atScale: 1) && plain.minSymbolSize == 18)
    }

    @Test("bins have levels of 1 to 9; other kinds are none", arguments: [(0, 1), (4, 4), (99, 9)])
    func bins(level: Int, wanted: Int) throws {
        let found = try reduction(#"{"type":"binning","fixedBinLevel":\#(level)}"#) as? BinningFeatureReduction
        #expect(found?.fixedBinLevel == wanted)
        #expect(try reduction(#"{"type":"selection"}"#) == nil)
        #expect(try reduction("{}") == nil)
    }

    @Test("a heat map's newer keys win over older ones, which are brought to densities")
    func heat() throws {
        let json = try JSONValue(
            parsing: #"{"type":"heatmap","blurRadius":10,"maxPixelIntensity":100,"minPixelIntensity":0}"#)
        let older = HeatMapRenderer(json: try #require(json.object))
        #expect(older.radius == 7.5)
        // With the usual blur of ten pixels a point's hill is one high, so that a hundred at one place reach the top.
        let hill = 3 / (Double.pi * 100)
        #expect(abs(older.maxDensity / hill - 100) < 1.5 && older.minDensity == 0)
        var newer = older
        newer.maxDensity = 0.5
        newer.radius = 20
        #expect(newer.maxDensity == 0.5 && newer.radius == 20)
    }

    @Test("a legend has a line for each class, and one for the rest")
    func legend() {
        let red = SimpleMarkerSymbol(color: .red), blue = SimpleMarkerSymbol(color: .blue)
        let breaks = ClassBreaksRenderer(
            fieldName: "V", classBreaks: [ClassBreak(label: "low", maxValue: 1, symbol: red)], defaultLabel: "rest",
            defaultSymbol: blue)
        #expect(breaks.legendInfos.map(\.name) == ["low", "rest"])
        #expect(SimpleRenderer(symbol: red, label: "all").legendInfos.map(\.name) == ["all"])
        let dots = DotDensityRenderer(
            attributes: [
                DotDensityAttribute(fieldName: "A", color: .red),
                DotDensityAttribute(fieldName: "B", color: .blue, label: "b"),
            ],
            dotValue: 5)
        #expect(dots.legendInfos.map(\.name) == ["A", "b"])
        #expect(UnsupportedRenderer(json: JSONObject()).legendInfos.isEmpty)
    }
}
