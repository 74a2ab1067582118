// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension PictureCanvas {
    /// A look down on an inlet: paving, kerb, the grate of its kind, and leaves as thick as it is clogged.
    static func inlet(_ kind: Inlet.Kind, grate: String, clogged: Int, seed: Int) throws -> PictureCanvas {
        let picture = try PictureCanvas("#8F8D88")
        picture.paving(seed)
        // The kerb runs along the top, lit from above.
        picture.box(0, 0, 640, 118, "#A9A59B")
        picture.box(0, 104, 640, 14, "#C9C5BA")
        picture.box(0, 118, 640, 10, "#4F4D4A", opacity: 0.55)
        for joint in stride(from: Double(seed % 160), to: 640, by: 160) { picture.box(joint, 0, 2, 118, "#85827A") }
        if kind == .curb || kind == .combination {
            picture.box(150, 62, 340, 50, "#1B1B1C")
            picture.box(150, 62, 340, 8, "#5E5B55")
        }
        if kind != .curb { picture.grate(grate, isSlot: kind == .slotted) }
        picture.leaves(count: clogged * 4, seed: seed, kind)
        return picture
    }

    private func paving(_ seed: Int) {
        for row in 0..<9 {
            for column in 0..<11 {
                let shade = Chance(209, seed, row, column).below(4)
                let x = Double(column * 64 - (row % 2) * 32)
                box(x + 1, Double(120 + row * 42), 62, 40, ["#8A8883", "#95938D", "#9B9892", "#84827E"][shade])
            }
        }
    }

    private func grate(_ code: String, isSlot: Bool) {
        if isSlot {
            box(40, 262, 560, 40, "#6B6A66")
            box(40, 274, 560, 16, "#141415")
            return
        }
        box(170, 150, 300, 240, "#3B3B3D")
        box(182, 162, 276, 216, "#121213")
        switch code {
        case "HONEY":
            for row in 0..<8 {
                for column in 0..<10 {
                    let x = 196 + Double(column * 28 + row % 2 * 14)
                    if x < 452 { ring(x, 176 + Double(row) * 27, 12) }
                }
            }
        case "CURVED":
            for bar in 0..<9 {
                let x = 192 + Double(bar) * 30
                line([(x, 162), (x + 12, 216), (x + 14, 270), (x + 12, 324), (x, 378)], 9, "#6E6E70")
            }
        case "BIKE":
            for bar in 0..<8 { line([(182, 176 + Double(bar) * 27), (458, 190 + Double(bar) * 27)], 9, "#717173") }
        default:
            for bar in 0..<9 { box(190 + Double(bar) * 30, 162, 13, 216, "#6A6A6C") }
            box(182, 262, 276, 14, "#626264")
        }
    }

    private func ring(_ x: Double, _ y: Double, _ radius: Double) {
        disc(x, y, radius + 3, "#6E6E70")
        disc(x, y, radius - 2, "#121213")
    }

    private func leaves(count: Int, seed: Int, _ kind: Inlet.Kind) {
        let colors = ["#B5762C", "#8E5A23", "#C89A3A", "#6F6A2C", "#A4502A"]
        for leaf in 0..<count {
            let chance = Chance(210, seed, leaf)
            let (x, y) = (Double(chance.below(400) + 120), Double(chance.again.below(260) + 124))
            let turn = Chance(211, seed, leaf).below(24)
            let (dx, dy) = (Double(wave(turn * 2_731)) / 32_768, Double(wave(turn * 2_731 + 16_384)) / 32_768)
            let length = 9 + Double(leaf % 7)
            let middle = (x + dx * length, y + dy * length)
            shape(
                [
                    (x, y), (middle.0 - dy * 6, middle.1 + dx * 6), (x + 2 * dx * length, y + 2 * dy * length),
                    (middle.0 + dy * 6, middle.1 - dx * 6),
                ], colors[leaf % colors.count])
        }
    }

    /// A pipe's mouth in the bank, with its flap and the water below.
    static func outfall(isInBrook: Bool, seed: Int) throws -> PictureCanvas {
        let picture = try PictureCanvas(isInBrook ? "#7C9157" : "#86916B")
        picture.box(0, 0, 640, 90, "#B9CBD6")
        picture.shape([(0, 90), (640, 70), (640, 360), (0, 360)], "#7B8A5A")
        picture.shape([(150, 120), (490, 112), (520, 372), (120, 372)], "#A8A399")
        picture.disc(320, 250, 92, "#6F6B64")
        picture.disc(320, 250, 78, "#141517")
        picture.box(0, 350, 640, 130, "#4F7C8C")
        picture.shape([(285, 318), (355, 318), (380, 420), (262, 420)], "#8FB3BD", opacity: 0.8)
        for ripple in 0..<14 {
            let chance = Chance(212, seed, ripple)
            let (x, y) = (Double(chance.below(600)), 366 + Double(chance.again.below(100)))
            picture.line([(x, y), (x + 34, y - 2), (x + 60, y)], 2, "#7FA6B2")
        }
        return picture
    }

    /// A gauge's staff in the water, read in metres.
    static func staff(level: Double) throws -> PictureCanvas {
        let picture = try PictureCanvas("#C9D9E2")
        picture.box(0, 210, 640, 120, "#7F9160")
        picture.box(250, 20, 140, 440, "#F7F4EA")
        for mark in 0..<42 {
            let y = 460 - Double(mark) * 10.6
            picture.box(250, y - 5, mark % 5 == 0 ? 70 : 36, 5, mark / 10 % 2 == 0 ? "#20242A" : "#B3261E")
            if mark % 10 == 0 {
                picture.text(String(mark / 10), 350, y + 4, size: 30, "#20242A", isCentred: true, isBold: true)
            }
        }
        let surface = 460 - min(4.1, max(0.3, level)) * 106
        picture.box(0, surface, 640, 480 - surface, "#4D7F95", opacity: 0.86)
        picture.line([(0, surface), (640, surface)], 3, "#A9CBD8")
        return picture
    }

    /// A street corner with what was reported: water, a smell's cloud, a broken cover.
    static func report(category: Int, depth: Int, seed: Int) throws -> PictureCanvas {
        let picture = try PictureCanvas("#BFD3DF")
        let walls = ["#C58D6B", "#D8C3A0", "#B5A79A", "#A9B4A0"]
        for house in 0..<4 {
            let chance = Chance(213, seed, house)
            let top = 60 + Double(chance.below(60))
            let x = Double(house) * 164 - 8
            picture.box(x, top, 164, 250 - top, walls[chance.again.below(4)])
            picture.shape([(x - 4, top), (x + 79, top - 46), (x + 162, top)], "#7F4F3F")
            for window in 0..<4 {
                picture.box(x + 18 + Double(window % 2) * 76, top + 22 + Double(window / 2) * 62, 42, 42, "#4C5B66")
            }
        }
        picture.box(0, 250, 640, 40, "#B4AEA3")
        picture.box(0, 290, 640, 190, "#77777A")
        switch category {
        case 1:
            let top = 440 - Double(min(60, depth)) * 2.6
            picture.box(0, top, 640, 480 - top, "#6A7F78", opacity: 0.85)
            for wavelet in 0..<9 {
                let y = top + 14 + Double(wavelet) * 22
                let x = Double(Chance(214, seed, wavelet).below(460))
                picture.line([(x, y), (x + 70, y - 3), (x + 150, y)], 3, "#9DB1AA")
            }
        case 3:
            for puff in 0..<7 {
                picture.disc(
                    250 + Double(puff * 22), 330 - Double(puff * 26), 34 + Double(puff * 4), "#C9CDA6", opacity: 0.35)
            }
            picture.box(220, 330, 130, 74, "#2B2B2D")
        default:
            picture.box(240, 318, 160, 96, "#3A3A3C")
            for bar in 0..<5 where category == 2 || bar != 2 {
                picture.box(252 + Double(bar) * 30, 326, 14, 80, "#6C6C6E")
            }
            if category == 2 { picture.leaves(count: 160, seed: seed, .grate) }
        }
        return picture
    }
}
