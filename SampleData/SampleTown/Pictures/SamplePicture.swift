// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The pictures that the sample's data name by URL, served beside the services.
package enum SamplePicture: Hashable, Sendable {
    case inlet(Inlet.Kind)
    case landmark(CellKind)

    /// Every picture there is.
    package static let all: [SamplePicture] =
        [.inlet(.curb), .inlet(.grate), .inlet(.combination), .inlet(.slotted)]
        + [
            CellKind.townhall, .square, .church, .station, .school, .hospital, .museum, .library, .works, .depot,
            .sports,
        ].map { .landmark($0) }

    /// The file's name, without a folder.
    package var fileName: String {
        switch self {
        case .inlet(.curb): "inlet-kerb.png"
        case .inlet(.grate): "inlet-grate.png"
        case .inlet(.combination): "inlet-combination.png"
        case .inlet(.slotted): "inlet-slotted.png"
        case .landmark(let kind): "landmark-\(kind.rawValue).png"
        }
    }

    /// The address in the data; the server puts its own base address in place of {server}.
    package var url: String { "{server}/sample/pictures/" + fileName }
}
