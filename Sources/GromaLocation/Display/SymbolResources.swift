// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation

/// Where an app's own pictures of the location symbol lie: files named `GpsDisplay.png`, `GpsDisplayHeading.png` and `GpsDisplayCompass.png`,
/// and their high-resolution forms `GpsDisplay@2x.png` and so on. The names are matched letter for letter, on every file system.
public struct SymbolResources: Sendable, Hashable {
    /// Folders to look in, in order.
    public var folders: [URL]

    /// Looks in folders, in order; none takes no pictures of the app.
    public init(folders: [URL]) { self.folders = folders }

    /// The app's main resource folder, and the folder its program lies in.
    public static var main: SymbolResources {
        let folders = [Bundle.main.resourceURL, Bundle.main.executableURL?.deletingLastPathComponent()].compactMap {
            $0
        }
        return SymbolResources(folders: folders.count == 2 && folders[0] == folders[1] ? [folders[0]] : folders)
    }
    /// No pictures of the app: always ours.
    public static let none = SymbolResources(folders: [])

    /// The largest file that is read.
    static let mostBytes = 4 << 20

    /// A picture's bytes and how many of its pixels make a device-independent one; nil when no folder has it.
    package func picture(named name: String, pixelRatio: Double) -> (bytes: [UInt8], ratio: Double)? {
        let plain = (name + ".png", 1.0), fine = (name + "@2x.png", 2.0)
        for folder in folders {
            let path = folder.path(percentEncoded: false)
            // The listing decides, not whether the file can be opened: that succeeds in another case on some disks.
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { continue }
            for (file, ratio) in pixelRatio > 1 ? [fine, plain] : [plain, fine] where names.contains(file) {
                let url = folder.appending(path: file)
                guard let size = try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize, size <= Self.mostBytes,
                    let data = try? Data(contentsOf: url)
                else { continue }
                return ([UInt8](data), ratio)
            }
        }
        return nil
    }
}
