import Foundation

/// Dori's client as its team wrote it: plain `Codable` both ways, ids from the app.
struct DoriLegacyClient {
  struct Person: Codable, Equatable {
    let id: UUID
    var name: String
    var relationship: String
    var memo: String?
    var transactions: [Transaction] = []
  }

  struct Transaction: Codable, Equatable {
    let id: UUID
    let personId: UUID
    var type: String
    var eventType: String
    var amount: Int
    var date: Date
    var attended: Bool
    var memo: String?
  }

  struct Summary: Codable {
    struct Event: Codable {
      let eventType: String
      let given: Int
      let received: Int
      let count: Int
    }
    let given: Int
    let received: Int
    let balance: Int
    let byEvent: [Event]
  }

  struct Failure: Codable, Error, Equatable {
    let code: String
    let message: String
  }

  struct Empty: Codable {}

  var http: LegacyHTTP

  func call<T: Decodable>(_ method: String, _ path: String, _ body: (any Encodable)? = nil, as: T.Type = T.self)
    async throws
    -> (value: T, status: Int)
  {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let answer = try await http.send(method, path, body.map { try encoder.encode($0) })
    guard (200..<300).contains(answer.status) else { throw try decoder.decode(Failure.self, from: answer.data) }
    return (try decoder.decode(T.self, from: answer.data), answer.status)
  }
}
