import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Naru
import Squirret
import SquirretBackend
import Support
import Testing

/// Another team's server that uses this one as its sign-in service, as `docs/sign-in-service.md` describes.
struct SignInServiceTests {
  private static let url = "https://accounts.example.com"
  private static let secret = String(repeating: "s", count: 32)

  /// A small server of notes: `GET /notes` for people who are signed in.
  private struct NoteServer {
    let accounts: RemoteAccounts

    var router: Router<BasicRequestContext> {
      let router = Router()
      router.get("/notes") { [accounts] request, _ in
        guard let field = request.headers[.authorization], field.hasPrefix("Bearer "),
          let person = try await accounts.person(of: String(field.dropFirst("Bearer ".count)))
        else {
          return Response(status: .unauthorized, headers: [.wwwAuthenticate: "Bearer error=\"invalid_token\""])
        }
        return Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: "The notes of \(person)")))
      }
      return router
    }

    func status(_ token: String) async throws -> Int {
      try await Application(router: router).test(.router) { client in
        try await client.execute(uri: "/notes", method: .get, headers: [.authorization: "Bearer \(token)"]).status.code
      }
    }

    func text(_ token: String) async throws -> String {
      try await Application(router: router).test(.router) { client in
        let answer = try await client.execute(
          uri: "/notes",
          method: .get,
          headers: [.authorization: "Bearer \(token)"]
        )
        return String(buffer: answer.body)
      }
    }
  }

  /// The people of a sign-in service, as another server sees them.
  private actor RemoteAccounts {
    /// A request to the service.
    typealias Send =
      @Sendable (_ method: String, _ url: String, _ form: String?, _ authorization: String?) async throws
      -> (status: Int, body: Data)

    private struct Header: Decodable {
      var alg: String
      var typ: String
      var kid: String
    }

    private struct Claims: Decodable {
      var iss: String
      var aud: String
      var sub: UUID
      var exp: Double
    }

    private struct Metadata: Decodable {
      var issuer: String
      var jwks_uri: String  // swift-format-ignore: AlwaysUseLowerCamelCase
      var introspection_endpoint: String  // swift-format-ignore: AlwaysUseLowerCamelCase
    }

    private struct Keys: Decodable {
      struct Key: Decodable {
        var kid: String
        var alg: String
        var x: String
        var y: String
      }

      var keys: [Key]
    }

    private struct Introspection: Decodable {
      var active: Bool
    }

    struct Unavailable: Error {}

    private let issuer: String
    private let audience: String
    private let authorization: String
    private let send: Send
    private let now: @Sendable () -> Date
    private var metadata: Metadata?
    private var keys: [String: P256.Signing.PublicKey] = [:]
    private var keysReadAt = Date.distantPast
    /// Until when a token counts as active without asking again.
    private var active: [String: Date] = [:]

    init(
      issuer: String,
      audience: String,
      name: String,
      secret: String,
      now: @escaping @Sendable () -> Date,
      send: @escaping Send
    ) {
      self.issuer = issuer
      self.audience = audience
      authorization = "Basic " + Data("\(name):\(secret)".utf8).base64EncodedString()
      self.now = now
      self.send = send
    }

    /// Returns the person of an access token. `nil` if the token is not valid.
    func person(of token: String) async throws -> UUID? {
      guard let claims = try await verified(token), try await isActive(token) else { return nil }
      return claims.sub
    }

    /// Checks a token without asking the service (RFC 9068, section 4).
    private func verified(_ token: String) async throws -> Claims? {
      let parts = token.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 3, let head = Base64URL.decode(parts[0]), let payload = Base64URL.decode(parts[1]),
        let signature = Base64URL.decode(parts[2]),
        let header = try? JSONDecoder().decode(Header.self, from: head), header.typ == "at+jwt", header.alg == "ES256",
        let key = try await key(header.kid),
        let code = try? P256.Signing.ECDSASignature(rawRepresentation: signature),
        key.isValidSignature(code, for: Data("\(parts[0]).\(parts[1])".utf8)),
        let claims = try? JSONDecoder().decode(Claims.self, from: payload),
        claims.iss == issuer, claims.aud == audience, claims.exp > now().timeIntervalSince1970
      else { return nil }
      return claims
    }

    /// Asks the service at most once a second for each token (RFC 7662).
    private func isActive(_ token: String) async throws -> Bool {
      if let until = active[token], until > now() { return true }
      if active.count > 10_000 { active.removeAll() }
      let answer = try await send(
        "POST",
        try await discovered().introspection_endpoint,
        "token=\(token)",
        authorization
      )
      guard answer.status == 200 else { throw Unavailable() }
      let isActive = try JSONDecoder().decode(Introspection.self, from: answer.body).active
      active[token] = isActive ? now().addingTimeInterval(1) : nil
      return isActive
    }

    /// Returns a key of the service. An unknown one is fetched at most every half minute.
    private func key(_ id: String) async throws -> P256.Signing.PublicKey? {
      if let key = keys[id] { return key }
      guard now().timeIntervalSince(keysReadAt) > 30 else { return nil }
      keysReadAt = now()
      let answer = try await send("GET", try await discovered().jwks_uri, nil, nil)
      guard answer.status == 200 else { throw Unavailable() }
      for key in try JSONDecoder().decode(Keys.self, from: answer.body).keys where key.alg == "ES256" {
        guard let x = Base64URL.decode(key.x), let y = Base64URL.decode(key.y) else { continue }
        keys[key.kid] = try? P256.Signing.PublicKey(rawRepresentation: x + y)
      }
      return keys[id]
    }

    /// Reads the service's metadata once. Its issuer must be the one that was asked (RFC 8414, section 3.3).
    private func discovered() async throws -> Metadata {
      if let metadata { return metadata }
      let answer = try await send("GET", "\(issuer)/.well-known/oauth-authorization-server", nil, nil)
      guard answer.status == 200 else { throw Unavailable() }
      let new = try JSONDecoder().decode(Metadata.self, from: answer.body)
      guard new.issuer == issuer else { throw Unavailable() }
      metadata = new
      return new
    }
  }

  /// Starts the service. Without a configured key, it has its own, which is not for other servers before the first rotation.
  private static func service(audience: String = "notes", keys: [SigningKey]? = nil) async throws -> Fixture {
    let new = try await SigningKey.es256()
    return try await Fixture {
      $0.publicURL = url
      $0.issuer = url
      $0.audience = audience
      $0.signingKeys = keys ?? [new]
      $0.introspectionClients = ["notes": Secret(secret)]
    }
  }

  /// Starts the other server. Its requests reach the service without a network, and are counted by their path.
  private static func notes(
    _ fixture: Fixture,
    issuer: String = url,
    secret: String = secret,
    requests: Locked<[String]> = Locked([])
  ) -> NoteServer {
    let clock = fixture.clock
    return NoteServer(
      accounts: RemoteAccounts(
        issuer: issuer,
        audience: "notes",
        name: "notes",
        secret: secret,
        now: { clock.withLock { $0 } },
        send: { method, url, form, authorization in
          let path = url.replacing("https://accounts.example.com", with: "")
          requests.withLock { $0.append(path) }
          var headers: HTTPFields = [:]
          headers[.authorization] = authorization
          if form != nil { headers[.contentType] = "application/x-www-form-urlencoded" }
          let answer = try await TestBrowser(fixture).send(
            method == "POST" ? .post : .get,
            path,
            text: form ?? "",
            headers: headers
          )
          return (answer.status.code, Data(answer.body.utf8))
        }
      )
    )
  }

  @Test
  func anotherServerAcceptsOurTokensUntilTheSessionEnds() async throws {
    let fixture = try await Self.service()
    let requests = Locked<[String]>([])
    let notes = Self.notes(fixture, requests: requests)
    let pair = try await fixture.signIn()
    let token = pair.accessToken.revealed
    let person = try await fixture.accounts(pair.accessToken).me().id
    for _ in 0..<50 { #expect(try await notes.text(token) == "The notes of \(person)") }
    // Fifty requests within a second cost one question.
    #expect(
      requests.withLock { $0 } == [
        "/.well-known/oauth-authorization-server", "/api/auth/.well-known/jwks.json", "/oauth2/introspect",
      ]
    )
    fixture.wait(1)
    #expect(try await notes.status(token) == 200)
    _ = try await fixture.accounts(pair.accessToken).logout(request: nil)
    fixture.wait(1)
    #expect(try await notes.status(token) == 401)
    // A token of a session that has ended before the first request is refused at once.
    let other = try await fixture.signIn()
    try await fixture.identity.setDisabled(true, person: person)
    #expect(try await notes.status(other.accessToken.revealed) == 401)
  }

  @Test
  func anotherServerRefusesOtherTokens() async throws {
    let key = try await SigningKey.es256()
    let fixture = try await Self.service(keys: [key])
    let notes = Self.notes(fixture)
    let pair = try await fixture.signIn()
    let token = pair.accessToken.revealed
    #expect(try await notes.status(token) == 200)
    for wrong in ["", "x", pair.refreshToken.revealed, token + "A", String(token.dropLast(4)) + "AAAA"] {
      #expect(try await notes.status(wrong) == 401)
    }
    // A token for another audience, one of another service, and an expired one.
    let elsewhere = try await Self.service(audience: "chat", keys: [key])
    #expect(try await notes.status(elsewhere.signIn().accessToken.revealed) == 401)
    #expect(try await notes.status(Self.service().signIn().accessToken.revealed) == 401)
    fixture.wait(86_400)
    #expect(try await notes.status(token) == 401)
  }

  @Test
  func anotherServerFollowsAChangeOfKeys() async throws {
    let fixture = try await Self.service(keys: [])
    try await fixture.operations.rotateSigningKey()
    let notes = Self.notes(fixture)
    #expect(try await notes.status(fixture.signIn().accessToken.revealed) == 200)
    try await fixture.operations.rotateSigningKey()
    fixture.wait(31)
    #expect(try await notes.status(fixture.signIn().accessToken.revealed) == 200)
  }

  @Test
  func aServiceWithAnotherIssuerAndAWrongSecretAreFailures() async throws {
    let fixture = try await Self.service()
    let token = try await fixture.signIn().accessToken.revealed
    #expect(try await Self.notes(fixture, issuer: "https://accounts.example.com/").status(token) == 500)
    #expect(try await Self.notes(fixture, secret: "wrong").status(token) == 500)
  }
}
