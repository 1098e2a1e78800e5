/// A difference between a release of an app and a server, or between two documents.
public struct ContractChange: Sendable, Hashable, CustomStringConvertible {
  /// How much a change matters to the apps of a release.
  public enum Level: String, Sendable, Hashable, CaseIterable {
    /// Some calls of these apps fail.
    case breaks
    /// Some calls of these apps can fail, or mean something else.
    case mayBreak
    /// Nothing changes for these apps.
    case compatible
  }

  /// How much the change matters.
  public internal(set) var level: Level
  /// The releases whose apps it affects, oldest first. Empty for two documents.
  public internal(set) var releases: [String] = []
  /// The name of the endpoint, such as `Books.show`; the method and the path if it has no name.
  public internal(set) var endpoint: String
  /// The part of the call, and the place in it as a JSON pointer with `*` for each element: `request /items/*/title`.
  public let place: String
  /// The change, in one sentence.
  public internal(set) var message: String
  /// A way that keeps these apps working. Empty for a compatible change.
  public internal(set) var advice: String
  /// A request or a response that shows the change, and what reads it. `nil` if none could be made.
  public internal(set) var proof: String?
  /// A request that shows the change, for today's routes.
  var request: RequestSample?
  /// The component with the change, and the place in it, because several endpoints have the same type.
  var origin: String?

  /// The change in a few lines: the change, the remedy and the proof.
  public var description: String {
    let verb =
      switch level {
      case .breaks: "breaks"
      case .mayBreak: "may break"
      case .compatible: "compatible"
      }
    var text = "\(endpoint)  \(verb)"
    if !releases.isEmpty { text += " \(releases.joined(separator: ", "))" }
    if !place.isEmpty { text += "   \(place)" }
    text += ": \(message)"
    if !advice.isEmpty { text += "\n  \(advice)" }
    if let proof { text += "\n  Proof: \(proof)" }
    return text
  }
}
