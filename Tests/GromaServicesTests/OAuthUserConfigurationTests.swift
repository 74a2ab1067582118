// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaServices
import Testing

@Suite("OAuth user configuration")
struct OAuthUserConfigurationTests {
    @Test(
        "it is for its portal's server and no other",
        arguments: [
            ("https://gis.example.org/portal/sharing/rest", true), ("HTTPS://GIS.example.org/server", true),
            ("https://gis.example.org:443/portal", true), ("https://gis.example.org:8443/portal", false),
            ("http://gis.example.org/portal", false), ("http://gis.example.org:443/portal", false),
            ("https://gis.example.org.evil.example/portal", false), ("https://evil.example/gis.example.org", false),
            ("https://gis.example.org@evil.example/portal", false), ("file:///portal", false), ("portal", false),
        ])
    func server(address: String, isOwn: Bool) throws {
        let configuration = OAuthUserConfiguration(
            portalURL: try #require(URL(string: "https://gis.example.org/portal")), clientID: "app",
            redirectURL: try #require(URL(string: "http://127.0.0.1/")))
        #expect(configuration.canBeUsed(for: try #require(URL(string: address))) == isOwn)
    }
}
