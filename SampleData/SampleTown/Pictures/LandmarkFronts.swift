// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The fronts of the town's landmarks; the ground begins at 372, the street at 430.
extension PictureCanvas {
    private static let roof = "#7F4F3F"
    private static let glass = "#4C5B66"
    private static let pale = "#F7F2E4"

    /// A long house with a hipped roof, and what its use adds.
    func house(floors: Int, wall: String, tower: Bool = false, canopy: Bool = false, cross: Bool = false) {
        let top = 372 - Double(floors) * 62
        if tower {
            box(280, top - 100, 80, 110, wall)
            shape([(272, top - 100), (320, top - 150), (368, top - 100)], "#5E4A4A")
        }
        box(90, top, 460, 372 - top, wall)
        shape([(76, top), (120, top - 48), (520, top - 48), (564, top)], PictureCanvas.roof)
        if tower {
            box(280, top - 60, 80, 62, wall)
            disc(320, top - 62, 24, PictureCanvas.pale)
            line([(320, top - 62), (320, top - 78)], 3, "#23303C")
            line([(320, top - 62), (332, top - 58)], 3, "#23303C")
        }
        for floor in 0..<floors {
            let y = top + 14 + Double(floor) * 62
            for column in 0..<8 where floor < floors - 1 || column != 3 && column != 4 {
                let x = 112 + Double(column) * 54
                box(x - 3, y - 3, 38, 42, PictureCanvas.pale, opacity: 0.6)
                box(x, y, 32, 36, PictureCanvas.glass)
                box(x + 15, y, 2, 36, PictureCanvas.pale, opacity: 0.7)
            }
        }
        box(286, 314, 68, 58, PictureCanvas.pale)
        box(292, 320, 56, 52, "#5A3F30")
        box(319, 320, 2, 52, "#3E2A20")
        if canopy {
            box(60, 306, 520, 8, "#5C6670")
            for post in 0..<7 { box(70 + Double(post) * 82, 314, 5, 58, "#5C6670") }
            for tie in 0..<22 { box(Double(tie) * 30, 404, 16, 10, "#7A6A5A") }
            box(0, 402, 640, 4, "#4E5358")
            box(0, 412, 640, 4, "#4E5358")
        }
        if cross {
            disc(320, top - 20, 22, PictureCanvas.pale)
            box(314, top - 36, 12, 32, "#2F7D4F")
            box(304, top - 26, 32, 12, "#2F7D4F")
        }
    }

    func church() {
        let wall = "#C6BBA9"
        box(150, 230, 290, 142, wall)
        shape([(138, 232), (190, 150), (400, 150), (452, 232)], PictureCanvas.roof)
        box(430, 130, 90, 242, "#B9AE9C")
        shape([(424, 132), (475, 24), (526, 132)], "#5E4A4A")
        disc(475, 176, 22, PictureCanvas.pale)
        line([(475, 176), (475, 162)], 3, "#23303C")
        line([(475, 176), (485, 180)], 3, "#23303C")
        for window in 0..<4 {
            let x = 178 + Double(window) * 66
            disc(x + 14, 268, 14, PictureCanvas.glass)
            box(x, 268, 28, 60, PictureCanvas.glass)
        }
        disc(475, 308, 24, "#5A3F30")
        box(451, 308, 48, 64, "#5A3F30")
    }

    func museum() {
        box(110, 216, 420, 156, "#D8CFBD")
        shape([(90, 216), (320, 130), (550, 216)], "#CFC4AE")
        shape([(130, 208), (320, 142), (510, 208)], "#BDB199")
        // Its subject: a pair of dividers in the gable.
        line([(300, 202), (320, 162), (340, 202)], 4, "#5C5446")
        for column in 0..<7 {
            let x = 130 + Double(column) * 60
            box(x, 224, 22, 138, "#EFE8DA")
            box(x - 4, 216, 30, 9, "#E3DAC8")
            box(x - 4, 360, 30, 12, "#E3DAC8")
        }
        box(300, 282, 40, 90, "#5A3F30")
        for step in 0..<3 {
            box(100 - Double(step) * 14, 372 + Double(step) * 8, 440 + Double(step) * 28, 8, "#C9BFAC")
        }
    }

    func waterWorks() {
        box(70, 262, 250, 110, "#C78F6A")
        shape([(60, 262), (195, 214), (330, 262)], PictureCanvas.roof)
        for window in 0..<4 { box(96 + Double(window) * 54, 288, 34, 46, PictureCanvas.glass) }
        for leg in 0..<3 { box(418 + Double(leg) * 50, 220, 10, 152, "#6F767C") }
        line([(423, 360), (523, 236)], 4, "#6F767C")
        line([(523, 360), (423, 236)], 4, "#6F767C")
        box(394, 130, 158, 96, "#9FB4C0")
        shape([(386, 130), (473, 92), (560, 130)], "#6F8796")
        box(394, 170, 158, 8, "#86A0AF")
    }

    func depot() {
        box(80, 220, 480, 152, "#B9AFA3")
        box(70, 206, 500, 16, "#7C766E")
        for door in 0..<4 {
            let x = 100 + Double(door) * 114
            box(x, 256, 96, 116, "#4E6B5A")
            for slat in 1..<6 { box(x, 256 + Double(slat) * 19, 96, 2, "#3C5447") }
        }
    }

    func square() {
        shape([(60, 372), (580, 372), (640, 430), (0, 430)], "#D8CBB4")
        for joint in 0..<9 {
            let x = 60 + Double(joint) * 65
            line([(x, 372), ((x - 320) * 1.23 + 320, 430)], 1.5, "#BFB299")
        }
        line([(30, 400), (610, 400)], 1.5, "#BFB299")
        trees(at: [80, 190, 450, 560])
        box(280, 366, 80, 26, "#A9A294")
        box(286, 362, 68, 8, "#8FB9CC")
        box(315, 318, 10, 46, "#A9A294")
        line([(320, 318), (300, 336), (294, 360)], 3, "#BFDCE8")
        line([(320, 318), (340, 336), (346, 360)], 3, "#BFDCE8")
    }

    func pitch() {
        trees(at: [60, 150, 490, 580])
        shape([(60, 372), (580, 372), (640, 430), (0, 430)], "#7FAE6B")
        line([(320, 372), (320, 430)], 2.5, PictureCanvas.pale)
        line([(40, 420), (600, 420)], 2.5, PictureCanvas.pale)
        line([(270, 376), (270, 318), (370, 318), (370, 376)], 6, PictureCanvas.pale)
        for thread in 1..<6 {
            line([(270 + Double(thread) * 17, 320), (270 + Double(thread) * 17, 374)], 1, "#DDE6E4")
        }
        disc(404, 398, 9, PictureCanvas.pale)
    }

    private func trees(at places: [Double]) {
        for x in places {
            box(x - 6, 300, 12, 76, "#6B4F38")
            disc(x, 270, 46, "#5F8A4C")
            disc(x - 14, 256, 20, "#7BA361")
        }
    }
}
