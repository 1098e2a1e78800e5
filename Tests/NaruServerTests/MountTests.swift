import HTTPTypes
import Hummingbird
import HummingbirdTesting
import InMemoryLogging
import Logging
import NIOCore
import Naru
import NaruServer
import TestSupport
import Testing

/// Contracts in a Hummingbird router. The responses of contracts themselves are tested in `NaruTests`.
struct MountTests {
  @API("/api/v1")
  struct Notes: Sendable {
    @GET("/notes")
    var list: @Sendable (_ word: String?) async throws -> [String]

    @POST("/notes", status: 201)
    var add: @Sendable (_ note: String) async throws -> String

    @POST("/notes/{id}/seen")
    var see: @Sendable (_ id: Int) async throws -> Void
  }

  @API("/api/v1")
  struct NoteRemoval: Sendable {
    @DELETE("/notes")
    var removeAll: @Sendable () async throws -> Void
  }

  @API("/tags")
  struct Tags: Sendable {
    @GET("/")
    var list: @Sendable () async throws -> [String]

    @DELETE("/{tag}")
    var remove: @Sendable (_ tag: String) async throws -> Void
  }

  @API
  struct Root: Sendable {
    @GET("/")
    var show: @Sendable () async throws -> String

    @GET("/{word}")
    var word: @Sendable (_ word: String) async throws -> String
  }

  @API("/texts")
  struct Texts: Sendable {
    @GET("/{id}", versioned: true)
    var show: @Sendable (_ id: Int) async throws -> String

    @PUT("/{id}")
    var change: @Sendable (_ id: Int, _ text: String) async throws -> String
  }

  /// Marks the responses that it sees.
  struct Marking: RouterMiddleware {
    func handle(
      _ request: Request,
      context: BasicRequestContext,
      next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
      var response = try await next(request, context)
      response.headers[.server] = "group"
      return response
    }
  }

  struct AddressedContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let remoteAddress: SocketAddress?

