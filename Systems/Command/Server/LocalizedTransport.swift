import HTTPTypes
import Naru

/// Asks servers for sentences in the language of the command.
struct LocalizedTransport: Transport {
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
