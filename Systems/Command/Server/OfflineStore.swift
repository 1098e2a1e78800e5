import CommandSupport
import DockDock
import DockDockFeatures
import Dori
import DoriFeatures
import Foundation
import HTTPTypes
import Konkuk
import Naru
import NaruAuth
import NaruOffline
import Saerok
import SaerokFeatures
import Support

/// The signed-in user's cached reads at a server, and the changes that could not be sent.
///
/// If the server can't be reached, a read returns the cached response, and standard error states its time. A change that can't be sent is
/// queued. The next command that reaches the server sends it first.
final class OfflineStore: Middleware {
  private let folder: URL
  private let server: URL
  private let session: Session
  private let client: @Sendable (_ middleware: [any Middleware]) -> APIClient
  private let opened = Locked<Offline?>(nil)
  /// The notices that were printed.
  private let printed = Locked<Set<String>>([])

  init(
    in folder: URL,
    server: URL,
    session: Session,
    client: @escaping @Sendable (_ middleware: [any Middleware]) -> APIClient
  ) {
    self.folder = folder
    self.server = server
    self.session = session
    self.client = client
  }

  /// Returns a contract as the signed-in user's device knows it. Without one, or without a usable file, it is the server's.
  func api<API: Contract>(_ features: (Offline) -> API) async throws -> API {
    do {
      guard let offline = try await offline() else { return .live(client([])) }
      return features(offline)
    } catch is MessageError {
      return .live(client([self]))
    }
  }

  /// Makes calls without the file. The server has the same responses, but a change could overtake those in the file.
  @concurrent
  func intercept(_ request: APIRequest, next: APINext) async throws -> APIResponse {
    do {
      _ = try await offline()
    } catch let error as MessageError {
      guard request.head.method == .get else {
        throw APIError(.unknown, error.localizedMessage, underlyingError: error)
      }
      printOnce("\(error.localizedMessage)")
    }
    return try await next(request)
  }

  private func printOnce(_ notice: String) {
    if printed.withLock({ $0.insert(notice).inserted }) { Terminal.standardError.writeLine(notice) }
  }

  /// Sends what is queued, and tells what became of it. A failure is the command's to report, because it makes the same calls.
  func sendQueued() async {
    guard let offline = try? await offline(), let queued = try? offline.queuedWrites(rejected: false), !queued.isEmpty
    else { return }
    let sending = Task { try await offline.send(ignoringBackoff: true) }
    // The user waits for the command. If the server hangs, or the queue is long, the next command continues.
    let limit = Task {
      try await Task.sleep(for: .seconds(10))
      sending.cancel()
    }
    _ = await sending.result
    limit.cancel()
    guard let all = try? offline.queuedWrites() else { return }
    let ids = Set(queued.map(\.id))
    let left = all.filter { ids.contains($0.id) }
    let (sent, rejected) = (queued.count - left.count, left.count { $0.isRejected })
    if sent > 0 { printNotice("대기 중이던 변경 \(sent)개를 보냈습니다.", "Queued changes sent: \(sent).") }
    guard rejected > 0 else { return }
    printNotice(
      "서버가 대기 중이던 변경 \(rejected)개를 거절했습니다. 이유는 `naru outbox`에 있습니다.",
      "Queued changes that the server rejected: \(rejected). See `naru outbox` for the reasons."
    )
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
    var options = OfflineOptions.dockDock
    // A command is for one look, so the server's response is better than the cached one.
    options.policies = [:]
    for other in [OfflineOptions.board, .ledger] {
      options.endpoints += other.endpoints
      options.scopes.merge(other.scopes) { $1 }
      options.idNames.merge(other.idNames) { $1 }
    }
    options.endpoints += Users.endpoints + PopularBooks.endpoints + Loans.endpoints + Blocks.endpoints
    options.onCacheHit = { [weak self] cachedAt in
      self?.printOnce(
        text(
          "서버에 연결할 수 없어 \(cachedAt.minute)(KST)에 본 내용입니다.",
          "The server can't be reached. This was seen at \(cachedAt.minute) (KST)."
        )
      )
    }
    let offline = try Offline(in: folder, for: "\(server.absoluteString) \(user)", client: client([]), options: options)
    // A file that is damaged behind its beginning can be opened.
    _ = try offline.queuedWrites()
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
      // If that fails, only a command with an old token and without a network does not know the user.
      try? FileManager.default.createDirectory(
        at: folder,
        withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700]
      )
      let permissions: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
      _ = FileManager.default.createFile(atPath: noted.path, contents: Data(user.utf8), attributes: permissions)
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
      guard let offline = try await offline() else { return }
      _ = try await offline.signOut { writes in
        if discards { return .discard }
        let changes = writes.count == 1 ? "1 change was" : "\(writes.count) changes were"
        printNotice(
          "보내지 못한 변경 \(writes.count)개는 남겨 두었습니다. 다시 로그인하면 다음 명령이 보냅니다.",
          "\(changes) not sent. Sign in again, and the next command sends them."
        )
        return .keep
      }
      opened.withLock { $0 = nil }
    } catch let error as MessageError {
      printOnce("\(error.localizedMessage)")
    }
  }

  private var noted: URL {
    let name = (server.absoluteString).map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "-" }
    return folder.appending(path: "person-\(String(name))")
  }
}
