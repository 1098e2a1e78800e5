import Naru
import NaruOpenAPI

/// The names that a document gives an operation.
extension DocumentOperation {
  /// The name of the contract: the first tag's.
  var contract: String {
    guard let tag else { return "API" }
    let name = SwiftName.words(type: tag)
    return SwiftName.isReserved(name) ? "\(name)API" : name
  }

  /// The first tag.
  var tag: String? { content["tags"]?.elements.first?.text }

  /// Whether the operation is from a document of Naru's, whose names are Swift's: `Books.show`.
  var isOwn: Bool {
    guard let tag, let id = content["operationId"]?.text, id.hasPrefix("\(tag).") else { return false }
    return id.dropFirst(tag.count + 1).allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// The path that is sent. The parts after `?` and `#` distinguish operations with the same path.
  var sentPath: String { String(path.prefix { !"?#".contains($0) }) }

  /// The query in the path, with constants.
  var query: Substring { path.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst() }
}
