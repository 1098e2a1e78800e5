import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

/// The arguments of the markers, each called and served.
struct MarkerTests {
  @Test func aDELETEHasABodyIfItSaysSo() async throws {
    var api = Repository.unimplemented
    api.remove = { ids, dry in
      #expect(ids == [1, 2] && dry)
      return ids.count
    }
    #expect(try await Repository.overHTTP(api).remove(ids: [1, 2], dry: true) == 2)
  }

  @Test func objectsInTheQueryAndTheBodyOfAGETArrive() async throws {
    let area = Area(width: 3, edge: .init(least: 1), tags: ["가", "b&c"])
    var api = Repository.unimplemented
    api.objects = { size, filter, body in
      let expected = body == nil ? nil : area
      #expect(size == expected && filter == expected)
      return (body ?? []).map { "\($0)" }
    }
    api.labels = { labels, ids in "\(labels.sorted { $0.key < $1.key }) \(ids ?? [])" }
    let repository = Repository.overHTTP(api)
    #expect(try await repository.objects(size: area, filter: area, body: [1, 2]) == ["1", "2"])
    #expect(try await repository.objects() == [])
    let labels = try await repository.labels(labels: ["a": ["1"], "b": ["2", "3"]], ids: [4, 5])
    #expect(labels == #"[(key: "a", value: ["1"]), (key: "b", value: ["2", "3"])] [4, 5]"#)
  }

