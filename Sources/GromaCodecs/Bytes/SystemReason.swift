// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

extension Error {
    /// The failure in words for people: what the system refused in the system's words ("No space left on device") and not in Foundation's
    /// record of it; everything else as it describes itself.
    package var reasonText: String {
        let whole = self as NSError
        // The cause is a native error here and there, which only a conversion by way of `Error` makes an NSError.
        let cause = (whole.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError }
        if let system = [cause, whole].compactMap(\.self).first(where: { $0.domain == NSPOSIXErrorDomain }) {
            return unsafe String(cString: strerror(Int32(system.code)))
        }
        return whole.domain == NSCocoaErrorDomain ? whole.localizedDescription : "\(self)"
    }
}
