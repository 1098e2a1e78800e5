import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The clients in this folder are written by hand from the descriptions of the APIs, as the app teams do it: with
// URLSession and Codable, and without Naru. They must work unchanged.

/// The HTTP layer of the legacy clients.
struct LegacyHTTP: Sendable {
  let base: URL
  var token: String?

  struct Answer {
    let status: Int
    let headers: [AnyHashable: Any]
    let data: Data
  }

  func send(_ method: String, _ path: String, _ body: Data? = nil) async throws -> Answer {
    guard let url = URL(string: path, relativeTo: base) else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = method
    if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    if let body {
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      request.httpBody = body
    }
    let (data, response) = try await URLSession.shared.data(for: request)
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    return Answer(status: response.statusCode, headers: response.allHeaderFields, data: data)
  }
}
