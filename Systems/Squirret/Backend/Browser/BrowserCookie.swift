import Foundation
import HTTPTypes
import Naru

/// The cookie by which a browser that comes back is known to be the one that began.
struct BrowserCookie {
  /// Whether the browser reached the server over TLS.
  let isSecure: Bool

  /// With TLS, a name that only this host can set (RFC 6265bis, section 4.1.3.2).
  var name: String { isSecure ? "__Host-naru-sign-in" : "naru-sign-in" }

  /// The text in the cookie. `nil` where there is none that was set here.
  func value(in fields: HTTPFields) -> String? {
    for field in fields[values: .cookie] {
      for pair in field.split(separator: ";") {
        let pair = pair.drop { $0 == " " }
        guard pair.hasPrefix("\(name)=") else { continue }
        let value = pair.dropFirst(name.count + 1)
        if Base64URL.decode(value)?.count == 32 { return String(value) }
      }
    }
    return nil
  }

  /// The field that sets the cookie, for as long as a sign-in may take.
  ///
  /// - Parameter isPostedAcross: whether the provider comes back with a form that another site posts, with which browsers send
  ///   no cookie that is not for all sites.
  func field(_ value: String, seconds: Int, isPostedAcross: Bool) -> String {
    let sites = isPostedAcross && isSecure ? "None" : "Lax"
    return "\(name)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=\(sites)" + (isSecure ? "; Secure" : "")
  }
}
