// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension SamplePicture {
    /// The picture as a PNG file.
    package func png() throws -> [UInt8] {
        switch self {
        case .inlet(let kind): try SamplePicture.section(of: kind).png()
        case .landmark(let kind): try SamplePicture.front(of: kind).png()
        }
    }

    /// A section through an inlet as a drawing office would file it: pavement on the left, street on the right.
    private static func section(of kind: Inlet.Kind) throws -> PictureCanvas {
        let picture = try PictureCanvas("#FBFAF6")
        let (ink, concrete, asphalt, pavement) = ("#23303C", "#B7B2A6", "#8F8F8D", "#C9C5BA")
        picture.box(40, 210, 560, 220, "#E9E0CF")
        // The shaft with its sump, and the lateral to the manhole.
        picture.box(250, 210, 160, 204, concrete)
        picture.box(270, 196, 120, 198, "#FFFFFF")
        picture.box(270, 352, 120, 42, "#9CC3D6")
        picture.box(390, 314, 210, 36, concrete)
        picture.box(388, 321, 212, 22, "#FFFFFF")
        let isOpenKerb = kind == .curb || kind == .combination
        // Where the kerb opens, its stone bridges the shaft and water runs in under it.
        picture.box(40, 150, isOpenKerb ? 230 : 210, 60, pavement)
        if isOpenKerb { picture.box(270, 150, 50, 14, pavement) }
        picture.box(410, 196, 190, 14, asphalt)
        switch kind {
        case .curb: picture.box(320, 196, 90, 14, asphalt)
        case .combination: for bar in 0..<4 { picture.box(328 + Double(bar) * 17, 196, 9, 14, ink) }
        case .grate:
            picture.box(250, 196, 20, 14, asphalt)
            for bar in 0..<7 { picture.box(276 + Double(bar) * 17, 196, 9, 14, ink) }
        case .slotted:
            picture.box(250, 196, 70, 14, asphalt)
            picture.box(340, 196, 70, 14, asphalt)
            picture.box(316, 196, 4, 40, ink)
            picture.box(340, 196, 4, 40, ink)
        }
        picture.line([(250, 210), (250, 414), (410, 414), (410, 350), (600, 350)], 3, ink)
        picture.line([(410, 210), (410, 314), (600, 314)], 3, ink)
        let face: [(Double, Double)] =
            isOpenKerb
            ? [(40, 150), (320, 150), (320, 164), (270, 164), (270, 210)] : [(40, 150), (250, 150), (250, 210)]
        picture.line(face, 3, ink)
        // The depth, from the street to the shaft's foot.
        picture.line([(206, 210), (206, 414)], 1.5, ink)
        for y in [210.0, 414] { picture.line([(198, y + 5), (214, y - 5)], 2, ink) }
        picture.text("1.20 m", 138, 320, size: 18, ink)
        picture.text("sump", 330, 380, size: 16, ink, isCentred: true)
        picture.text("to the manhole", 444, 304, size: 16, ink)
        picture.line([(520, 332), (574, 332), (564, 326)], 2, ink)
        let (title, number) =
            switch kind {
            case .curb: ("Kerb inlet", 1)
            case .grate: ("Grate inlet", 2)
            case .combination: ("Combination inlet", 3)
            case .slotted: ("Slotted drain", 4)
            }
        picture.text(title, 40, 60, size: 32, ink, isBold: true)
        picture.text("Town of Lindenford · standard drawing \(number) of 4", 40, 92, size: 16, "#5C6670")
        picture.line([(20, 20), (620, 20), (620, 460), (20, 460), (20, 20)], 2, ink)
        return picture
    }

    /// A landmark from the street side, in flat colours.
    private static func front(of kind: CellKind) throws -> PictureCanvas {
        let picture = try PictureCanvas("#CFE1EA")
        picture.disc(590, 70, 30, "#F6E7B0")
        picture.box(0, 372, 640, 108, "#B9C99A")
        picture.box(0, 430, 640, 50, "#8E8C88")
        switch kind {
        case .square: picture.square()
        case .sports: picture.pitch()
        case .church: picture.church()
        case .museum: picture.museum()
        case .works: picture.waterWorks()
        case .depot: picture.depot()
        case .townhall: picture.house(floors: 3, wall: "#D9BC93", tower: true)
        case .station: picture.house(floors: 2, wall: "#C78F6A", tower: true, canopy: true)
        case .hospital: picture.house(floors: 4, wall: "#E3D5BD", cross: true)
        case .school: picture.house(floors: 2, wall: "#B9AFA3")
        default: picture.house(floors: 3, wall: "#C9B08E")
        }
        picture.text(kind.label ?? kind.rawValue, 320, 464, size: 26, "#FFFFFF", isCentred: true, isBold: true)
        return picture
    }
}
