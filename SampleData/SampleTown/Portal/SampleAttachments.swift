// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures

/// The sample's attachments: drawn pictures, two texts and a PDF.
struct SampleAttachments {
    private let town: Town
    /// Every, or every so manieth of the planned attachments.
    private let stride: Int

    /// All of them in towns up to twice the small one, one in fifty in larger ones.
    init(town: Town) {
        self.town = town
        stride = town.size.cells <= 2 * TownSize.small.cells ? 1 : 50
    }

    /// An attachment that is planned, not yet drawn.
    struct Plan: Sendable {
        var table: SampleTable
        var row: Int
        var name: String
        var contentType: String
        var keywords: String
        /// Where the picture was taken; nil for papers.
        var place: TownPoint?
        var bytes: @Sendable () throws -> [UInt8]
    }

    /// The attachments of all tables, in order of table and row.
    func plans() -> [Plan] {
        let all = inletPlans() + outfallPlans() + gaugePlans() + reportPlans() + inspectionPlans()
        let kept = all.enumerated().filter { $0.offset % stride == 0 }.map(\.element)
        return kept.enumerated().map { $0.offset % 10 == 0 ? SampleAttachments.located($0.element) : $0.element }
            + documents()
    }

    /// The same picture with its position noted in the file, as phones do.
    private static func located(_ plan: Plan) -> Plan {
        guard plan.contentType == "image/jpeg", let place = plan.place else { return plan }
        let chance = Chance(219, plan.table.rawValue, plan.row)
        let (longitude, latitude) = place.degrees
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let day = "2025:\(two(1 + chance.below(11))):\(two(1 + chance.again.below(28)))"
        let exif = ExifPosition(longitude: longitude, latitude: latitude, moment: day + " 09:30:00")
        var located = plan
        located.bytes = { exif.inserted(into: try plan.bytes()) }
        return located
    }

    private func inletPlans() -> [Plan] {
        town.network.inlets.indices.filter { $0 % 4 == 0 }.flatMap { row in
            let clogged = Town.cloggedPercent(ofInlet: row)
            let both = Chance(215, row).below(2) == 0
            return (both ? ["before", "after"] : ["before"]).map { keyword in
                inletPicture(.inlets, row, inlet: row, keyword, clogged: keyword == "after" ? 0 : clogged)
            }
        }
    }

    private func inletPicture(_ table: SampleTable, _ row: Int, inlet: Int, _ keyword: String, clogged: Int) -> Plan {
        let kind = town.network.inlets[inlet].kind
        let grates = ["BAR", "CURVED", "HONEY", "BIKE"]
        let grate = grates[Chance(216, inlet).below(grates.count)]
        return Plan(
            table: table, row: row, name: "inlet-\(inlet + 1)-\(keyword).jpg", contentType: "image/jpeg",
            keywords: keyword, place: town.network.inlets[inlet].at
        ) { try PictureCanvas.inlet(kind, grate: grate, clogged: clogged, seed: inlet).jpeg() }
    }

    private func outfallPlans() -> [Plan] {
        town.network.outfalls.enumerated().map { row, outfall in
            let isInBrook = outfall.isInBrook
            return Plan(
                table: .outfalls, row: row, name: "outfall-\(row + 1).jpg", contentType: "image/jpeg",
                keywords: "survey", place: outfall.at
            ) { try PictureCanvas.outfall(isInBrook: isInBrook, seed: row).jpeg() }
        }
    }

    private func gaugePlans() -> [Plan] {
        town.network.gauges.indices.map { row in
            let level = [1.12, 2.64, 1.4, 2.21][row % 4]
            return Plan(
                table: .gauges, row: row, name: "staff-\(row + 1).png", contentType: "image/png", keywords: "staff"
            ) { try PictureCanvas.staff(level: level).png() }
        }
    }

    private func inspectionPlans() -> [Plan] {
        town.inspections.enumerated().filter { $0.offset % 5 == 0 }.map { row, inspection in
            if inspection.subject == .inlets {
                let clogged = Chance(217, row).below(60)
                return inletPicture(.inspections, row, inlet: inspection.row, "visit-\(row + 1)", clogged: clogged)
            }
            return Plan(
                table: .inspections, row: row, name: "visit-\(row + 1).jpg", contentType: "image/jpeg",
                keywords: "visit"
            ) { try PictureCanvas.outfall(isInBrook: false, seed: row).jpeg() }
        }
    }

    private func reportPlans() -> [Plan] {
        Swift.stride(from: 0, to: town.reportCount, by: 3).map { row in
            let category = Town.reportCategory(row)
            let depth = 10 + Chance(218, row).below(50)
            return Plan(
                table: .reports, row: row, name: "report-\(row + 1).jpg", contentType: "image/jpeg", keywords: "report"
            ) { try PictureCanvas.report(category: category, depth: depth, seed: row).jpeg() }
        }
    }

    /// Kinds other than pictures, on the first rows.
    private func documents() -> [Plan] {
        func plan(_ table: SampleTable, _ name: String, _ type: String, _ bytes: [UInt8]) -> Plan {
            Plan(table: table, row: 0, name: name, contentType: type, keywords: "document") { bytes }
        }
        let note = "Key 14 opens the cover. Mind the step.\nTown Depot, shelf 3.\n"
        let table = "date;litres\n2025-04-02;18\n2025-10-21;42\n"
        var plans = [plan(.inlets, "keys.txt", "text/plain", Array(note.utf8))]
        if town.network.manholes.isEmpty == false {
            plans.append(plan(.manholes, "pumped.csv", "text/csv", Array(table.utf8)))
        }
        if town.network.outfalls.isEmpty == false {
            plans.append(
                plan(.outfalls, "permit.pdf", "application/pdf", SampleAttachments.pdf("Permit of the first outfall")))
        }
        return plans
    }

    /// A page of PDF 1.4 with one line of text.
    static func pdf(_ text: String) -> [UInt8] {
        let content = "BT /F1 18 Tf 72 720 Td (\(text)) Tj ET"
        let objects = [
            "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R "
                + "/Resources << /Font << /F1 5 0 R >> >> >>",
            "<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream",
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        ]
        var file = "%PDF-1.4\n"
        var offsets: [Int] = []
        for (number, object) in objects.enumerated() {
            offsets.append(file.utf8.count)
            file += "\(number + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = file.utf8.count
        file += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for offset in offsets {
            let digits = String(offset)
            file += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
        }
        file += "trailer << /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n"
        return Array(file.utf8)
    }
}
