// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
internal import GromaFeatures
internal import GromaLocation
internal import GromaMapping
internal import GromaRendering
internal import GromaServices

/// An error in words for people.
enum ErrorText {
    static func title(of error: any Error) -> String {
        switch (error as? ServiceError)?.code {
        case .transport: word("error.noConnection")
        case .timeout: word("error.noAnswer")
        case .authenticationRequired: word("error.signIn")
        case .forbidden: word("error.forbidden")
        case .notFound: word("error.notFound")
        default: word("error.general")
        }
    }

    static func detail(of error: any Error) -> String {
        switch error {
        case let error as ServiceError: error.message
        case let error as MappingError: error.message
        case let error as FeatureError: error.message
        case let error as LocationError: error.message
        // What the drawing met below is for logs: addresses of tiles say nothing to people.
        case let error as RenderingError: error.message
        case let error as any CustomStringConvertible: error.description
        case let error as any LocalizedError: error.errorDescription ?? "\(error)"
        default: "\(error)"
        }
    }
}
