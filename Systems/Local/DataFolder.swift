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

  var database: URL { url.appending(path: "naru.sqlite") }

  /// Creates the folder if it does not exist.
  ///
  /// - Throws: `SentenceError` if that fails.
  func create() throws {
    do {
      try FileManager.default.createDirectory(
        at: url,
        withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700]
      )
    } catch {
      throw SentenceError(
        Sentence(
          korean: "데이터 폴더 \(url.path)을(를) 만들 수 없습니다. `--data`로 다른 폴더를 지정해 주세요.",
          english: "The data folder \(url.path) can't be created. Choose another one with `--data`."
        ),
        cause: error
      )
    }
  }
}
