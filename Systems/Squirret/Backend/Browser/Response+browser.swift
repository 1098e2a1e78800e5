package import HTTPTypes
package import Hummingbird
import NIOCore

extension Response {
  /// Creates a redirect or a page, with headers against caching, framing and leaking the address.
  init(_ next: SignIns.Next, status: HTTPResponse.Status) {
    switch next {
    case .redirect(let address):
      self.init(status: status, headers: Self.securityHeaders)
      headers[.location] = address
    case .page(let page): self.init(page)
    }
  }

  /// Creates a page, with the same headers.
  init(_ page: BrowserPage) {
    self.init(html: page.html, status: page.status)
    if let wait = page.retryAfter { headers[.retryAfter] = String(wait) }
  }

  /// Creates a page from its HTML, with headers against caching, framing and leaking the address.
  package init(html: String, status: HTTPResponse.Status = .ok) {
    self.init(
      status: status,
      headers: Self.securityHeaders,
      body: ResponseBody(byteBuffer: ByteBuffer(string: html))
    )
    headers[.contentType] = "text/html; charset=utf-8"
  }

  private static var securityHeaders: HTTPFields {
    [
      .cacheControl: "no-store", .contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
      .xContentTypeOptions: "nosniff", .referrerPolicy: "no-referrer",
    ]
  }
}
