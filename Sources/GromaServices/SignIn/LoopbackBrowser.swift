// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
import GromaFeatures
import Synchronization

/// The person's own browser; its answer comes back to a port that this machine alone can reach (RFC 8252, 7.3).
///
/// One sign-in each: a second one needs a browser of its own.
public final class LoopbackBrowser: OAuthBrowser {
    private let open: @Sendable (URL) async throws -> Void
    private let patience: Duration
    private let listener = Mutex<LoopbackListener?>(nil)

    /// `open` shows an address in the person's browser. When no answer has come after `patience`, the sign-in ends with `timeout`: whether a person closed
    /// the page nobody tells.
    public init(patience: Duration = .seconds(600), open: @escaping @Sendable (URL) async throws -> Void) {
        self.open = open
        self.patience = patience
    }

    public func redirectURL(for configured: URL) async throws -> URL {
        guard configured.scheme == "http", let host = configured.host(), ["127.0.0.1", "::1"].contains(host) else {
            throw ServiceError(
                .unsupported,
                "\(configured.absoluteString) is no address of this machine. Register http://127.0.0.1/ for the app.")
        }
        let made = try LoopbackListener(isVersion6: host == "::1", port: configured.port ?? 0)
        listener.withLock { $0 = made }
        var parts = URLComponents(url: configured, resolvingAgainstBaseURL: false)
        parts?.port = made.port
        if parts?.path.isEmpty ?? true { parts?.path = "/" }
        return parts?.url ?? configured
    }

    public func answer(to page: URL, redirectURL: URL) async throws -> URL {
        guard let listener = listener.withLock({ $0 }) else {
            throw ServiceError(.unsupported, "Ask for the redirect address first.")
        }
        defer { listener.close() }
        let state = URLComponents(url: page, resolvingAgainstBaseURL: false)?.queryItems?.first { $0.name == "state" }
        let words = Localization.current
        async let target = listener.target(
            path: redirectURL.path, state: state?.value ?? "", done: words.text("signIn.done"),
            stranger: words.text("signIn.stranger"))
        try await open(page)
        let alarm = Task { [patience] in
            try await Task.sleep(for: patience)
            listener.expire()
        }
        defer { alarm.cancel() }
        let text = try await target
        guard let url = URL(string: text, relativeTo: redirectURL)?.absoluteURL else {
            throw ServiceError(.unexpectedAnswer, "The browser brought an answer that is no address.")
        }
        return url
    }
}
