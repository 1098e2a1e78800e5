import Foundation
import Hummingbird
import NIOCore
import Naru
import NaruLab

// What docs/lab.md leaves out.

@API("/notes")
struct Notes: Sendable {
  @POST("/", status: 201)
  var add: @Sendable (_ text: String) async throws -> Note
}

@Payload(init: true)
struct Note: Sendable {
  var text: String
  var date: Date
}

final class NotesBackend: Sendable {
  let now: @Sendable () -> Date

  init(now: @escaping @Sendable () -> Date) {
    self.now = now
  }

  func api(for caller: Caller) -> Notes {
    Notes { [now] text in Note(text: text, date: now()) }
  }
}

struct AppContext: RemoteAddressRequestContext {
  var coreContext: CoreRequestContextStorage
  let remoteAddress: SocketAddress?

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    remoteAddress = source.channel.remoteAddress
  }
}