  @Test func anObjectInTheQueryHasTheNameOfItsParameter() async throws {
    let sent = Locked("")
    let transport = ClosureTransport { request in
      sent.withLock { $0 = request.head.path?.removingPercentEncoding ?? "" }
      return APIResponse(head: HTTPResponse(status: .ok), body: Data(#"{"data":[]}"#.utf8))
    }
    let repository = Repository.live(APIClient(InMemoryTransport.url, transport: transport))
    let area = Area(width: 3, edge: .init(least: 1), tags: ["a", "b"])
    _ = try? await repository.objects(size: area, filter: Area(width: 3))
    let query = #"size[width]=3&size[edge][least]=1&size[tags][]=a&size[tags][]=b&filter={"width":3}"#
    #expect(sent.withLock(\.self) == "/repository/objects?\(query)")
  }

  @Test(arguments: [
    ("size[width]=a", "`size[width]` must be an integer"), ("size[width]=10", "size[width]"),
    ("size[edge][least]=a", "`size[edge][least]` must be"), ("filter={", "`filter` must be valid JSON"),
    ("filter={}&filter={}", "`filter` is given more than once"),
  ])
  func anInvalidObjectInTheQueryIsNamed(query: String, reason: String) async throws {
    let path = "/repository/objects?\(query.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? "")"
    let response = try await Repository.unimplemented.inMemory().send(.get, path)
    #expect(response.head.status == .badRequest)
    #expect(response.text.contains(reason))
  }

  @Test func aHEADEndpointReturnsHeaderFields() async throws {
    var api = Repository.unimplemented
    api.size = returns(Size(bytes: 42))
    api.content = returns(Blob(Data("나루".utf8), contentType: "text/plain"))
    #expect(try await Repository.overHTTP(api).size() == Size(bytes: 42))
    #expect(Repository.Endpoints.size.isIdempotent)
  }

  @Test func aDefaultValueIsSentByTheMethod() async throws {
    var api = Repository.unimplemented
    api.list = { page, order, size in "\(page) \(order) \(size ?? 0)" }
    let repository = Repository.overHTTP(api)
    #expect(try await repository.list() == "1 name 0")
    #expect(try await repository.list(page: 3, size: 5) == "3 name 5")
    #expect(try await repository.list(2, .date, nil) == "2 date 0")
  }

  @Test(arguments: ["README.md", "Sources/Naru/API.swift", "가나/a b", "a.b/..c"])
  func theRestOfAPathArrives(path: String) async throws {
    var api = Repository.unimplemented
    api.file = { "file \($0)" }
    #expect(try await Repository.overHTTP(api).file(path: path) == "file \(path)")
  }

  @Test(arguments: ["", "/a", "a/", "a//b", "..", "a/../b", "./a"])
  func aPathThatLeadsElsewhereIsNotSent(path: String) async throws {
    #expect(await code { try await Repository.overHTTP(.unimplemented).file(path: path) } == .encodingFailed)
  }

  @Test(arguments: ["/repository/files/a/%2E%2E/b", "/repository/files/a%2F..%2Fb", "/repository/files/a//b"])
  func aPathThatLeadsElsewhereIsRejected(target: String) async throws {
    var api = Repository.unimplemented
    api.file = { path in
      Issue.record("\(path) was served.")
      return path
    }
    #expect(try await api.inMemory().send(.get, target).head.status == .badRequest)
  }

  @Test func aLiteralSegmentIsMoreSpecificThanTheRestOfThePath() async throws {
    var api = Repository.unimplemented
    api.file = { "file \($0)" }
    api.fileInfo = returns("info")
    api.fileByName = { "name \($0)" }
    let repository = Repository.overHTTP(api)
    #expect(try await repository.file(path: "info/a") == "file info/a")
    #expect(try await repository.file(path: "info") == "info")
    #expect(try await repository.file(path: "a.svg") == "name a")
    #expect(try await repository.file(path: "a/b.svg") == "file a/b.svg")
  }

  @Test func bracketsAndSeparatorsArrive() async throws {
    var api = Repository.unimplemented
    api.find = { ids, name, tags, scopes in
      #expect(ids == [1, 2] && name == "나루" && tags == ["a", "b,c"] && scopes == ["read", "write"])
    }
    try await Repository.overHTTP(api).find(ids: [1, 2], name: "나루", tags: ["a", "b,c"], scopes: ["read", "write"])
    let path = Locked<String?>(nil)
    let transport = ClosureTransport { request in
      path.withLock { $0 = request.head.path }
      return APIResponse(head: HTTPResponse(status: .noContent))
    }
    let client = APIClient(InMemoryTransport.url, transport: transport)
    try await Repository.live(client).find(ids: [1, 2], name: "n", tags: ["a", "b"], scopes: nil)
    #expect(path.withLock { $0 } == "/repository/find?ids%5B%5D=1&ids%5B%5D=2&filter%5Bname%5D=n&tags=a%7Cb")
    #expect(await code { try await Repository.live(client).find(ids: [], name: "", tags: ["a|b"]) } == .encodingFailed)
  }

  @Test func anEndpointHasItsOwnTimeLimit() async throws {
    let limits = Locked<[Duration]>([])
    let transport = ClosureTransport { request in
      limits.withLock { $0.append(request.timeout) }
      return APIResponse(head: HTTPResponse(status: .ok), body: Data(#""x""#.utf8))
    }
    let repository = Repository.live(APIClient(InMemoryTransport.url, transport: transport, timeout: .seconds(7)))
    _ = try await repository.slow()
    _ = try await repository.list()
    _ = try await withCallOptions(timeout: .seconds(1)) { try await repository.slow() }
    #expect(limits.withLock { $0 } == [.seconds(300), .seconds(7), .seconds(1)])
  }

  @Test func aContractForClientsNeedsOneDirectionOnly() async throws {
    let transport = ClosureTransport { request in
      #expect(request.body == Data(#"{"text":"a"}"#.utf8))
      return APIResponse(head: HTTPResponse(status: .ok), body: Data(#"{"id":3}"#.utf8))
    }
    let foreign = Foreign.live(APIClient(InMemoryTransport.url, transport: transport))
    #expect(try await foreign.add(note: Outgoing(text: "a")).id == 3)
    #expect(Foreign.endpoints == [Foreign.Endpoints.add])
    #expect(Foreign.routes.isEmpty)
  }

  @Test func failsTakesAKindOrAnError() async throws {
    var api = Repository.unimplemented
    api.slow = fails(.notFound)
    #expect(await #expect(throws: APIError.self) { try await api.slow() }?.code == .notFound)
    api.slow = fails(.notFound("없습니다."))
    #expect(await #expect(throws: APIError.self) { try await api.slow() }?.message == "없습니다.")
    api.slow = fails(CancellationError())
    await #expect(throws: CancellationError.self) { try await api.slow() }
  }
}

private enum Order: String, Codable, Sendable { case name, date }

private struct Size: ResultWithHeaders, Equatable {
  var bytes: Int
  var body: String? { nil }
  var headers: HTTPFields { [.eTag: "\(bytes)"] }

  init(bytes: Int) { self.bytes = bytes }
  init(body: String?, headers: HTTPFields) throws { bytes = headers[.eTag].flatMap { Int($0) } ?? 0 }
}

@API("/repository")
private struct Repository: Sendable {
  @DELETE("/")
  var remove: @Sendable (_ ids: Body<[Int]>, _ dry: Bool) async throws -> Int
  @HEAD("/content")
  var size: @Sendable () async throws -> Size
  @GET("/content")
  var content: @Sendable () async throws -> Blob
  @GET("/", defaults: ["page": 1, "order": Order.name])
  var list: @Sendable (_ page: Int, _ order: Order, _ size: Int?) async throws -> String
  @GET("/files/{path...}")
  var file: @Sendable (_ path: String) async throws -> String
  @GET("/files/info")
  var fileInfo: @Sendable () async throws -> String
  @GET("/files/{name}.svg")
  var fileByName: @Sendable (_ name: String) async throws -> String
  @GET("/find?ids[]={ids}&filter[name]={name}")
  var find:
    @Sendable (_ ids: [Int], _ name: String, _ tags: PipeDelimited<[String]>, _ scopes: SpaceDelimited<[String]>?)
      async throws -> Void
  @GET("/objects")
  var objects:
    @Sendable (_ size: DeepObject<Area>?, _ filter: JSONEncoded<Area>?, _ body: Body<[Int]>?) async throws -> [String]
  @GET("/labels")
  var labels: @Sendable (_ labels: DeepObject<[String: [String]]>, _ ids: DeepObject<[Int]>?) async throws -> String
  @GET("/slow", timeout: .seconds(300))
  var slow: @Sendable () async throws -> String
}

@Payload
private struct Area: Sendable, Equatable {
  @Payload struct Edge: Sendable, Equatable { var least: Int? }
  @Constraints(.range(...9)) var width: Int?
  var edge: Edge?
  var tags: [String]?
}

private struct Outgoing: Encodable, Sendable { var text: String }
private struct Incoming: Decodable, Sendable { var id: Int }

@API("/foreign", serves: false)
private struct Foreign: Sendable {
  @POST("/notes")
  var add: @Sendable (_ note: Outgoing) async throws -> Incoming
}
