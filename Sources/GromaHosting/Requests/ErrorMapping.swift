// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaStorage

extension HostingError {
    /// What a client is told about a failure of the rooms below. Messages of unexpected failures stay on the server: they may
    /// name files.
    init(mapping error: any Error) {
        switch error {
        case let error as HostingError: self = error
        case let error as FeatureError:
            switch error.code {
            case .notFound: self.init(.notFound, error.message, cause: error)
            case .unsupported: self.init(.unsupported, error.message, cause: error)
            case .tooLarge: self.init(.tooLarge, error.message, cause: error)
            default:
                self.init(
                    .invalidParameter, "Cannot perform query. Invalid query parameters.", details: [error.message],
                    cause: error)
            }
        case let error as GeometryError: self.init(.invalidParameter, error.message, cause: error)
        case let error as CodecError: self.init(.malformed, "\(error)", cause: error)
        case let error as StorageError:
            switch error.code {
            case .notFound: self.init(.notFound, error.message, cause: error)
            case .alreadyExists:
                self.init(.invalidParameter, "Something of that name or number is there already.", cause: error)
            case .invalidValue: self.init(.invalidParameter, error.message, cause: error)
            case .busy: self.init(.unavailable, "The data are locked at the moment. Try again.", cause: error)
            case .unsupported: self.init(.unsupported, error.message, cause: error)
            case .diskFull: self.init(.internalFailure, "The server's disk is full; nothing was changed.", cause: error)
            default: self.init(.internalFailure, "The server could not carry out the request.", cause: error)
            }
        case is CancellationError: self.init(.unavailable, "The request was cancelled.", cause: error)
        default: self.init(.internalFailure, "The server could not carry out the request.", cause: error)
        }
    }
}
