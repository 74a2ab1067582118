// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry
import GromaStorage

/// Errors that say what is wrong with a file's content, but not which file it is.
protocol FileError: Error {}
extension FeatureError: FileError {}
extension StorageError: FileError {}
extension GeometryError: FileError {}

extension FeatureFile {
    /// What a format, by its ending, has no place for of what a set holds, in words for the person.
    static func losses(of features: FeatureSet, in ending: String) -> [String] {
        guard let shapes = features.geometries, shapes.coordinates.count > 0 else { return [] }
        if ending == "csv", shapes.type != .point {
            return ["CSV has a place for points only; the shapes are left out"]
        }
        var losses: [String] = []
        if !shapes.statedCurves.isEmpty, ["gpkg", "pbf", "geojson"].contains(ending) {
            losses.append(
                "the format has no curves; those of \(shapes.statedCurves.count) shapes become straight segments")
        }
        if ending == "csv" {
            let further = [
                hasNumbers(shapes.coordinates.z) ? "heights" : nil, hasNumbers(shapes.coordinates.m) ? "measures" : nil,
            ]
            let names = further.compactMap(\.self).joined(separator: " and ")
            if !names.isEmpty { losses.append("CSV has no place for \(names); they are left out") }
            if let reference = features.spatialReference, !reference.isWGS84 {
                let name = reference.resolvedWKID.map { "the reference \($0)" } ?? "another reference than WGS 84"
                losses.append("X and Y are in \(name), which CSV can't say: readers take them for degrees")
            }
        }
        if ending == "geojson", hasNumbers(shapes.coordinates.m) {
            losses.append("GeoJSON has no place for measures; they are left out")
        }
        if ending == "pbf" || ending == "gpkg", shapes.coordinates.z?.contains(where: \.isNaN) == true {
            losses.append("missing heights become 0")
        }
        if features.spatialReference == nil, ending == "geojson" || ending == "gpkg" {
            losses.append("the spatial reference is not known; the coordinates are written as if they were in WGS 84")
        }
        return losses
    }

    private static func hasNumbers(_ values: [Double]?) -> Bool { values?.contains { !$0.isNaN } ?? false }

    /// Protocol buffers hold coordinates as whole numbers of one grid: a single place far off would take the precision from all.
    static func checkGrid(_ features: FeatureSet) throws(FeatureError) {
        guard let far = features.geometries?.coordinates.xy.first(where: { !$0.isNaN && abs($0) > 1e11 }) else {
            return
        }
        throw FeatureError(
            .unsupported,
            "The coordinate \(far) lies too far off for protocol buffers, whose coordinates share one grid; correct it, or choose another format."
        )
    }

    /// Says of how many rows of a table with places the place could not be read.
    static func notePlaceless(_ features: FeatureSet, _ path: String) {
        guard let shapes = features.geometries else { return }
        let count = (0..<features.count).count { shapes.vertexRange(ofRow: $0).isEmpty }
        if count > 0 {
            Output.note(
                "\(path): \(count) of \(features.count) rows have no longitude and latitude on earth, and no place")
        }
    }
}
