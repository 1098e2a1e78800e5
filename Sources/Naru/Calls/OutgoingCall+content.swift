import Foundation
import HTTPTypes
import NaruJSON

extension OutgoingCall {
  /// A comparable form of what the call sends.
  struct Content: Hashable {
    var endpoint: Endpoint
    var path: [String: String]
    var query: String
    var link: PageLink?
    var headers: HTTPFields
    var body: Body
    /// The reason why it can't be sent.
    var problem: String?

    enum Body: Hashable {
      case none
      case json(JSONTree)
      case bytes(Data)
      case items([String])
      case blob(Blob.Content)
      case parts([Part])
    }

    struct Part: Hashable {
      var name: String
      var content: Blob.Content
    }
  }

  /// A comparable form of what the call sends.
  var content: Content {
    var content = Content(
      endpoint: endpoint,
      path: Dictionary(pathValues.map { ($0.name, $0.value) }) { first, _ in first },
      query: query,
      link: link,
      headers: headers,
      body: .none,
      problem: problem.map { "\($0)" }
    )
    switch body {
    case .none: break
    case .json(let value):
      do {
        let json = try endpoint.format.json.encode(value)
        content.body = JSONTree(json: json).map { .json($0.sorted) } ?? .bytes(json)
      } catch {
        content.problem = "\(error)"
      }
    case .text(let text): content.body = .bytes(Data(text.utf8))
    case .form(let fields): content.body = .items(fields.map { QueryString.encode([$0]) })
    case .blob(let blob): content.body = .blob(blob.content)
    case .parts(let parts): content.body = .parts(parts.map { .init(name: $0.name, content: $0.content.content) })
    }
    return content
  }
}

extension JSONTree {
  /// The same value with the fields of all objects in the order of their names, because that of a dictionary differs each time.
  fileprivate var sorted: JSONTree {
    switch self {
    case .null, .boolean, .number, .string: self
    case .array(let elements): .array(elements.map(\.sorted))
    case .object(let fields):
      .object(Fields(fields.all.sorted { $0.name < $1.name }.map { ($0.name, $0.value.sorted) }))
    }
  }
}
