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

  private struct Calls: Hashable {
    let endpoint: String
    let release: String
  }

  private struct State {
    var active = 0
    var durations: [Key: Histogram] = [:]
    var calls: [Calls: Int] = [:]
    /// The releases of each endpoint that are counted by their name.
    var releases: [String: Set<String>] = [:]

    /// Counts a call. A caller chooses its release, so an endpoint has a limited number of them.
    mutating func count(_ endpoint: String, _ field: String?) {
      var name = field == nil ? "none" : "other"
      let known = releases[endpoint] ?? []
      if let release = field.flatMap({ Release($0)?.description }),
        known.contains(release) || known.count < RequestMetrics.releaseLimit
      {
        releases[endpoint, default: []].insert(release)
        name = release
      }
      calls[Calls(endpoint: endpoint, release: name), default: 0] += 1
    }
  }

  private static let releaseLimit = 64
  /// The names of the endpoints by their methods and routes.
  private static let endpoints = Dictionary(
    LocalBackend.endpoints.map { ("\($0.method.rawValue) \($0.path)", $0.id) },
    uniquingKeysWith: { first, _ in first }
  )

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
    let endpoint = Self.endpoints["\(method) \(key.route)"]
    let release = HTTPField.Name("Naru-Release").flatMap { request.headers[$0] }
    state.withLock { state in
      state.active -= 1
      state.durations[key, default: Histogram()].add(seconds)
      if let endpoint { state.count(endpoint, release) }
    }
  }

  private static let methods: Set<HTTPRequest.Method> = [.get, .head, .post, .put, .patch, .delete, .options]

  /// Writes the metrics, with the names of OpenTelemetry's semantic conventions for HTTP servers.
  func write(to page: inout MetricsPage) {
    let (active, durations, calls) = state.withLock { ($0.active, $0.durations, $0.calls) }
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
    page.counter(
      "naru_server_calls_total",
      "Calls by endpoint and by the release of the app.",
      calls.map { ([("naru_endpoint", $0.key.endpoint), ("naru_release", $0.key.release)], $0.value) }
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
