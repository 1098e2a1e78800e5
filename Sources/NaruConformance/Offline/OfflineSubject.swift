import Foundation
import HTTPTypes
import Naru
import NaruOffline

/// A thing of a person.
@Payload(init: true)
struct KeptNote: Sendable, Equatable {
  var id: Int
  var text: String
}

/// A thing before it has an id.
@Payload(init: true)
struct NewKeptNote: Sendable {
  var text: String
}

/// Each person's notes.
@API("/notes", auth: .required)
struct KeptNotes: Sendable {
  @GET("/")
  var list: @Sendable (_ word: String?) async throws -> [KeptNote]
  @POST("/", status: 201)
  var add: @Sendable (_ note: NewKeptNote) async throws -> KeptNote
  @PUT("/{id}")
  var replace: @Sendable (_ id: Int, _ note: NewKeptNote) async throws -> KeptNote
  @PUT("/{id}/picture")
  var draw: @Sendable (_ id: Int, _ picture: Blob) async throws -> Void
}

/// The surroundings of a check: a server, the network to it, a clock, and an app that can be started again.
final class OfflineSubject: Sendable {
  private struct Server {
    var notes: [String: [KeptNote]] = [:]
    /// The writes that were carried out, in order.
    var effects: [String] = []
    var requests = 0
    var known: [HTTPField] = []
    var isDown = false
    var lostAnswers = 0
  }

  let person = UUID().uuidString
  let other = UUID().uuidString
  private let open: OfflineConformance.Open
  private let state = Locked(Server())
  private let opened = Locked<[Offline]>([])
  private let time = Locked(Date(timeIntervalSince1970: 1_800_000_000))
  private let store = InMemoryIdempotencyStore()

  init(open: @escaping OfflineConformance.Open) {
    self.open = open
  }

  /// Whether the server can't be reached.
  var isDown: Bool {
    get { state.withLock { $0.isDown } }
    set { state.withLock { $0.isDown = newValue } }
  }

  /// The writes that the server has carried out, in order.
  var effects: [String] { state.withLock { $0.effects } }
  /// The number of requests that reached the server.
  var requests: Int { state.withLock { $0.requests } }
  /// Whether the last request asked only for what is new.
  var isRevalidation: Bool { state.withLock { !$0.known.isEmpty } }

  /// Loses the answers to requests that are carried out.
  func loseAnswers(_ count: Int) { state.withLock { $0.lostAnswers = count } }

  /// Changes what the server has, as another device does.
  func set(_ texts: String..., of person: String? = nil) {
    let notes = texts.enumerated().map { KeptNote(id: $0 + 1, text: $1) }
    state.withLock { $0.notes[person ?? self.person] = notes }
  }

  /// Advances the clock.
  func wait(_ seconds: Double) { time.withLock { $0 += seconds } }

  /// Opens what is kept of a person.
  func start(_ person: String? = nil, _ adjust: (inout OfflineOptions) -> Void = { _ in }) throws -> Offline {
    let person = person ?? self.person
    var options = OfflineOptions(contracts: [KeptNotes.self])
    options.now = { [time] in time.withLock { $0 } }
    options.random = { 1 }
    adjust(&options)
    let client = APIClient(
      InMemoryTransport.url,
      transport: Network(subject: self),
      middleware: [BearerAuthentication { Secret(person) }]
    )
    let offline = try open(person, client, options)
    opened.withLock { $0.append(offline) }
    return offline
  }

  /// Closes everything that was opened.
  func close() throws {
    for offline in opened.withLock({ $0 }) { try offline.close() }
  }

  /// The texts of a person's notes, by a policy.
  func texts(_ offline: Offline, _ policy: ReadPolicy? = nil, word: String? = nil) async throws -> Cached<[String]> {
    try await offline.read(KeptNotes.self, policy: policy) { try await $0.list(word: word).map(\.text) }
  }

  private struct Network: Transport {
    let subject: OfflineSubject

    @concurrent
    func send(_ request: APIRequest) async throws -> APIResponse {
      let (isDown, server) = (subject.isDown, subject.server)
      guard !isDown else { throw APIError(.unreachable) }
      subject.state.withLock { state in
        state.requests += 1
        state.known = request.head.headerFields.filter { $0.name == .ifNoneMatch }
      }
      let response = try await server.send(request)
      let isLost = subject.state.withLock { state in
        state.lostAnswers -= 1
        return state.lostAnswers >= 0
      }
      guard !isLost else { throw APIError(.unreachable) }
      return response
    }
  }

  private struct TokenIsID: RequestAuthenticator {
    func identity(of head: HTTPRequest, calling endpoint: Endpoint) async throws -> String? {
      head.headerFields[.authorization].map { String($0.dropFirst("Bearer ".count)) }
    }
  }

  private var server: InMemoryTransport {
    let options = ServingOptions(authenticator: TokenIsID(), idempotency: store)
    return InMemoryTransport().mounting(KeptNotes.self, options: options) { [self] caller in
      let person = try caller.require(String.self)
      return KeptNotes(
        list: { [self] word in
          state.withLock { $0.notes[person] ?? [] }.filter { word.map($0.text.contains) ?? true }
        },
        add: { [self] new in
          guard !new.text.isEmpty else { throw APIError.invalidRequest(Self.refusal) }
          return state.withLock { state in
            let note = KeptNote(id: (state.notes[person] ?? []).count + 1, text: new.text)
            state.notes[person, default: []].append(note)
            state.effects.append("add \(new.text)")
            return note
          }
        },
        replace: { [self] id, new in
          guard !new.text.isEmpty else { throw APIError.invalidRequest(Self.refusal) }
          return try state.withLock { state in
            guard let index = state.notes[person]?.firstIndex(where: { $0.id == id }) else { throw APIError(.notFound) }
            state.notes[person]?[index].text = new.text
            state.effects.append("\(id) \(new.text)")
            return KeptNote(id: id, text: new.text)
          }
        },
        draw: { [self] id, picture in
          let bytes = try await picture.collect(upTo: 1 << 20)
          state.withLock { $0.effects.append("picture \(bytes.reduce(0) { $0 &+ Int($1) }) \(bytes.count)") }
        }
      )
    }
  }

  /// The refusal of an empty text.
  static let refusal = LocalizedMessage(korean: "메모의 내용을 입력해 주세요.", english: "Enter a text for the note.")
}
