public import Foundation
public import Naru

/// The folder in which the local backend keeps its database and its key. Only its owner can read it.
public struct DataFolder: Sendable {
  /// Where the folder is.
  public let url: URL

  /// A folder; it is made when something is put into it.
  public init(_ url: URL) {
    self.url = url
  }

  /// `$XDG_DATA_HOME/naru`, or `~/.local/share/naru`.
  public static var standard: DataFolder {
    let environment = ProcessInfo.processInfo.environment
    let base =
      if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") {
        URL(filePath: path)
      } else {
        FileManager.default.homeDirectoryForCurrentUser.appending(path: ".local/share")
      }
    return DataFolder(base.appending(path: "naru"))
  }

  var database: URL { url.appending(path: "naru.sqlite") }

  /// Makes the folder, if it is not there.
  ///
  /// - Throws: ``LocalError`` that says what is in the way.
  func create() throws {
    do {
      try FileManager.default.createDirectory(
        at: url,
        withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700]
      )
    } catch {
      throw LocalError(
        Sentence(
          korean: "데이터 폴더 \(url.path)을(를) 만들 수 없습니다. `--data`로 다른 폴더를 지정해 주세요.",
          english: "The data folder \(url.path) can't be made. Name another one with `--data`."
        ),
        cause: error
      )
    }
  }
}

/// What can go wrong in the local backend, as a sentence for the person who started it.
public struct LocalError: Error, LocalizedError, Sendable, CustomStringConvertible {
  /// What is wrong, and what to do.
  public let sentence: Sentence
  /// The error below this one.
  public let cause: (any Error)?

  /// An error with its sentence.
  public init(_ sentence: Sentence, cause: (any Error)? = nil) {
    self.sentence = sentence
    self.cause = cause
  }

  /// The sentence in the language of this process.
  public var errorDescription: String? { sentence.description }
  /// The sentence, and the error below.
  public var description: String { cause.map { "\(sentence) (\($0))" } ?? sentence.description }
}
