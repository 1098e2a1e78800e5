package import Foundation
import Naru

/// The folder with the database and the master key of the local backend. Only its owner can read it.
package struct DataFolder: Sendable {
  /// The location of the folder.
  package let url: URL

  /// A folder, which is created when something is written to it.
  package init(_ url: URL) {
    self.url = url
  }

  /// `$XDG_DATA_HOME/naru`, or `$HOME/.local/share/naru`.
  package static var standard: DataFolder {
    let environment = ProcessInfo.processInfo.environment
    let base =
      if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") {
        URL(filePath: path)
      } else if let home = environment["HOME"], home.hasPrefix("/") {
        // Foundation ignores the variable.
        URL(filePath: home).appending(path: ".local/share")
      } else {
        FileManager.default.homeDirectoryForCurrentUser.appending(path: ".local/share")
      }
    return DataFolder(base.appending(path: "naru"))
  }

  /// The file with the master key of sign-in.
  var identityKeyFile: URL { url.appending(path: "identity.key") }

  var database: URL { url.appending(path: "naru.sqlite") }
}
