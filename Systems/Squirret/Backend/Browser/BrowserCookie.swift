package import HTTPTypes
import Support

/// The cookie that binds a sign-in to the browser that began it.
struct BrowserCookie {
  /// Whether the browser reached the server over TLS.
  let isSecure: Bool

  /// The cookie's name. With TLS, only this host can set it (RFC 6265bis, section 4.1.3.2).
  var name: String { isSecure ? "__Host-naru-sign-in" : "naru-sign-in" }

  /// Returns the `Set-Cookie` field.
  func field(_ value: String, seconds: Int, isPostedAcross: Bool) -> String {
    let sites = isPostedAcross && isSecure ? "None" : "Lax"
    return "\(name)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=\(sites)" + (isSecure ? "; Secure" : "")
  }
}

extension HTTPFields {
  /// Returns the value of a cookie that ``Randomness/text()`` has made. `nil` if there is none of this form.
  package func token(inCookie name: String) -> String? {
    for field in self[values: .cookie] {
      for pair in field.split(separator: ";") {
        let pair = pair.drop { $0 == " " }
        guard pair.hasPrefix("\(name)=") else { continue }
        let value = pair.dropFirst(name.count + 1)
        if Base64URL.decode(value)?.count == 32 { return String(value) }
      }
    }
    return nil
  }
}
