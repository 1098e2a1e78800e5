import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

/// Downloads that go on where they stopped.
struct DownloadTests {
  @API("/maps")
  struct Maps: Sendable {
    @GET("/{id}")
    var file: @Sendable (_ id: Int) async throws -> Blob
  }

  @API("")
  struct Links: Sendable {
    @GET("/{link...}")
    var file: @Sendable (_ link: LinkURL) async throws -> Blob
  }

  /// A server of one file, which breaks each response off after some bytes.
  private actor FileServer {
    var content: Data
    var tag: String?
    var limit: Int
    private(set) var ranges: [String?] = []

    init(_ content: String, tag: String?, breakingOffAfter limit: Int = .max) {
      self.content = Data(content.utf8)
      self.tag = tag
      self.limit = limit
    }

    func change(to content: String, tag: String?) {
      self.content = Data(content.utf8)
      self.tag = tag
    }

    func send(breakingOffAfter limit: Int) { self.limit = limit }

    func respond(to request: APIRequest) -> APIResponse {
      let range = request.head.headerFields[.range]
      ranges.append(range)
      var (status, start) = (HTTPResponse.Status.ok, 0)
      var head = HTTPResponse(status: .ok, headerFields: [.contentType: "application/zip"])
      head.headerFields[.eTag] = tag
      if let range, request.head.headerFields[.ifRange] == tag, let from = Int(range.dropFirst(6).dropLast()) {
        guard from < content.count else { return APIResponse(head: HTTPResponse(status: .rangeNotSatisfiable)) }
        (status, start) = (.partialContent, from)
        head.headerFields[.contentRange] = "bytes \(from)-\(content.count - 1)/\(content.count)"
      }
      head.status = status
      let rest = content[start...]
      let (bytes, isBroken) = (rest.prefix(limit), rest.count > limit)
      let chunks = AsyncThrowingStream<Data, any Error> { stream in
        stream.yield(Data(bytes))
        stream.finish(throwing: isBroken ? APIError(.unreachable) : nil)
      }
      var response = APIResponse(head: head, body: Data())
      response.stream = Blob(chunks: chunks, length: rest.count, contentType: "application/zip")
      return response
    }
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func download(from server: FileServer, upTo limit: Int = 100) async throws -> String {
    let maps = Maps.live(over: ClosureTransport { await server.respond(to: $0) })
    let file = folder.url.appending(path: "map.zip")
    let count = try await Blob.download(to: file, upTo: limit) { try await maps.file(7) }
    let content = try String(contentsOf: file, encoding: .utf8)
    #expect(content.utf8.count == count)
    return content
  }

  @Test func aDownloadContinuesWhereItStopped() async throws {
    let server = FileServer("0123456789", tag: "\"a\"", breakingOffAfter: 4)
    for _ in 0..<2 { await #expect(throws: APIError.self) { try await download(from: server) } }
    #expect(folder.names == ["map.zip.part", "map.zip.part-tag"])
    #expect(try await download(from: server) == "0123456789")
    #expect(await server.ranges == [nil, "bytes=4-", "bytes=8-"])
    #expect(folder.names == ["map.zip"])
  }

  @Test func aFileThatHasChangedIsReceivedWhole() async throws {
    let server = FileServer("0123456789", tag: "\"a\"", breakingOffAfter: 4)
    await #expect(throws: APIError.self) { try await download(from: server) }
    await server.change(to: "abc", tag: "\"b\"")
    #expect(try await download(from: server) == "abc")
    #expect(folder.names == ["map.zip"])
  }

  @Test(arguments: [("\"b\"", "abcdef"), ("\"a\"", "456")])
  func onlyTheWholeRestOfTheSameVersionIsTheEnd(tag: String, rest: String) async throws {
    let server = FileServer("0123456789", tag: "\"a\"", breakingOffAfter: 4)
    await #expect(throws: APIError.self) { try await download(from: server) }
    let other = ClosureTransport.status(206, rest, [.eTag: tag, .contentRange: "bytes 4-9/10"])
    let file = folder.url.appending(path: "map.zip")
    _ = try? await Blob.download(to: file, upTo: 100) { try await Maps.live(over: other).file(7) }
    #expect(!folder.names.contains("map.zip"))
    await server.send(breakingOffAfter: .max)
    #expect(try await download(from: server) == "0123456789")
  }

  @Test func aFileThatIsShorterNowIsReceivedWhole() async throws {
    let server = FileServer("0123456789", tag: "\"a\"", breakingOffAfter: 4)
    await #expect(throws: APIError.self) { try await download(from: server) }
    await server.change(to: "ab", tag: "\"a\"")
    #expect(try await download(from: server) == "ab")
  }

  @Test(arguments: [nil, "W/\"a\""])
  func bytesWithoutAStrongVersionAreNotKept(tag: String?) async throws {
    let server = FileServer("0123456789", tag: tag, breakingOffAfter: 4)
    await #expect(throws: APIError.self) { try await download(from: server) }
    #expect(folder.names == [])
    await server.send(breakingOffAfter: .max)
    #expect(try await download(from: server) == "0123456789")
    #expect(await server.ranges == [nil, nil])
  }

  @Test func aPageInsteadOfTheRestIsAnErrorAndLosesNothing() async throws {
    let server = FileServer("0123456789", tag: "\"a\"", breakingOffAfter: 4)
    await #expect(throws: APIError.self) { try await download(from: server) }
    let page = ClosureTransport.status(200, "<html>Sign in</html>", [.contentType: "text/html"])
    let file = folder.url.appending(path: "map.zip")
    let error = await #expect(throws: APIError.self) {
      try await Blob.download(to: file, upTo: 100) { try await Maps.live(over: page).file(7) }
    }
    #expect(error?.code == .decodingFailed)
    await server.send(breakingOffAfter: .max)
    #expect(try await download(from: server) == "0123456789")
    #expect(await server.ranges == [nil, "bytes=4-"])
  }

  @Test func aDownloadFromAnotherServerContinues() async throws {
    let server = FileServer("0123456789", tag: "\"a\"", breakingOffAfter: 4)
    let fields = Locked<[HTTPFields]>([])
    let transport = ClosureTransport { request in
      fields.withLock { $0.append(request.head.headerFields) }
      return await server.respond(to: request)
    }
    let file = folder.url.appending(path: "map.zip")
    let link = LinkURL("https://cdn.example.com/map.zip?Signature=s")
    let client = APIClient(InMemoryTransport.url, transport: transport)
    for _ in 0..<3 {
      _ = try? await Blob.download(to: file, upTo: 100) { try await Links.live(client).file(link: link) }
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == "0123456789")
    #expect(fields.withLock { $0.map { $0[.range] } } == [nil, "bytes=4-", "bytes=8-"])
    // A range would be one of the compressed bytes.
    #expect(fields.withLock { $0.allSatisfy { $0[.acceptEncoding] == "identity" } })
  }

  @Test func theLimitIsOfTheWholeFile() async throws {
    let server = FileServer("0123456789", tag: "\"a\"", breakingOffAfter: 4)
    await #expect(throws: APIError.self) { try await download(from: server, upTo: 12) }
    await server.change(to: "0123456789abc", tag: "\"a\"")
    #expect(await code { try await download(from: server, upTo: 12) } == .tooLarge)
    #expect(folder.names == [])
  }
}
