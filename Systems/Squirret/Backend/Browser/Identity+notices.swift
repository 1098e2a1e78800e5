import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Naru
import Squirret
import Storage
import Support

extension Identity {
  /// Adds the addresses that receive the providers' notices when a user withdraws consent. All sessions of the user
  /// end.
  func addNotices<Context: RequestContext>(to router: Router<Context>) {
    let path = RouterPath("\(BrowserPath.notices)/:provider")
    router.get(path) { request, context in try await receiveNotice(request, context) }
    router.post(path) { request, context in try await receiveNotice(request, context) }
  }

  private func receiveNotice(_ request: Request, _ context: some RequestContext) async throws -> Response {
    guard let provider = SignInProvider(pathName: try context.parameters.require("provider")),
      let client = clients[provider]
    else { return Response(status: .notFound) }
    let body = Data(try await request.body.collect(upTo: 64 << 10).readableBytesView)
    let query = (request.head.path ?? "/").splitTarget.query ?? ""
    let isForm = request.headers[.contentType]?.hasPrefix("application/x-www-form-urlencoded") == true
    let items =
      try? QueryString.items(query) + (isForm ? QueryString.items(String(decoding: body, as: UTF8.self)[...]) : [])
    let notice = ProviderNotice(
      authorization: request.headers[.authorization],
      fields: Dictionary((items ?? []).map { ($0.name, $0.value) }) { first, _ in first },
      body: body
    )
    do {
      let event = try await client.event(of: notice)
      if let subject = event.subject {
        let issuer = client.description.issuer
        try await sessions.write { db in
          guard try isNew(event, from: provider, db) else { return }
          try people.forget(subject, provider: provider, issuer: issuer, db)
        }
      }
      return Response(status: client.description.noticeStatus)
    } catch let failure as ProviderFailure {
      // If the provider's keys could not be fetched, the provider may retry.
      return Response(status: failure == .providerUnavailable ? .serviceUnavailable : .unauthorized)
    }
  }
}

extension Identity {
  /// Remembers a notice for as long as it would be accepted again. Returns whether it was not received before.
  private func isNew(_ event: ProviderEvent, from provider: SignInProvider, _ db: Transaction) throws -> Bool {
    guard let id = event.id else { return true }
    let now = sessions.now().milliseconds
    try db.run("DELETE FROM identity_notice WHERE expires_at <= \(now)")
    let age = Int64((ProviderClient.noticeAge + IDTokenCheck.leeway) * 1000)
    let hash = sha256("\(provider.rawValue) \(id)")
    return try db.run(
      "INSERT INTO identity_notice (hash, expires_at) VALUES (\(hash), \(now + age)) ON CONFLICT DO NOTHING"
    ) == 1
  }
}

extension ProviderDescription {
  /// The status that the provider expects for an accepted notice.
  fileprivate var noticeStatus: HTTPResponse.Status {
    switch dialect {
    case .kakao, .apple: .ok
    case .naver: .noContent
    case .openID: .accepted
    }
  }
}
