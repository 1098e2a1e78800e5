import HTTPTypes
import Naru
import NaruAsyncHTTPClient

/// Asks servers for sentences in the language of the command.
struct LocalizedTransport: Transport {
  /// The transport of all calls. Tests replace it.
  @TaskLocal static var current: any Transport = LocalizedTransport(transport: AsyncHTTPClientTransport())

  let transport: any Transport
  var language = Language.current

  @concurrent
  func send(_ request: APIRequest) async throws -> APIResponse {
    var request = request
    if !request.head.headerFields.contains(.acceptLanguage) {
      request.head.headerFields[.acceptLanguage] = language.rawValue
    }
    return try await transport.send(request)
  }
}
