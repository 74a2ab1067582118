// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension SamplePicture {
    /// The picture as a PNG file.
    package func png() throws -> [UInt8] {
        switch self {
        case .inlet(let kind): try SamplePicture.section(of: kind).png()
        case .landmark(let kind): try SamplePicture.front(of: kind).png()
        }
    }

    /// A section through an inlet as a drawing office would file it.
    private static func section(of kind: Inlet.Kind) throws -> PictureCanvas {
        let picture = try PictureCanvas("#FBFAF6")
        let ink = "#23303C"
        picture.box(0, 210, 640, 230, "#E9E0CF")
        picture.box(40, 196, 560, 14, "#9A9A98")
        picture.box(40, 150, 190, 60, "#C9C5BA")
        // The shaft with its sump, and the lateral to the manhole.
        picture.box(250, 210, 20, 200, "#B7B2A6")
        picture.box(390, 210, 20, 200, "#B7B2A6")
        picture.box(250, 396, 160, 18, "#B7B2A6")
        picture.box(270, 210, 120, 186, "#FFFFFF")
        picture.box(270, 352, 120, 44, "#9CC3D6")
        picture.box(410, 318, 190, 30, "#B7B2A6")
        picture.box(390, 323, 210, 20, "#FFFFFF")
        switch kind {
        case .curb: picture.box(228, 160, 44, 36, "#FFFFFF")
        case .grate: for bar in 0..<8 { picture.box(272 + Double(bar) * 15, 196, 8, 12, ink) }
        case .combination:
            picture.box(228, 160, 44, 36, "#FFFFFF")
            for bar in 0..<8 { picture.box(272 + Double(bar) * 15, 196, 8, 12, ink) }
        case .slotted:
            picture.box(322, 150, 16, 60, "#FFFFFF")
            picture.line([(322, 150), (322, 210)], 3, ink)
            picture.line([(338, 150), (338, 210)], 3, ink)
        }
        picture.line([(250, 210), (250, 414), (410, 414), (410, 348), (600, 348)], 3, ink)
        picture.line([(410, 210), (410, 318), (600, 318)], 3, ink)
        picture.line([(40, 150), (230, 150), (230, 210), (600, 210)], 3, ink)
        picture.line([(206, 210), (206, 414)], 1.5, ink)
        picture.text("1.20 m", 140, 320, size: 18, ink)
        picture.text("sump", 306, 382, size: 16, ink)
        picture.text("to the manhole", 440, 306, size: 16, ink)
        let title =
            switch kind {
            case .curb: "Kerb inlet"
            case .grate: "Grate inlet"
            case .combination: "Combination inlet"
            case .slotted: "Slotted drain"
            }
        picture.text(title, 40, 60, size: 32, ink, isBold: true)
        picture.text("Town of Lindenford · standard drawing \(kind.rawValue) of 4", 40, 92, size: 16, "#5C6670")
        picture.line([(20, 20), (620, 20), (620, 460), (20, 460), (20, 20)], 2, ink)
        return picture
    }

    /// A landmark from the street side, in flat colours.
    private static func front(of kind: CellKind) throws -> PictureCanvas {
        let picture = try PictureCanvas("#CFE1EA")
        picture.disc(540, 90, 34, "#F6E7B0")
        picture.box(0, 372, 640, 108, "#B9C99A")
        picture.box(0, 430, 640, 50, "#8E8C88")
        let wall = ["#D9BC93", "#C78F6A", "#B9AFA3", "#E3D5BD"][kind.rawValue.utf8.count % 4]
        switch kind {
        case .square, .sports:
            picture.shape([(60, 372), (580, 372), (640, 430), (0, 430)], kind == .square ? "#D8CBB4" : "#7FAE6B")
            for tree in 0..<5 {
                let x = 90 + Double(tree) * 116
                picture.box(x - 6, 300, 12, 76, "#6B4F38")
                picture.disc(x, 270, 48, "#5F8A4C")
                picture.disc(x - 14, 256, 22, "#7BA361")
            }
        case .church:
            picture.box(150, 230, 300, 150, wall)
            picture.shape([(140, 230), (300, 150), (460, 230)], "#7F4F3F")
            picture.box(430, 120, 90, 260, wall)
            picture.shape([(424, 120), (475, 20), (526, 120)], "#5E4A4A")
            picture.disc(475, 170, 22, "#F7F2E4")
        default:
            let floors = kind == .hospital || kind == .townhall ? 4 : 3
            let top = 372 - Double(floors) * 62
            picture.box(90, top, 460, 372 - top, wall)
            picture.shape([(76, top), (120, top - 48), (520, top - 48), (564, top)], "#7F4F3F")
            for floor in 0..<floors {
                for column in 0..<8 {
                    picture.box(112 + Double(column) * 54, top + 14 + Double(floor) * 62, 32, 36, "#4C5B66")
                }
            }
            picture.box(290, 318, 60, 54, "#5A3F30")
            if kind == .townhall || kind == .station {
                picture.box(280, top - 110, 80, 110, wall)
                picture.shape([(272, top - 110), (320, top - 160), (368, top - 110)], "#5E4A4A")
                picture.disc(320, top - 70, 24, "#F7F2E4")
                picture.line([(320, top - 70), (320, top - 86)], 3, "#23303C")
                picture.line([(320, top - 70), (332, top - 66)], 3, "#23303C")
            }
        }
        picture.text(kind.label ?? kind.rawValue, 320, 464, size: 26, "#FFFFFF", isCentred: true, isBold: true)
        return picture
    }
}
