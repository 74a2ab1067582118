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
