// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry
import GromaHosting

extension ReaderCheck {
    private static let layer: FeatureLayerInfo = {
        let fields = [Field(name: "OBJECTID", type: .oid), Field(name: "NAME", type: .string)]
        return FeatureLayerInfo(
            id: 0, name: "Trees", geometryType: .point, fields: fields, objectIDFieldName: "OBJECTID",
            spatialReference: .webMercator)
    }()

    /// Requests to the server: the first line is the content type, the rest the body; what comes out is read as a query.
    static let requests = ReaderCheck(name: "requests", mostBytes: 8_192) { bytes throws(BrokenPromise) in
        let lineEnd = bytes.firstIndex(of: 10) ?? bytes.endIndex
        var request = HTTPRequest(method: "POST", path: "/arcgis/rest/services/Town/FeatureServer/0/query")
        request.headers["Content-Type"] = String(decoding: bytes[..<lineEnd], as: UTF8.self)
        request.body = Array(bytes[lineEnd...].dropFirst())
        guard let form = try attempt({ () throws(HostingError) in try FormData(of: request) }) else { return }
        let sizes = form.fields.reduce(0) { $0 + $1.name.utf8.count } + form.files.reduce(0) { $0 + $1.data.count }
        // A byte that is no UTF-8 becomes the three bytes of U+FFFD.
        try promise(sizes <= 3 * bytes.count, "a form holds no more than was sent")
        let parameters = RequestParameters(form.fields)
        _ = try attempt { () throws(HostingError) in try FeatureQueryRequest(parameters, layer: layer) }
        if let text = parameters["q"] {
            _ = try attempt { () throws(HostingError) in try ItemSearch.parse(text) }
        }
    }
}
