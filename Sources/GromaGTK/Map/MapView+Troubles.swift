// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
internal import GromaFeatures
internal import GromaMapping
internal import GromaView

extension MapView {
    /// Says what can't be shown: of the whole map in its place, of layers by the window's banner, each once until it changes;
    /// and that something is still to come, once that has taken a second.
    func watchTroubles() {
        let page = Slot()
        page.addClass("background")
        page.isVisible = false
        overlay.add(page, at: .center, margin: 0)
        page.align(GTK_ALIGN_FILL, GTK_ALIGN_FILL)
        watch { view in
            guard let view = view as? MapView else { return }
            // While it is tried again the reason stays.
            let isMissing = view.map.loadStatus == .failed || view.map.loadStatus == .loading
            let error = isMissing ? view.model.error : nil
            page.isVisible = error != nil
            page.content = error.map { view.failurePage($0) }
        }
        var told: Set<String> = []
        watch { view in
            guard let view = view as? MapView, !view.model.isNavigating else { return }
            let failed = view.map.allLayers.filter { layer in
                let state = view.model.layerViewState(of: layer).status
                return state.contains(.error) || state.contains(.warning)
            }
            let names = Set(failed.map(\.id))
            let fresh = failed.filter { !told.contains($0.id) }
            told = names
            if let window = view.window, !fresh.isEmpty { window.banner = view.banner(for: failed) }
            if names.isEmpty, view.window?.banner?.isOfLayers == true { view.window?.banner = nil }
        }
        var waiting: Task<Void, Never>?
        watch { view in
            guard let view = view as? MapView else { return }
            waiting?.cancel()
            guard view.model.drawStatus == .inProgress, view.map.loadStatus != .failed else {
                view.window?.setProgress(isRunning: false)
                return
            }
            waiting = Task { [weak view] in
                try? await Task.sleep(for: .seconds(1))
                guard !Task.isCancelled, let view, view.model.drawStatus == .inProgress else { return }
                view.window?.setProgress(isRunning: true)
            }
        }
    }

    private func failurePage(_ error: any Error) -> Widget {
        var buttons = [Button(word("map.tryAgain"), style: .suggested) { [weak self] in self?.model.retryLoad() }]
        if let otherMap = troubleWays.otherMap { buttons.append(Button(word("map.chooseAnother")) { otherMap() }) }
        let ways = Stack(.vertical, spacing: 12)
        for button in buttons {
            button.addClass("pill")
            ways.append(button)
        }
        ways.align(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
        return StatusPage(
            word("map.failed"), detail: ErrorText.detail(of: error), icon: Icon(named: "dialog-error-symbolic"),
            content: ways)
    }

    private func banner(for layers: [Layer]) -> Banner {
        let again: @MainActor () -> Void = { [weak self] in
            for layer in layers { self?.model.retry(layer) }
        }
        var banner: Banner
        if let layer = layers.first, layers.count == 1 {
            let reason = model.layerViewState(of: layer).error.map(ErrorText.detail) ?? ""
            banner = Banner(
                word("map.layerFailed", layer.name), detail: reason, kind: .warning, button: (word("map.retry"), again))
        } else if let details = troubleWays.details {
            banner = Banner(
                word("map.layersFailed", count: layers.count), kind: .warning, button: (word("map.details"), details))
        } else {
            banner = Banner(
                word("map.layersFailed", count: layers.count), detail: layers.map(\.name).joined(separator: ", "),
                kind: .warning, button: (word("map.retry"), again))
        }
        banner.isOfLayers = true
        return banner
    }
}
