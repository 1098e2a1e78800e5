import HTTPTypes
import Hummingbird
import Naru
import Support

/// Counts the requests of a server and how long they took.
struct RequestMetrics: RouterMiddleware {
  typealias Context = LocalRequestContext

  private struct Key: Hashable {
    let method: String
    let route: String
    let status: Int
  }

  private struct State {
    var active = 0
    var durations: [Key: Histogram] = [:]
  }

  private let state = Locked(State())

  /// Passes the request on, and measures the time until the response begins.
  func handle(
    _ request: Request,
    context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    state.withLock { $0.active += 1 }
    let start = ContinuousClock.now
    do {
      let response = try await next(request, context)
      count(request, response.status, since: start, context)
      return response
    } catch {
      count(request, (error as? any HTTPResponseError)?.status ?? .internalServerError, since: start, context)
      throw error
    }
  }

  private func count(
    _ request: Request,
    _ status: HTTPResponse.Status,
    since start: ContinuousClock.Instant,
    _ context: Context
  ) {
    let seconds = start.duration(to: .now) / .seconds(1)
    // Neither a path nor a method that a client made up becomes a label, so that their number is limited.
    let method = Self.methods.contains(request.method) ? request.method.rawValue : "_OTHER"
    let key = Key(method: method, route: context.endpointPath ?? "", status: status.code)
    state.withLock { state in
      state.active -= 1
      state.durations[key, default: Histogram()].add(seconds)
    }
  }

  private static let methods: Set<HTTPRequest.Method> = [.get, .head, .post, .put, .patch, .delete, .options]

  /// Writes the metrics, with the names of OpenTelemetry's semantic conventions for HTTP servers.
  func write(to page: inout MetricsPage) {
    let (active, durations) = state.withLock { ($0.active, $0.durations) }
    page.gauge("http_server_active_requests", "Requests in progress.", active)
    page.histogram(
      "http_server_request_duration_seconds",
      "The time from a request to the beginning of its response.",
      durations.map { key, histogram in
        let labels = [
          ("http_request_method", key.method), ("http_route", key.route),
          ("http_response_status_code", "\(key.status)"),
        ]
        return (labels, histogram)
      }
    )
  }
}

/// Numbers of seconds, counted by their size.
struct Histogram {
  /// The upper bounds. Those from 5 ms on are OpenTelemetry's; most requests of this server take less.
  static let bounds = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
  ]

  /// The numbers up to each bound and above the one before, and those above the last one.
  private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
  private(set) var sum = 0.0

  mutating func add(_ seconds: Double) {
    counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
    sum += seconds
  }
}
