// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGTK
import Testing

@Suite("Layout of a window with a map") struct ShellLayoutTests {
    @Test(
        "the class follows the size",
        arguments: [
            (360, 720, ShellLayout.SizeClass.narrow), (719, 900, .narrow), (720, 900, .wide), (720, 360, .landscape),
            (999, 479, .landscape), (1_000, 400, .full), (1_200, 800, .full), (599, 400, .narrow),
        ])
    func classes(width: Int, height: Int, expected: ShellLayout.SizeClass) {
        #expect(ShellLayout.SizeClass(width: width, height: height) == expected)
    }
}

extension ShellLayoutTests {
    @Test("a sheet covers the lower part of the map, a panel takes its room at the side")
    func places() {
        let phone = ShellLayout(width: 360, height: 600, showsSidebar: false, showsPanel: true, sheetHeight: 300)
        #expect(phone.content == ShellLayout.Box(width: 360, height: 600))
        #expect(phone.panel == ShellLayout.Box(x: 0, y: 300, width: 360, height: 300))
        #expect(phone.covered.bottom == 300)
        let desk = ShellLayout(width: 1_200, height: 700, showsSidebar: true, showsPanel: true, sheetHeight: 0)
        #expect(desk.content == ShellLayout.Box(x: 300, width: 540, height: 700))
        #expect(desk.covered == (0, 0, 0, 0))
        let both = ShellLayout(width: 360, height: 600, showsSidebar: true, showsPanel: true, sheetHeight: 300)
        #expect(both.sidebar == nil)
        let tablet = ShellLayout(width: 800, height: 700, showsSidebar: true, showsPanel: false, sheetHeight: 0)
        #expect(tablet.covered.left == 300)
        #expect(tablet.content.width == 800)
    }

    @Test("a sheet that covers everything still leaves the map a middle")
    func fullSheet() {
        let phone = ShellLayout(width: 360, height: 600, showsSidebar: false, showsPanel: true, sheetHeight: 600)
        #expect(phone.panel?.height == 600)
        #expect(phone.covered.bottom < 600)
    }

    @Test("a sheet comes to rest at the nearest detent, and closes below the lowest")
    func detents() {
        #expect(ShellLayout.detent(released: 310, speed: 0, in: 600, mayClose: true) == .half)
        #expect(ShellLayout.detent(released: 500, speed: 0, in: 600, mayClose: true) == .full)
        #expect(ShellLayout.detent(released: 110, speed: 0, in: 600, mayClose: true) == .peek)
        #expect(ShellLayout.detent(released: 30, speed: 0, in: 600, mayClose: true) == nil)
        #expect(ShellLayout.detent(released: 30, speed: 0, in: 600, mayClose: false) == .peek)
        #expect(ShellLayout.detent(released: 310, speed: 1_200, in: 600, mayClose: true) == .full)
        #expect(ShellLayout.sheetHeight(.half, in: 300) == 240)
    }
}

@Suite("Axes of charts") struct ChartAxisTests {
    @Test("round numbers around all values, zero among them")
    func ticks() {
        #expect(ChartAxis([52, 31, 71]).ticks == [0, 20, 40, 60, 80])
        #expect(ChartAxis([-3, 4]).ticks.contains(0))
        #expect(ChartAxis([-3, 4]).low <= -3)
        #expect(ChartAxis([]).ticks == [0, 1])
        #expect(ChartAxis([0, 0]).high == 1)
    }
}
