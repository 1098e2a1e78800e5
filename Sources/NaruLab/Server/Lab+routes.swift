import Foundation
import HTTPTypes
public import Hummingbird
public import Naru
import NaruServer

extension Lab {
  /// Adds the lab to a router: the contract `LabAPI` below `/lab/api`, and the page at `/lab`. The log then has
  /// requests that no contract handles, except requests for routes that were added before. Mount the contracts first: the other order
  /// works, but costs each of their requests about 2 % more.
  ///
  /// Without a token, only requests from this machine are accepted. For that, the context of the router has to be a
  /// `RemoteAddressRequestContext`. With a token, a browser opens `/lab?token=…`, and programs send `Authorization: Bearer …`.
  ///
  /// - Parameters:
  ///   - router: the router.
  ///   - token: the token: at least 16 characters that need no escape in a URL and a cookie. `nil`: only this machine.
  public func addRoutes<Context: RequestContext>(to router: Router<Context>, token: Secret? = nil) {
    router.add(middleware: OtherRequests(lab: self))
    // In a group, so that other requests don't pass through it.
    let routes = router.group().add(middleware: LabGuard(token: token))
    routes.mount(contract)
    routes.get("/lab") { request, _ in
      let query = (request.head.path ?? "/").splitTarget.query.flatMap { try? QueryString.items($0) }
      let chosen = query?.first { $0.name == "lang" }.flatMap { Language($0.value).lookup(in: Language.allCases) }
      let language = chosen ?? Language(accepting: request.head, otherwise: .korean)
      return Self.response(Data(LabPage(language: language).html.utf8), "text/html")
    }
    for (name, bytes, type) in Self.files {
      routes.get("/lab/\(name)") { _, _ in Self.response(Data(bytes), type) }
    }
  }

  /// The scripts and the style of the page, which are part of the program.
  private static let files: [(name: String, bytes: [UInt8], type: String)] = [
    ("lab.css", PackageResources.lab_css, "text/css"),
    ("lab.js", PackageResources.lab_js, "text/javascript"),
    ("page.js", PackageResources.page_js, "text/javascript"),
    ("charts.js", PackageResources.charts_js, "text/javascript"),
    ("log.js", PackageResources.log_js, "text/javascript"),
    ("faults.js", PackageResources.faults_js, "text/javascript"),
    ("state.js", PackageResources.state_js, "text/javascript"),
    ("people.js", PackageResources.people_js, "text/javascript"),
    ("explorer.js", PackageResources.explorer_js, "text/javascript"),
    ("fields.js", PackageResources.fields_js, "text/javascript"),
    ("request.js", PackageResources.request_js, "text/javascript"),
    ("events.js", PackageResources.events_js, "text/javascript"),
  ]

  private static func response(_ content: Data, _ type: String) -> Response {
    Response(
      status: .ok,
      headers: [
        .contentType: "\(type); charset=utf-8", .cacheControl: "no-store", .referrerPolicy: "no-referrer",
        .xContentTypeOptions: "nosniff",
        .contentSecurityPolicy: """
        default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
        base-uri 'none'; form-action 'none'; frame-ancestors 'none'
        """,
      ],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: content))
    )
  }
}
