import Foundation

extension Secret {
  /// Returns the credential of HTTP Basic (RFC 7617).
  ///
  /// ```swift
  /// let client = APIClient(url, transport: transport, credentials: [.basic: .basic(user: "naru", password: password)])
  /// ```
  ///
  /// - Parameters:
  ///   - user: the name, without a colon, because the password begins after the first colon.
  ///   - password: the password.
  /// - Returns: the credential as it is sent after `Basic`.
  public static func basic(user: String, password: Secret) -> Secret {
    Secret(Data("\(user):\(password.revealed)".utf8).base64EncodedString())
  }

  /// The user and the password in a credential of HTTP Basic. `nil` if this is not one.
  public var basic: (user: String, password: Secret)? {
    guard let data = Data(base64Encoded: revealed), let text = String(bytes: data, encoding: .utf8),
      let colon = text.firstIndex(of: ":")
    else { return nil }
    return (String(text[..<colon]), Secret(String(text[text.index(after: colon)...])))
  }
}
