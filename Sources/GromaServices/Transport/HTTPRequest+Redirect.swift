// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

extension HTTPRequest {
    /// The request that a redirect asks for; nil when the response is none.
    ///
    /// On the same host all goes along, also from HTTP to HTTPS. To another host, and from HTTPS to HTTP, headers with tokens
    /// stay behind, and a POST, whose body may hold a password, is refused.
    func redirected(by response: HTTPResponse) throws(ServiceError) -> HTTPRequest? {
        guard [301, 302, 303, 307, 308].contains(response.status), let location = response.headers["location"],
            !location.isEmpty
        else { return nil }
        let from = url.host() ?? "The server"
        guard let target = URL(string: location, relativeTo: url)?.absoluteURL, let host = target.host(),
            let scheme = target.scheme?.lowercased(), ["http", "https"].contains(scheme)
        else {
            throw ServiceError(
                .unexpectedAnswer, "\(from) redirects to an address that is none of HTTP.", url: url.withoutQuery)
        }
        var next = self
        next.url = target
        if response.status == 303 {
            next.method = .get
            next.body = []
            next.headers.removeAll { $0.name.lowercased() == "content-type" }
        }
        let isSafe = host.lowercased() == url.host()?.lowercased() && !(url.scheme == "https" && scheme == "http")
        if isSafe { return next }
        guard next.method == .get else {
            throw ServiceError(
                .transport, "\(from) sends requests on to \(host). Use the address there: \(target.withoutQuery)",
                url: url.withoutQuery)
        }
        next.headers.removeAll { ["authorization", "x-esri-authorization"].contains($0.name.lowercased()) }
        return next
    }
}
