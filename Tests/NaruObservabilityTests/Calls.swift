import Foundation
import HTTPTypes
import Naru

/// A server that responds to each request with the next status, and records the requests.
final class Server: Transport {
  private let statuses: [Result<Int, APIError>]
  private let kept = Locked<[APIRequest]>([])

  init(_ statuses: Result<Int, APIError>...) {
    self.statuses = statuses
  }

  var requests: [APIRequest] { kept.withLock { $0 } }

  func send(_ request: APIRequest) async throws -> APIResponse {
    let number = kept.withLock { requests in
      requests.append(request)
      return requests.count
    }
    let status = try statuses[min(number, statuses.count) - 1].get()
    return APIResponse(head: HTTPResponse(status: .init(code: status)), body: Data("s3cret".utf8))
  }
}

/// Makes a call with a secret in every place.
func reset(
  _ transport: some Transport,
  _ middleware: [any Middleware],
  at url: String = "https://h.example/api"
) async {
  guard let url = URL(string: url) else { return }
  let auth = BearerAuthentication { Secret("s3cret") }
  let client = APIClient(url, transport: transport, middleware: middleware + [auth], allowsInsecureHTTP: true)
  let endpoint = Endpoint(
    "Books",
    "reset",
    .put,
    "/books/{token}/x",
    auth: .required,
    parameters: [.init("token", .path), .init("text", .query), .init("note", .body)]
  )
  var call = OutgoingCall(endpoint)
  call.path("token", "s3cret")
  call.query("text", "s3cret")
  call.body(["password": "s3cret"])
  try? await client.send(call)
}