    init(source: ApplicationRequestContextSource) {
      coreContext = CoreRequestContextStorage(source: source)
      remoteAddress = source.channel.remoteAddress
    }
  }

  struct TenantContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    let tenant: String

    init(context: AddressedContext) throws {
      coreContext = context.coreContext
      tenant = try context.parameters.require("tenant")
    }
  }

  private func withClient(
    log: Logger = Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() },
    together: Bool = false,
    refusesOthers: Bool = false,
    _ body: @Sendable (any TestClientProtocol) async throws -> Void
  ) async throws {
    let router = Router()
    router.add(middleware: RequestLog())
    router.get("/plain") { _, _ in "plain" }
    let notes = ServedContract(Notes.self) { _ in
      Notes(list: { [$0 ?? "all"] }, add: { $0 }, see: { _ in })
    }
    if together {
      router.mount([notes, ServedContract(NoteRemoval.self) { _ in NoteRemoval(removeAll: {}) }])
    } else {
      router.mount(notes)
      router.mount(NoteRemoval.self) { _ in NoteRemoval(removeAll: {}) }
    }
    router.patch("/api/v1/notes/plain") { _, _ in "patched" }
    router.get("/api/v1/notes/{id}/seen") { _, _ in "a plain route" }
    router.get("/after") { _, _ in "after" }
    if refusesOthers { router.rejectUnmatchedRequests() }
    try await Application(router: router, logger: log).test(.router, body)
  }

  @Test(arguments: [true, false])
  func contractsAndPlainRoutesShareARouter(together: Bool) async throws {
    try await withClient(together: together) { client in
      #expect(try await client.execute(uri: "/plain", method: .get).text == "plain")
      #expect(try await client.execute(uri: "/after", method: .get).text == "after")
      #expect(try await client.execute(uri: "/api/v1/notes?word=%EB%82%98%EB%A3%A8", method: .get).text == "[\"나루\"]")
      let added = try await client.execute(uri: "/api/v1/notes", method: .post, body: ByteBuffer(string: "\"a\""))
      #expect(added.status == .created)
      #expect(try await client.execute(uri: "/api/v1/notes/7/seen", method: .post).status == .noContent)
      #expect(try await client.execute(uri: "/api/v1/notes", method: .delete).status == .noContent)
    }
  }

  @Test(arguments: [true, false])
  func allowNamesTheMethodsOfAllContracts(together: Bool) async throws {
    try await withClient(together: together) { client in
      let response = try await client.execute(uri: "/api/v1/notes", method: .patch)
      #expect(response.status == .methodNotAllowed)
      #expect(response.headers[.allow] == "DELETE, GET, HEAD, POST")
      // The contract that was mounted later does not have this path.
      let other = try await client.execute(uri: "/api/v1/notes/7/seen", method: .put)
      #expect(other.status == .methodNotAllowed)
      #expect(other.headers[.allow] == "POST")
    }
  }

  @Test(arguments: [true, false])
  func aPlainRouteMayHaveAnotherMethodOfAContractsPath(together: Bool) async throws {
    try await withClient(together: together) { client in
      let response = try await client.execute(uri: "/api/v1/notes/7/seen", method: .get)
      #expect(response.text == "a plain route")
      #expect(try await client.execute(uri: "/api/v1/notes/plain", method: .patch).text == "patched")
    }
  }

  @Test(arguments: [true, false])
  func otherRequestsAreRejectedWithTheMethodsOfPlainRoutes(together: Bool) async throws {
    try await withClient(together: together, refusesOthers: true) { client in
      let plain = try await client.execute(uri: "/plain", method: .delete)
      #expect(plain.status == .methodNotAllowed && plain.headers[.allow] == "GET")
      let shared = try await client.execute(uri: "/api/v1/notes/7/seen", method: .put)
      #expect(shared.status == .methodNotAllowed && shared.headers[.allow] == "GET, POST")
      let unknown = try await client.execute(uri: "/elsewhere", method: .get)
      #expect(unknown.status == .notFound && unknown.text.contains("\"NOT_FOUND\""))
      for (path, method) in [("/elsewhere", HTTPRequest.Method.get), ("/plain", .delete), ("/api/v1/notes", .patch)] {
        let english = try await client.execute(uri: path, method: method, headers: [.acceptLanguage: "en"])
        #expect(english.headers[.contentLanguage] == "en", "\(path)")
      }
      #expect(try await client.execute(uri: "/api/v1/nothing", method: .get).text.contains("\"NOT_FOUND\""))
      #expect(try await client.execute(uri: "/plain", method: .get).text == "plain")
    }
  }

  @Test(arguments: [true, false])
  func anUnknownPathBelowAContractIs404InItsFormat(together: Bool) async throws {
    try await withClient(together: together) { client in
      let below = try await client.execute(uri: "/api/v1/nothing?token=x", method: .get)
      #expect(below.status == .notFound)
      #expect(below.text.contains("\"NOT_FOUND\"") && !below.text.contains("token"))
      #expect(try await client.execute(uri: "/elsewhere", method: .get).status == .notFound)
    }
  }

  @Test
  func aGroupServesContractsBelowItsPathWithItsMiddleware() async throws {
    let router = Router()
    let group = router.group("v2").add(middleware: Marking())
    group.mount([
      ServedContract(Notes.self) { _ in Notes(list: { [$0 ?? "all"] }, add: { $0 }, see: { _ in }) },
      ServedContract(NoteRemoval.self) { _ in NoteRemoval(removeAll: {}) },
    ])
    group.mount(Tags.self) { _ in Tags(list: { [] }, remove: { _ in }) }
    router.get("/v2/api/v1/notes/plain") { _, _ in "plain" }
    router.get("/v2/plain") { _, _ in "plain" }
    try await Application(router: router).test(.router) { client in
      let list = try await client.execute(uri: "/v2/api/v1/notes?word=a", method: .get)
      #expect(list.text == "[\"a\"]" && list.headers[.server] == "group")
      #expect(try await client.execute(uri: "/v2/api/v1/notes/7/seen", method: .post).status == .noContent)
      #expect(try await client.execute(uri: "/v2/api/v1/notes", method: .delete).status == .noContent)
      #expect(try await client.execute(uri: "/v2/api/v1/notes", method: .head).status == .ok)
      #expect(try await client.execute(uri: "/v2/tags", method: .get).text == "[]")
      let method = try await client.execute(uri: "/v2/api/v1/notes", method: .trace)
      #expect(method.status == .methodNotAllowed && method.headers[.allow] == "DELETE, GET, HEAD, POST")
      let unknown = try await client.execute(uri: "/v2/api/v1/notes/7/nothing", method: .get)
      #expect(unknown.status == .notFound && unknown.text.contains("\"NOT_FOUND\""))
      #expect(unknown.text.contains("/v2/api/v1/notes/7/nothing"))
      #expect(try await client.execute(uri: "/v2/tags/a/b", method: .get).text.contains("\"NOT_FOUND\""))
      // Outside of the contracts' paths, and below the group without its path.
      #expect(try await client.execute(uri: "/v2/api/v1/notes/plain", method: .get).text == "plain")
      #expect(try await client.execute(uri: "/v2/plain", method: .get).text == "plain")
      #expect(try await client.execute(uri: "/api/v1/notes", method: .get).status == .notFound)
    }
  }

  @Test
  func aGroupWithoutAPathServesAContractAtTheRoot() async throws {
    let router = Router()
    router.get("/plain") { _, _ in "plain" }
    router.group().add(middleware: Marking()).mount(Root.self) { _ in Root(show: { "root" }, word: { $0 }) }
    try await Application(router: router).test(.router) { client in
      let root = try await client.execute(uri: "/", method: .get)
      #expect(root.text == "\"root\"" && root.headers[.server] == "group")
      #expect(try await client.execute(uri: "/a", method: .get).text == "\"a\"")
      let plain = try await client.execute(uri: "/plain", method: .get)
      #expect(plain.text == "plain" && plain.headers[.server] == nil)
    }
  }

  @Test(arguments: [true, false])
  func aContractsValueCanDependOnTheContext(inGroup: Bool) async throws {
    let router = Router(context: AddressedContext.self)
    if inGroup {
      router.group("/{tenant}", context: TenantContext.self).mount(Tags.self) { _, context in
        Tags(list: { [context.tenant] }, remove: { _ in })
      }
    } else {
      router.mount(Tags.self) { caller, context in
        Tags(list: { [context.remoteAddress?.ipAddress ?? "none", caller.language.rawValue] }, remove: { _ in })
      }
    }
    try await Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0))).test(.live) {
      client in
      let path = inGroup ? "/naru/tags" : "/tags"
      let response = try await client.execute(uri: path, method: .get, headers: [.acceptLanguage: "en"])
      // Without a file of hosts, `localhost` is the address of IPv6.
      let expected = inGroup ? [#"["naru"]"#] : [#"["127.0.0.1","en"]"#, #"["::1","en"]"#]
      #expect(expected.contains(response.text))
      #expect(try await client.execute(uri: path, method: .put).status == .methodNotAllowed)
    }
  }

  @Test
  func versionsAreComparedOverHTTP() async throws {
    let router = Router()
    router.mount(Texts.self) { _ in Texts(show: { "text \($0)" }, change: { _, text in text }) }
    try await Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0))).test(.live) {
      client in
      let first = try await client.execute(uri: "/texts/7", method: .get)
      let tag = try #require(first.headers[.eTag])
      let known = try await client.execute(uri: "/texts/7", method: .get, headers: [.ifNoneMatch: tag])
      #expect(known.status == .notModified && known.headers[.eTag] == tag)
      #expect(known.body.readableBytes == 0 && known.headers[.contentType] == nil)
      let body = ByteBuffer(string: "\"new\"")
      let late = try await client.execute(uri: "/texts/7", method: .put, headers: [.ifMatch: "\"old\""], body: body)
      #expect(late.status == .preconditionFailed && late.text.contains("\"code\":\"PRECONDITION_FAILED\""))
      #expect(
        try await client.execute(uri: "/texts/7", method: .put, headers: [.ifMatch: tag], body: body).text == "\"new\""
      )
    }
  }

  @Test
  func theLogHasNoQueryAndNoHeaderField() async throws {
    let log = InMemoryLogHandler()
    try await withClient(log: Logger(label: "test") { _ in log }) { client in
      _ = try await client.execute(
        uri: "/api/v1/notes?word=s3cret",
        method: .get,
        headers: [.authorization: "Bearer s3cret"]
      )
      _ = try await client.execute(uri: "/elsewhere?word=s3cret", method: .get)
    }
    #expect(log.lines.contains { $0.contains("GET /api/v1/notes 200") })
    #expect(log.lines.contains { $0.contains("GET /elsewhere 404") })
    #expect(!log.lines.contains { $0.contains("s3cret") })
  }
}

extension TestResponse {
  fileprivate var text: String { String(buffer: body) }
}
