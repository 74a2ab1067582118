// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Groma
import GromaGTK

/// Groma Field: a map in the pocket and on the desk. Open one, look, tap, find yourself on it.
@main
final class FieldApp: Application {
    static let id = "dev.groma.Field"

    private let arguments = FieldApp.given
    private let memory: FieldMemory
    private let accounts: Accounts
    let window: Window
    private var page: MapPage?

    /// What the program was started with; wrong words end it.
    private static let given: FieldArguments = {
        do throws(FieldArguments.Mistake) {
            return try FieldArguments(Array(CommandLine.arguments.dropFirst()))
        } catch {
            FileHandle.standardError.write(Data("groma-field: \(error.message)\n\(FieldArguments.help)\n".utf8))
            exit(2)
        }
    }()

    static func willLaunch() {
        guard let answer = given.answer else { return }
        print(answer)
        exit(0)
    }

    init() {
        // A tour shows the app as it is for somebody new, and leaves nothing behind.
        memory = FieldMemory(file: arguments.tour == nil ? FieldMemory.standardFile : nil)
        // Nor does it open anybody's keyring.
        accounts = arguments.tour == nil ? Accounts() : Accounts(vault: { MemoryVault() })
        window = Window("Groma Field", content: Slot())
        if arguments.isDark { Appearance.current = .dark } else { memory.preferences.applyLook() }
        let size = arguments.size ?? memory.windowSize ?? (1_200, 800)
        window.setDefaultSize(width: size.width, height: size.height)
        window.whenClosed { [weak self] in self?.remember() }
        accounts.onChange = { [weak self] in self?.rememberAccounts() }
        window.keyCommands = keyCommands
        accounts.tellExpiry(in: window) { [weak self] portal in
            self?.memory.portal = portal.absoluteString
            self?.openPortal()
        }
    }

    func makeWindow() -> Window {
        let place = arguments.map ?? (arguments.tour == nil ? memory.openMap : nil)
        guard let place else {
            showWelcome()
            Task { await accounts.restore(memory.signedIn) }
            return window
        }
        if memory.signedIn.isEmpty || arguments.tour != nil {
            open(place)
        } else {
            // The map may be one that only this person sees; the keyring may have to be opened by them.
            Task {
                await window.busy { await accounts.restore(memory.signedIn) }
                open(place)
            }
        }
        return window
    }

    func run() async throws {
        guard let folder = arguments.tour, let page else { return }
        memory.portal = page.place.portal ?? ""
        try await Tour(app: self, page: page, folder: URL(filePath: folder)).run()
        window.close()
    }

    // MARK: Pages

    /// Opens a map by an item's address, a file's path or a file's address.
    func open(_ place: String) {
        do {
            show(try MapPlace(place, client: accounts.client))
        } catch {
            showWelcome()
            window.show(error)
        }
    }

    func show(_ place: MapPlace) {
        remember()
        let ways = MapPage.Ways(
            back: { [weak self] in self?.showWelcome() }, openFile: { [weak self] in try await self?.openFile() },
            openPortal: { [weak self] in self?.openPortal() }, showLocation: { [weak self] in self?.showLocation() },
            showPreferences: { [weak self] in self?.showPreferences() })
        let page = MapPage(place, ways: ways, source: arguments.source ?? memory.location)
        if let viewpoint = memory.viewpoint(of: place.text) {
            Task { await page.mapView.setViewpoint(viewpoint) }
        }
        self.page = page
        memory.preferences.apply(to: page.mapView)
        page.mapView.onLocationPreferences { [weak self] in self?.showLocation() }
        page.show(in: window)
        Task {
            guard (try? await page.map.load()) != nil else { return }
            memory.opened(place.text, title: page.map.name)
        }
    }

    func showWelcome() {
        remember()
        page = nil
        Welcome(app: self, recent: memory.recent).show(in: window)
    }

    /// Keeps where the map is and how large the window is for the next start.
    private func remember() {
        if let page, let viewpoint = page.mapView.model.viewpoint { memory.keep(viewpoint, of: page.place.text) }
        if window.size.width > 0 { memory.windowSize = window.size }
        memory.openMap = page?.place.text
        memory.save()
    }

    // MARK: Opening

    func openFile() async throws {
        guard let file = await window.chooseFile(say("open.title"), endings: ["json", "webmap"]) else { return }
        show(try MapPlace(file.path))
    }

    func openPortal() { portalPage().show(in: window) }

    /// The page of portals; `openBrowser` shows an address in place of the desktop.
    func portalPage(openBrowser: (@Sendable (URL) async throws -> Void)? = nil) -> PortalPage {
        PortalPage(
            accounts: accounts, address: memory.portal,
            ways: PortalPage.Ways(
                back: { [weak self] in self?.goBack() }, show: { [weak self] in self?.show(MapPlace($0)) },
                openBrowser: openBrowser,
                remember: { [memory] address in
                    memory.portal = address
                    memory.save()
                }))
    }

    private func rememberAccounts() {
        memory.signedIn = accounts.rememberedPortals
        memory.save()
    }

    // MARK: Settings

    func showPreferences() {
        remember()
        PreferencesPage(
            memory.preferences,
            changed: { [weak self] preferences in
                guard let self else { return }
                if preferences.look != memory.preferences.look { preferences.applyLook() }
                memory.preferences = preferences
                memory.save()
                if let page { preferences.apply(to: page.mapView) }
            }, showLocation: { [weak self] in self?.showLocation() }, back: { [weak self] in self?.goBack() }
        ).show(in: window)
    }

    func showLocation() {
        remember()
        LocationPage(
            arguments.source ?? memory.location ?? .automatic, display: page?.mapView.locationDisplay,
            changed: { [weak self] choice in
                guard let self else { return }
                memory.location = choice
                memory.save()
                page?.use(choice)
            }, back: { [weak self] in self?.goBack() }
        ).show(in: window)
    }

    /// To the open map, or to the first page.
    func goBack() {
        if let page { page.show(in: window) } else { showWelcome() }
    }
}
