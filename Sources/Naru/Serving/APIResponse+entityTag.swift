import Foundation
import HTTPTypes

extension APIResponse {
  /// Adds a strong `ETag` to the success of a `GET` or `HEAD`, and makes it a 304 if the caller has the same already (RFC 9110, section
  /// 13.1.2). A streamed body has none, because its bytes are not known before they are sent.
  mutating func revalidate(_ request: HTTPRequest) {
    guard request.method == .get || request.method == .head, head.status == .ok, let tag = entityTag else { return }
    if !head.headerFields.contains(.eTag) { head.headerFields.append(HTTPField(name: .eTag, value: tag)) }
    guard request.names(tag) else { return }
    head.status = .notModified
    head.headerFields[.contentType] = nil
    body.removeAll()
  }

  /// The `ETag`: the handler's own, or the digest of the value. `nil` for a stream.
  var entityTag: String? { stream == nil ? head.headerFields.value(of: .eTag) ?? digest : nil }

  /// The digest of the body, and of what is in header fields of the value, such as a total, in quotation marks.
  private var digest: String {
    // The usual value has only its type, which the bytes already imply.
    guard head.headerFields.contains(where: { $0.name != .contentType }) else {
      return Digest128.hexadecimal(body, isQuoted: true)
    }
    let fields = head.headerFields.filter { $0.name != .contentType }.map { "\($0.name.canonicalName): \($0.value)" }
    return "\"\(Digest128.hexadecimal(body))-\(Digest128.hexadecimal(Data(fields.joined(separator: "\n").utf8)))\""
  }
}

extension HTTPRequest {
  /// Whether the caller has the body with a tag already.
  func names(_ tag: String) -> Bool { headerFields.value(of: .ifNoneMatch)?.namesEntityTag(tag) ?? false }
}

extension String {
  /// Whether a value of `If-Match` names a tag, which has to be a strong one (RFC 9110, section 13.1.1). A proxy that compresses responses,
  /// such as nginx, makes the server's tag weak: it still names the same version.
  func namesStrongTag(_ tag: String) -> Bool {
    tag.hasPrefix("W/") ? utf8[...].trimmed == "*" : namesEntityTag(tag)
  }

  /// Whether a value of `If-None-Match` names a tag. A weak tag is as good as a strong one.
  func namesEntityTag(_ tag: String) -> Bool {
    // The usual client sends the one tag that it was given.
    if self == tag { return true }
    let tag = tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
    // A tag may contain a comma.
    var isQuoted = false
    let items = utf8.split { byte in
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      return byte == UInt8(ascii: ",") && !isQuoted
    }.map(\.trimmed)
    return items.contains { $0 == "*" || ($0.hasPrefix("W/") ? $0.dropFirst(2) : $0) == tag }
  }
}
