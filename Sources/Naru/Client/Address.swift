import Foundation

/// The address of a server, as requests have it. It is a class, because each call refers to one.
final class Address: Sendable {
  /// The path before the contracts' paths, without a slash at the end.
  let basePath: String
  /// The server that calls go to.
  let server: Origin?
  /// The server that gets credentials.
  let origin: Origin?
  /// Whether it is the client's own server or a listed one. Others get neither credentials nor the app's release.
  let isKnown: Bool
  /// The reason why nothing may be sent to the address.
  let problem: APIError?

  var scheme: String? { server?.scheme }
  var authority: String? { server?.authority }

  /// Creates the address of a URL, which gets credentials. Its query and fragment are ignored.
  init(_ url: URL, allowsInsecureHTTP: Bool, problem: APIError? = nil) {
    let reference = Reference(url.absoluteString)
    basePath = reference.path.hasSuffix("/") ? String(reference.path.dropLast()) : reference.path
    server = Origin(scheme: reference.scheme, authority: reference.authority)
    origin = server
    isKnown = true
    let hasUser = reference.authority?.contains("@") ?? false
    self.problem =
      problem ?? (hasUser ? Self.hasUser : Origin.problem(with: origin, allowsInsecureHTTP: allowsInsecureHTTP))
  }

  /// Creates the address of a server that gets no credentials.
  init(_ host: Origin, withoutCredentialsOf origin: Origin?, allowsInsecureHTTP: Bool) {
    basePath = ""
    server = host
    self.origin = origin
    isKnown = false
    problem = Origin.problem(with: host, allowsInsecureHTTP: allowsInsecureHTTP)
  }

  /// The error for an address with a user or a password. They are not in it, because errors are logged.
  private static var hasUser: APIError {
    APIError(
      .encodingFailed,
      LocalizedMessage(
        korean: "서버 주소에 사용자 이름이나 비밀번호가 있어 아무것도 보내지 않았습니다. 주소에서 지우고 APIClient의 credentials에 .basic으로 지정해 주세요.",
        english: """
          The server's address contains a user name or a password, so nothing was sent. Remove them from the address, and pass them as \
          `.basic` in the credentials of APIClient.
          """
      )
    )
  }
}
