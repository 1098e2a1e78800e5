package import Foundation

/// An address or a part of one, as a server sends it (RFC 3986, section 4.1): split, and encoded where it has to be. What is encoded
/// stays. Foundation encodes the whole address again if any part of it has to be encoded.
struct Reference {
  let scheme: String?
  /// The authority as it was written, which ``Origin`` checks.
  let authority: String?
  let path: String
  let query: String?

  /// Splits an address without the white space around it. A fragment is never sent.
  init(_ text: String) {
    var rest = text.trimmingCharacters(in: .whitespacesAndNewlines).utf8[...].prefix { $0 != UInt8(ascii: "#") }
    let beforeQuery = rest.prefix { $0 != UInt8(ascii: "?") }
    query = beforeQuery.endIndex < rest.endIndex ? Self.encoded(rest[beforeQuery.endIndex...].dropFirst()) : nil
    rest = beforeQuery
    let name = rest.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "/") }
    if rest[name.endIndex...].first == UInt8(ascii: ":"), Self.isScheme(name) {
      scheme = String(Substring(name))
      rest = rest[name.endIndex...].dropFirst()
    } else {
      scheme = nil
    }
    if rest.starts(with: "//".utf8) {
      let host = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
      authority = String(Substring(host))
      rest = rest[host.endIndex...]
    } else {
      authority = nil
    }
    path = Self.encoded(rest)
  }

  private static func encoded(_ part: Substring.UTF8View) -> String { QueryString.complete(String(Substring(part))) }

  private static func isScheme(_ name: Substring.UTF8View) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    return name.first.map(isLetter) ?? false
      && name.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }
  }
}

extension Origin {
  /// Creates the origin of an address. Returns `nil` in the cases of ``init(scheme:authority:)``.
  package init?(_ url: URL) {
    let reference = Reference(url.absoluteString)
    self.init(scheme: reference.scheme, authority: reference.authority)
  }

  /// Returns the server and the target of an absolute address.
  package static func resolved(_ address: String) -> (server: Origin, target: String)? {
    let reference = Reference(address)
    let server = Origin(scheme: reference.scheme, authority: reference.authority)
    return server.map { ($0, target(reference.path, reference.query)) }
  }

  /// Resolves a reference that the server has sent, such as a redirect's (RFC 3986, section 5.2). Returns `nil` if no request
  /// can be sent there, or if it refers to the request itself.
  func resolve(_ text: String, against target: String) -> (server: Origin, target: String)? {
    let reference = Reference(text)
    if reference.scheme != nil || reference.authority != nil {
      let server = Origin(scheme: reference.scheme ?? scheme, authority: reference.authority)
      return server.map { ($0, Self.target(reference.path, reference.query)) }
    }
    let base = target.splitTarget.path
    if reference.path.isEmpty { return reference.query.map { (self, Self.target(String(base), $0)) } }
    let isWhole = reference.path.hasPrefix("/")
    let folder = isWhole ? "" : base.pathSegments.dropLast().map { "/\($0)" }.joined() + "/"
    return (self, Self.target(folder + reference.path, reference.query))
  }

  /// Returns the target of a request, without the segments `.` and `..`.
  private static func target(_ path: String, _ query: String?) -> String {
    let segments = path[...].pathSegments
    var kept: [Substring] = []
    for segment in segments {
      if segment == ".." {
        _ = kept.popLast()
      } else if segment != "." {
        kept.append(segment)
      }
    }
    if segments.last == "." || segments.last == ".." { kept.append("") }
    return "/" + kept.joined(separator: "/") + (query.map { "?\($0)" } ?? "")
  }
}
