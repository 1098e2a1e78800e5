import CommandSupport
import DockDock
import Dori
import Foundation
import HTTPTypes
import Konkuk
import Naru
import NaruAuth
import NaruOffline
import Saerok
import Support

/// The signed-in user's cached reads at a server, and the changes that could not be sent.
///
/// It is the middleware of the command's calls. If the server can't be reached, a read returns the cached response, and standard error
/// states its time. A change that can't be sent is queued for `naru outbox send`.
final class OfflineStore: Middleware {
  private let folder: URL
  private let server: URL
  private let session: Session
  private let client: APIClient
  private let opened = Locked<Offline?>(nil)
  /// Whether the reason why the store can't be used was printed.
  private let isReported = Locked(false)

  /// Whether the time of a cached response is printed.
  @TaskLocal static var printsAges = true

  /// The contracts whose changes are sent in order, because one may need another.
  private static let scopes: [String: [any Contract.Type]] = [
    "ledger": [Ledger.self], "shelf": [ReadingBooks.self, ReadingRecords.self, Reviews.self], "board": [FreeBoard.self],
  ]

  /// The contracts that work offline. Signing in and out does not.
  private static let contracts: [any Contract.Type] =
    scopes.values.flatMap(\.self)
    + [Books.self, Onboarding.self, Users.self, PopularBooks.self, Loans.self, Account.self, Blocks.self]
  private static let endpoints = Set(contracts.flatMap { $0.endpoints })

  init(in folder: URL, server: URL, session: Session, client: APIClient) {
    self.folder = folder
    self.server = server
    self.session = session
    self.client = client
  }

  @concurrent
  func intercept(_ request: APIRequest, next: APINext) async throws -> APIResponse {
    guard Self.endpoints.contains(request.endpoint) else { return try await next(request) }
    let offline: Offline?
    do {
      offline = try await self.offline()
    } catch let error as MessageError {
      // The server has the same responses, but a change could overtake those in the store.
      guard request.head.method == .get else {
        throw APIError(.unknown, error.localizedMessage, underlyingError: error)
      }
      report(error)
      return try await next(request)
    }
    guard let offline else { return try await next(request) }
    return try await offline.middleware(queueingUnsent: true).intercept(request, next: next)
  }

  /// Prints once why the store can't be used.
  private func report(_ error: MessageError) {
    let isFirst = isReported.withLock { isReported in
      defer { isReported = true }
      return !isReported
    }
    if isFirst { Terminal.standardError.writeLine("\(error.localizedMessage)") }
  }

  /// Opens the signed-in user's store. `nil` if no one is signed in, and if its file can't be used.
  func usable() async throws -> Offline? {
    do {
      return try await offline()
    } catch is MessageError {
      return nil
    }
  }

  /// Opens the signed-in user's store. `nil` if no one is signed in.
  func offline() async throws -> Offline? {
    if let offline = opened.withLock({ $0 }) { return offline }
    guard let user = try await user() else { return nil }
    var options = OfflineOptions(contracts: Self.contracts)
    for (scope, contracts) in Self.scopes {
      for write in contracts.flatMap({ $0.endpoints }) where write.method != .get { options.scopes[write] = scope }
    }
    options.idNames = [FreeBoard.Endpoints.writePost: "postId", FreeBoard.Endpoints.writeComment: "commentId"]
    options.onCacheHit = { cachedAt in
      guard Self.printsAges else { return }
      printNotice(
        "서버에 연결할 수 없어 \(cachedAt.minute)(KST)에 본 내용입니다.",
        "The server can't be reached. This was seen at \(cachedAt.minute) (KST)."
      )
    }
    let offline = try Offline(in: folder, for: "\(server.absoluteString) \(user)", client: client, options: options)
    return opened.withLock { opened in
      opened = opened ?? offline
      return opened
    }
  }

  /// The signed-in user. Without a network the token may be too old to be used, so the user is noted in a file.
  private func user() async throws -> String? {
    let credential: Credential?
    do {
      credential = try await session.credential()
    } catch let error as APIError where [.unreachable, .timedOut].contains(error.code) {
      return try? String(contentsOf: noted, encoding: .utf8)
    }
    guard let credential else { return nil }
    // A token of a test has no subject. It is not noted, because it is a secret.
    guard let user = Self.subject(of: credential.accessToken) else { return credential.accessToken.revealed }
    if (try? String(contentsOf: noted, encoding: .utf8)) != user {
      try FileManager.default.createDirectory(
        at: folder,
        withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700]
      )
      let permissions: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
      guard FileManager.default.createFile(atPath: noted.path, contents: Data(user.utf8), attributes: permissions)
      else {
        throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: noted.path])
      }
    }
    return user
  }

  /// Returns the id of the user in a token (RFC 7519, section 4.1.2). The server checks the token; here it only names a file.
  private static func subject(of token: Secret) -> String? {
    struct Claims: Decodable { let sub: String }
    let parts = token.revealed.split(separator: ".")
    guard parts.count == 3, let claims = Base64URL.decode(parts[1]) else { return nil }
    return try? JSONDecoder().decode(Claims.self, from: claims).sub
  }

  /// Closes the store when the user signs out. Queued changes stay until the user has signed in again. A file that can't be used stays as
  /// it is.
  func close(discarding discards: Bool = false) async throws {
    do {
      try await signOut(discarding: discards)
    } catch let error as MessageError {
      report(error)
    }
  }

  private func signOut(discarding discards: Bool) async throws {
    guard let offline = try await offline() else { return }
    _ = try await offline.signOut { writes in
      if discards { return .discard }
      let changes = writes.count == 1 ? "1 change was" : "\(writes.count) changes were"
      printNotice(
        "보내지 못한 변경 \(writes.count)개는 남겨 두었습니다. 다시 로그인하고 `naru outbox send`로 보내 주세요.",
        "\(changes) not sent. Sign in again, and use `naru outbox send`."
      )
      return .keep
    }
    opened.withLock { $0 = nil }
  }

  private var noted: URL {
    let name = (server.absoluteString).map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "-" }
    return folder.appending(path: "person-\(String(name))")
  }
}
