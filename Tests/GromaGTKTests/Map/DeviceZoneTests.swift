// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGTK
import GromaMapping
import GromaPopups
import GromaView
import ScreenSupport
import XCTest

/// T022: dates in the zone of the device, also of a device that changes it.
final class DeviceZoneTests: XCTestCase {
    @MainActor
    func testAPopupIsWrittenAnewWhenTheDeviceIsSetToAnotherZone() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "groma-zone-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let link = folder.appending(path: "localtime").path
        try Self.link(link, to: "Asia/Tokyo")
        let own = DeviceZone.shared
        DeviceZone.shared = DeviceZone(link: link)
        defer { DeviceZone.shared = own }

        let map = try await MapFixture.shown(width: 1_100, height: 700)
        let info = FeatureLayerInfo(
            id: 0, name: "Sightings", geometryType: nil, fields: [Field(name: "SEEN", type: .date)],
            objectIDFieldName: "OBJECTID")
        // 14 November 2023, 22:13 in UTC.
        let feature = Feature(attributes: ["SEEN": .date(1_700_000_000_000)], layerInfo: info)
        let json =
            #"{"title":"Seen on {SEEN}","fieldInfos":[{"fieldName":"SEEN","format":{"dateFormat":"shortDateShortTime24"}}]}"#
        let definition = PopupDefinition(json: try XCTUnwrap(try JSONValue(parsing: json.utf8).object))
        map.popups.append(Popup(geoElement: feature, definition: definition, layerInfo: info))
        func shows(_ date: String) -> Bool {
            map.window.shownTexts.contains { $0.hasPrefix("Seen on") && $0.contains(date) }
        }
        try await Screen.wait(for: "the date in Tokyo") { shows("11/15/2023") }
        try Self.link(link, to: "America/New_York")
        try await Screen.wait(for: "the date in New York") { shows("11/14/2023") }
        XCTAssertEqual(DeviceZone.shared.current.identifier, "America/New_York")
        // What is no zone changes nothing.
        try Self.link(link, to: "Nowhere/Atlantis")
        try Self.link(link, to: "Pacific/Auckland")
        try await Screen.wait(for: "the date in Auckland") { shows("11/15/2023") }
        await map.close()
    }

    /// Puts a link to a zone in place of the one before, as desktops do.
    private static func link(_ path: String, to zone: String) throws {
        let next = path + ".next"
        try FileManager.default.createSymbolicLink(
            atPath: next, withDestinationPath: "/usr/share/zoneinfo/" + zone)
        XCTAssertEqual(unsafe rename(next, path), 0)
    }
}
