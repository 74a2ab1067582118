// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry
import Testing

@Suite("Changes of datum") struct TransformationCatalogTests {
    private static let nad83 = SpatialReference(wkid: 4269)
    private static let osgb = SpatialReference(wkid: 27700)

    @Test("none is needed on one datum; web mercator and UTM are on that of WGS 84")
    func none() throws {
        #expect(try TransformationCatalog.transformations(from: .wgs84, to: .webMercator).isEmpty)
        #expect(try TransformationCatalog.transformation(from: .webMercator, to: SpatialReference(wkid: 32632)) == nil)
    }

    @Test("the first of the list is the one that is taken by default")
    func preferred() throws {
        let list = try TransformationCatalog.transformations(from: .wgs84, to: Self.nad83)
        #expect(list.first?.wkid == 108190 && list.first?.accuracy == 0.1)
        #expect(list.count > 3 && Set(list.compactMap(\.wkid)).contains(1188))
        let point = Point(latitude: 40, longitude: -100)
        let byDefault = try GeometryEngine.project(point, into: Self.nad83)
        #expect(try GeometryEngine.project(point, into: Self.nad83, datumTransformation: list[0]) == byDefault)
        let none = try #require(list.first { $0.wkid == 1188 })
        let unmoved = try GeometryEngine.project(point, into: Self.nad83, datumTransformation: none)
        #expect(abs(unmoved.x + 100) < 1e-12 && abs(unmoved.y - 40) < 1e-12)
    }

    @Test("a chosen way goes through projections on both sides, in either direction, and comes back")
    func chosen() throws {
        let london = Point(latitude: 51.5, longitude: -0.12)
        let mercator = try GeometryEngine.project(london, into: .webMercator)
        let way = try #require(
            try TransformationCatalog.transformation(from: .webMercator, to: Self.osgb, areaOfInterest: london.extent))
        let there = try GeometryEngine.project(mercator, into: Self.osgb, datumTransformation: way)
        let back = try GeometryEngine.project(there, into: .webMercator, datumTransformation: way)
        #expect(abs(back.x - mercator.x) < 0.01 && abs(back.y - mercator.y) < 0.01)
        let also = try GeometryEngine.project(there, into: .webMercator, datumTransformation: way.inverse)
        #expect(also == back)
        let usual = try GeometryEngine.project(mercator, into: Self.osgb)
        #expect(abs(there.x - usual.x) < 10 && abs(there.y - usual.y) < 10)
    }

    @Test("a way between other references, and one whose grids are missing, are refused")
    func refused() throws {
        let list = try TransformationCatalog.transformations(from: .wgs84, to: Self.osgb)
        let point = Point(latitude: 51, longitude: 0)
        #expect { try GeometryEngine.project(point, into: Self.nad83, datumTransformation: list.first) } throws: {
            ($0 as? GeometryError)?.code == .spatialReference
        }
        if let missing = list.first(where: { !$0.missingGrids.isEmpty }) {
            #expect { try GeometryEngine.project(point, into: Self.osgb, datumTransformation: missing) } throws: {
                ($0 as? GeometryError)?.code == .unsupported
            }
        }
        #expect {
            try TransformationCatalog.transformations(from: .wgs84, to: SpatialReference(wkid: 999_999))
        } throws: {
            ($0 as? GeometryError)?.code == .spatialReference
        }
    }

    @Test("an area of interest leaves out what lies elsewhere")
    func area() throws {
        let nad27 = SpatialReference(wkid: 4267)
        let all = try TransformationCatalog.transformations(from: nad27, to: .wgs84)
        let cuba = try TransformationCatalog.transformations(
            from: nad27, to: .wgs84,
            areaOfInterest: Envelope(xMin: -84, yMin: 20, xMax: -75, yMax: 23, spatialReference: .wgs84))
        #expect(!cuba.isEmpty && cuba.count < all.count)
    }
}
