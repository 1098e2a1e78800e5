import Foundation
import HTTPTypes

extension APIError {
  /// A `curl` command that sends the request again from a terminal. `nil` if no request was made.
  ///
  /// ```sh
  /// curl -X POST 'https://api.example.com/api/v1/sign-in' \
  ///   -H 'Accept: application/json' \
  ///   -H 'Authorization: Bearer '"$TOKEN" \
  ///   -H 'Content-Type: application/json' \
  ///   --data-raw '{"name":"나루","password":"'"$PASSWORD"'"}'
  /// ```
  ///
  /// Secrets are redacted. Header fields and values of the query, the path, and a JSON or form body that have the name of a
  /// secret are shell variables with that name, which you set first (`export TOKEN=…`). Whatever looks like a token
  /// elsewhere is `<redacted>`. The rest is as it was sent and may be personal data, so it is for a developer and not for a
  /// log.
  ///
  /// A body that is not text or is larger than 16 KiB is a file, `@body`, with a comment that states its size. If the server
  /// or the transport reported the failure, the header fields that middleware added are included. For other failures, such
  /// as a response that can't be read, the request is as the client made it, with a variable for the token.
  public var curl: String? { sent?.curl }
}

extension APIRequest {
  /// A `curl` command that sends the request again; see ``APIError/curl``.
  package var curl: String { SentRequest(self).curl }
}

/// The request of a call that failed. It contains secrets, so its description and its mirror are empty.
final class SentRequest: Sendable, CustomReflectable, CustomStringConvertible {
  private let request: APIRequest
  /// Whether the request is as it was before any middleware.
  private let isBare: Bool

  init(_ request: APIRequest, isBare: Bool = false) {
    self.request = request
    self.isBare = isBare
  }

  var description: String { "<redacted>" }
  var customMirror: Mirror { Mirror(self, children: []) }

  private static let maxBodySize = 16 << 10

  var curl: String {
    let head = described.head
    let redaction = Redaction { $0.map(ShellWord.variable) ?? Excerpt.hidden }.knowing(request.endpoint)
    let target = redaction.target(head.path ?? "/", of: request.endpoint)
    let url = "\(head.scheme ?? "https")://\(head.authority ?? "")\(target)"
    // Otherwise curl reads brackets as a list of URLs.
    let options = url.contains(where: "[]{}".contains) ? " --globoff" : ""
    var lines = ["curl\(options) -X \(head.method.rawValue) \(ShellWord.quoted(url))"]
    let fields = head.headerFields.sorted { $0.name.canonicalName < $1.name.canonicalName }
    for field in fields { lines.append("-H \(ShellWord.quoted(header(field, redaction)))") }
    if let body = body(redaction) { lines.append(body) }
    return lines.joined(separator: " \\\n  ")
  }

  /// The request with a word for each credential that was added after it was made.
  private var described: APIRequest {
    guard isBare else { return request }
    let schemes = request.endpoint.security.first?.schemes ?? []
    var described = request
    try? described.add(Dictionary(schemes.map { ($0, Secret("secret")) }) { first, _ in first })
    return described
  }

  private func header(_ field: HTTPField, _ redaction: Redaction) -> String {
    let name = field.name.rawName
    if field.name == .authorization || field.name == .proxyAuthorization {
      // The secret follows `Bearer` or `Basic`.
      let parts = field.value.split(separator: " ", maxSplits: 1)
      return "\(name): \(parts.count == 2 ? "\(parts[0]) " : "")\(ShellWord.variable("token"))"
    }
    // The semicolon makes curl send an empty field.
    return field.value.isEmpty ? "\(name);" : "\(name): \(redaction.field(field))"
  }

  private func body(_ redaction: Redaction) -> String? {
    if let stream = request.stream {
      return file(stream.length.map { "\($0) bytes of " } ?? "", stream.contentType)
    }
    let body = request.body
    guard !body.isEmpty else { return nil }
    let type = request.head.headerFields[.contentType] ?? "application/octet-stream"
    guard body.count <= Self.maxBodySize, !body.contains(0), let text = String(bytes: body, encoding: .utf8),
      !type.lowercased().hasPrefix("multipart/")
    else { return file("\(body.count) bytes of ", type) }
    let isForm = type.lowercased().hasPrefix("application/x-www-form-urlencoded")
    let redacted = isForm ? redaction.query(text) : redaction.json(body) ?? Excerpt.redacted(text)
    return "--data-raw \(ShellWord.quoted(redacted))"
  }

  private func file(_ size: String, _ type: String) -> String {
    "--data-binary @body  # \(size)\(Excerpt.line(of: type))"
  }
}

/// Quoting for a shell's command line.
enum ShellWord {
  /// Marks the name of a variable in a string that will be quoted. The character is in Unicode's private use area.
  private static let mark: Character = "\u{E000}"

  /// Marks a name, so that it becomes a variable when the text around it is quoted: `accessToken` is `$ACCESS_TOKEN`.
  static func variable(_ name: String) -> String {
    var text = ""
    for character in name {
      if character.isUppercase, text.last?.isLowercase == true { text += "_" }
      text.append(character.isASCII && (character.isLetter || character.isNumber) ? character : "_")
    }
    if text.first?.isNumber ?? true { text = "_\(text)" }
    return "\(mark)\(text.uppercased())\(mark)"
  }

  /// Quotes a string as one word. The shell expands only the marked variables in it.
  static func quoted(_ text: String) -> String {
    let parts = text.split(separator: mark, omittingEmptySubsequences: false)
    var word = literal(parts[0])
    var index = 1
    while index < parts.count {
      // A mark that is part of the value itself stays.
      if index + 1 < parts.count, parts[index].wholeMatch(of: /[A-Z0-9_]+/) != nil {
        word += "\"$\(parts[index])\"\(literal(parts[index + 1]))"
        index += 2
      } else {
        word += literal("\(mark)\(parts[index])")
        index += 1
      }
    }
    return word.isEmpty ? "''" : word
  }

  private static func literal(_ text: Substring) -> String {
    text.isEmpty ? "" : "'\(text.replacing("'", with: #"'\''"#))'"
  }
}
