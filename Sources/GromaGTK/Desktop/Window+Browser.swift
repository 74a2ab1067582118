// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
public import Foundation

extension Window {
    /// Shows an address in the person's own browser. Throws where the desktop has none, or refuses.
    public func openInBrowser(_ url: URL) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            let box = unsafe Unmanaged.passRetained(ClosureBox<CheckedContinuation<Void, any Error>>(continuation))
            unsafe gtk_show_uri_full(
                pointer.as(), url.absoluteString, 0, nil,
                { parent, result, box in
                    guard let box = unsafe box else { return }
                    let continuation = unsafe Unmanaged<ClosureBox<CheckedContinuation<Void, any Error>>>.fromOpaque(
                        box
                    )
                    .takeRetainedValue().closure
                    var failure: UnsafeMutablePointer<GError>?
                    let window = unsafe parent.map { UnsafeMutableRawPointer($0) }
                    if let window = unsafe window,
                        unsafe gtk_show_uri_full_finish(window.as(), result, &failure) != 0
                    {
                        continuation.resume()
                        return
                    }
                    let reason = unsafe failure.map { unsafe String(cString: $0.pointee.message) } ?? ""
                    unsafe g_clear_error(&failure)
                    continuation.resume(throwing: BrowserError(reason: reason))
                }, box.toOpaque())
        }
    }
}

/// The desktop could not show an address.
struct BrowserError: Error, CustomStringConvertible {
    var reason: String
    var description: String { word("error.noBrowser") + (reason.isEmpty ? "" : " (\(reason))") }
}
