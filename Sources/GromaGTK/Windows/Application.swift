// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
import Foundation
internal import GromaView

/// A program with a window. `@main` on a class of this kind is the whole program:
/// the toolkit's loop runs with the main actor on it until the window is closed.
@MainActor
public protocol Application: AnyObject {
    /// A name for the desktop in reverse domain order, with a dot in it: `org.example.App`.
    static var id: String { get }
    /// Called first, before a display is looked for: the place to read the program's arguments, and to answer `--help` and the like and
    /// end the program, which also people without a display ask for. Does nothing unless an app has its own.
    static func willLaunch()
    /// Made once, before the window.
    init()
    /// The window to open first.
    func makeWindow() -> Window
    /// What goes on while the window is open: it is cancelled when the window closes, and an error it throws is shown.
    func run() async throws
}

extension Application {
    public static func willLaunch() {}
    public func run() async throws {}

    /// Runs the program until its window is closed.
    public static func main() {
        willLaunch()
        guard MainLoop.prepare() else {
            FileHandle.standardError.write(
                Data("No display: set DISPLAY or WAYLAND_DISPLAY, or run under a virtual one.\n".utf8))
            exit(1)
        }
        guard let application = unsafe adw_application_new(id, G_APPLICATION_NON_UNIQUE) else { exit(1) }
        let handle = UnsafeMutableRawPointer(application)
        DesktopLocation.install(desktopID: id)
        let session = ApplicationSession(Self())
        unsafe handle.on("activate") { _ in unsafe session.open(in: handle) }
        let status = unsafe g_application_run(handle.as(), 0, nil)
        unsafe g_object_unref(handle)
        session.end()
        exit(status)
    }
}

/// One run of an application.
@MainActor
private final class ApplicationSession {
    private let application: any Application
    private var window: Window?
    private var work: Task<Void, Never>?

    init(_ application: some Application) { self.application = application }

    func open(in handle: UnsafeMutableRawPointer) {
        guard window == nil else { return }
        let window = application.makeWindow()
        self.window = window
        unsafe gtk_application_add_window(handle.as(), window.pointer.as())
        window.whenClosed { [weak self] in self?.work?.cancel() }
        window.present()
        takePicture(of: window)
        work = Task { [application] in
            do {
                try await application.run()
            } catch is CancellationError {
                // The window was closed.
            } catch {
                window.show(error)
            }
        }
    }

    /// With GROMA_PICTURE the program draws its window into that file as soon as the map is there, and ends: for pages and tests.
    private func takePicture(of window: Window) {
        guard let path = ProcessInfo.processInfo.environment["GROMA_PICTURE"], !path.isEmpty else { return }
        Task {
            window.prepareForPictures()
            _ = await window.wait(seconds: 60) {
                guard let map = window.content as? MapView else { return true }
                return map.drawStatus == .completed && map.model.viewport != nil
            }
            await window.frames(10)
            window.savePicture(to: path)
            window.close()
        }
    }

    func end() {
        work?.cancel()
        window = nil
    }
}
