import Foundation
import Naru
import NaruAsyncHTTPClient
import NaruOffline
import Saerok
import Synchronization

/// The benchmark of the stream of changes. `scripts/bench changes` runs it.
///
///     ChangeBench FOLDER URL...   reads tokens, and shows the board of these servers on 50 devices of their users
///
/// Prints the median and the 99th percentile of the milliseconds from the response to a write until a device has the new value, and the
/// most reads of a device for a burst of 100 writes.
@main
struct ChangeBench {
  private static let devices = 50
  private static let writes = 60
  private static let burst = 100

  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    let urls = arguments.dropFirst().compactMap { URL(string: $0) }
    var tokens: [String] = []
    while let token = readLine() { tokens.append(token) }
    guard let folder = arguments.first, let url = urls.first, let token = tokens.first else {
      throw CocoaError(.featureUnsupported)
    }
    let devices = try (0..<devices).map { number in
      try Device(number, in: folder, urls[number % urls.count], token: tokens[number % tokens.count])
    }
    let board = FreeBoard.live(Device.client(url, token: token))
    // Until all streams are open.
    try await write("-1", to: board, on: devices)
    try await Task.sleep(for: .seconds(3))
    var times: [Double] = []
    for number in 0..<writes {
      times += try await write("\(number)", to: board, on: devices)
      // The devices expect more changes for a moment.
      try await Task.sleep(for: .milliseconds(400))
    }
    times.sort()
    let before = devices.map(\.reads)
    for number in 1..<burst { _ = try await board.writePost(draft: PostDraft(content: "burst \(number)")) }
    try await write("last", to: board, on: devices)
    let reads = zip(devices, before).map { $0.reads - $1 }.max() ?? 0
    print(String(format: "%.1f %.1f %d", times[times.count / 2], times[times.count * 99 / 100], reads))
  }

  /// Writes a post, and waits until all devices show it. Returns how long each took.
  @discardableResult
  private static func write(_ content: String, to board: FreeBoard, on devices: [Device]) async throws -> [Double] {
    _ = try await board.writePost(draft: PostDraft(content: content))
    let (written, clock) = (ContinuousClock.now, ContinuousClock())
    var times: [Double] = []
    for device in devices {
      while true {
        if let shown = device.time(of: content) {
          times.append(max(0, written.duration(to: shown) / .milliseconds(1)))
          break
        }
        guard clock.now - written < .seconds(60) else { throw CocoaError(.fileReadUnknown) }
        try await Task.sleep(for: .milliseconds(10))
      }
    }
    return times
  }
}

/// A device that shows the newest posts.
private final class Device: Middleware {
  private struct State {
    var reads = 0
    var shown: [String: ContinuousClock.Instant] = [:]
    var screen: Task<Void, Never>?
  }

  private let state = Mutex(State())

  init(_ number: Int, in folder: String, _ url: URL, token: String) throws {
    let client = Self.client(url, token: token, number + 1, middleware: [self])
    let offline = try Offline(
      in: URL(filePath: folder).appending(path: "\(number)"),
      for: token,
      client: client,
      options: OfflineOptions(contracts: [FreeBoard.self])
    )
    let task = Task { [weak self] in
      for await page in offline.values(FreeBoard.self, { try await $0.posts(BoardPaging(size: 10)) }) {
        let now = ContinuousClock.now
        self?.state.withLock { state in
          for post in page.value.items where state.shown[post.content] == nil { state.shown[post.content] = now }
        }
      }
    }
    state.withLock { $0.screen = task }
  }

  /// The number of reads of the server.
  var reads: Int { state.withLock { $0.reads } }

  /// When a post was shown.
  func time(of content: String) -> ContinuousClock.Instant? { state.withLock { $0.shown[content] } }

  @concurrent func intercept(_ request: APIRequest, next: APINext) async throws -> APIResponse {
    if request.endpoint == FreeBoard.Endpoints.posts { state.withLock { $0.reads += 1 } }
    return try await next(request)
  }

  /// A client whose user is told apart by the token. With a timeout of its own it has connections of its own, as a device has.
  static func client(_ url: URL, token: String, _ number: Int = 0, middleware: [any Middleware] = []) -> APIClient {
    APIClient(
      url,
      transport: AsyncHTTPClientTransport(connectTimeout: .seconds(10 + number)),
      middleware: middleware + [BearerAuthentication(user: { token }) { Secret(token) }]
    )
  }
}
