import Foundation
public import NaruMessages

/// A failure of the catalogue; nothing was changed.
public struct CatalogueError: PresentableError, Equatable {
  /// The problem, its place and its remedy.
  public let localizedMessage: LocalizedMessage

  init(line: Int? = nil, korean: String, english: String) {
    localizedMessage = LocalizedMessage(
      korean: line.map { "\($0)번째 줄: " + korean } ?? korean,
      english: line.map { "Line \($0): " + english } ?? english
    )
  }
}
