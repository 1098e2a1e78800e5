import NaruOpenAPI
import Testing

/// The advice of each change that breaks old apps, and the same change after it was followed.
struct AdviceTests {
  @Test(arguments: Advice.all)
  func aContractThatFollowsTheAdviceBreaksNoApp(_ advice: Advice) throws {
    let judgment = Judgment(advice.place, advice.old, advice.new, .breaks)
    func report(_ new: String) throws -> HistoryReport {
      try judgment.report(judgment.operation(advice.old), judgment.operation(new))
    }
    let found = try #require(try report(advice.new).breaks.first)
    #expect(found.advice.contains(advice.text) && found.proof != nil, "\(found)")
    let followed = try report(advice.followed ?? advice.old)
    #expect(followed.breaks.isEmpty, "\(followed)")
  }
}

struct Advice: Sendable, CustomTestStringConvertible {
  let place: Judgment.Place
  let old: String
  let new: String
  let text: String
  /// The contract after the advice was followed. `nil` if it is the old one.
  var followed: String?

  var testDescription: String { text }

  /// A schema of an object with two fields.
  private static func object(_ required: String, a: String? = "string", b: String? = nil) -> String {
    let fields = [("a", a), ("b", b)].compactMap { name, type in type.map { #""\#(name)": {"type": "\#($0)"}"# } }
    return
      #"{"type": "object", "required": [\#(required)], "properties": {\#(fields.joined(separator: ", "))}}"#
  }

  static let all = [
    Advice(
      place: .request,
      old: object(#""a""#),
      new: object(#""a", "b""#, b: "string"),
      text: "Make it optional",
      followed: object(#""a""#, b: "string")
    ),
    Advice(place: .request, old: object(""), new: object(#""a""#), text: "Make it optional or give it a default"),
    Advice(place: .response, old: object(#""a""#), new: object("", a: nil), text: "Keep sending it"),
    Advice(
      place: .response,
      old: object(#""a""#, a: "integer"),
      new: object(#""a""#),
      text: "add a field with another name",
      followed: object(#""a", "b""#, a: "integer", b: "string")
    ),
    Advice(place: .response, old: #"{"type": "string"}"#, new: #"{"type": ["string", "null"]}"#, text: "Send a value"),
    Advice(place: .response, old: #"{"enum": ["a"]}"#, new: #"{"enum": ["a", "b"]}"#, text: "Send them an old one"),
    Advice(place: .query, old: #"{"enum": ["a", "b"]}"#, new: #"{"enum": ["a"]}"#, text: "Keep accepting"),
    Advice(
      place: .request,
      old: #"{"type": "string", "maxLength": 9}"#,
      new: #"{"type": "string", "maxLength": 5}"#,
      text: "Keep the old limit"
    ),
  ]
}
