import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

/// An adapter for a server whose requests can't be copied, as in the article OtherServers.
struct OtherServersTests {
  @API("/files", auth: .required)
  struct Files: Sendable {
    @GET("/{id}")
    var show: @Sendable (_ id: Int) async throws -> Blob

    @POST("/names")
    var name: @Sendable (_ name: String) async throws -> String

    @PUT("/{id}")
    var replace: @Sendable (_ id: Int, _ content: Body<Blob>) async throws -> Int
  }

  private let server = OtherServer(
    contracts: ContractDispatcher([
      ServedContract(
        Files.self,
        options: ServingOptions(authenticator: ClosureAuthenticator.everybody, maxBodySize: 20)
      ) { _ in
        Files(
          show: { id in Blob(Data("file \(id)".utf8), contentType: "text/plain") },
          name: { $0 + "!" },
          replace: { _, content in try await content.all().count }
        )
      }
    ])
  )

  private func ask(
    _ method: HTTPRequest.Method,
    _ path: String,
    _ chunks: [String] = [],
    token: String? = "a"
  ) async throws -> (response: OtherServer.Response, read: Int) {
    var head = HTTPRequest(method: method, scheme: "http", authority: "h", path: "/files/\(path)")
    if let token { head.headerFields[.authorization] = "Bearer \(token)" }
    let read = Locked(0)
    let body = OtherServer.BodyReader(chunks: chunks.map { Data($0.utf8) }) { read.withLock { $0 += 1 } }
    let response = try await server.handle(head, body)
    return (response, read.withLock { $0 })
  }

  @Test
  func jsonIsCollectedAndBytesAreStreamed() async throws {
    #expect(try await ask(.post, "names", ["\"na", "ru\""]).response.text == "\"naru!\"")
    #expect(try await ask(.put, "1", ["a", "b", "c"]).response.text == "3")
    let file = try await ask(.get, "7").response
    #expect(file.text == "file 7" && file.head.headerFields[.contentType] == "text/plain")
  }

  @Test
  func aRejectedBodyIsNotRead() async throws {
    for (method, path) in [(HTTPRequest.Method.post, "names"), (.put, "1"), (.post, "1")] {
      let (response, read) = try await ask(method, path, ["\"a\""], token: path == "1" && method == .post ? "a" : nil)
      #expect([401, 405].contains(response.head.status.code))
      #expect(read == 0)
    }
  }

  @Test
  func nothingIsReadAfterTheLimit() async throws {
    let (response, read) = try await ask(.post, "names", Array(repeating: "aaaaaaaaaa", count: 9))
    #expect(response.head.status == .contentTooLarge && read == 3)
  }

  @Test
  func aHandlerThatStopsReadingEndsTheCall() async throws {
    let (response, _) = try await ask(.put, "x", Array(repeating: "a", count: 9))
    #expect(response.head.status == .badRequest)
  }
}

/// A server in the style of those with requests that are read where they are: its reader must not leave the handler.
struct OtherServer {
  struct BodyReader: ~Copyable {
    var chunks: [Data]
    let onRead: () -> Void

    mutating func read() async throws -> Data? {
      onRead()
      return chunks.isEmpty ? nil : chunks.removeFirst()
    }
  }

  struct Response {
    var head: HTTPResponse
    var body = Data()
    var text: String { String(decoding: body, as: UTF8.self) }
  }

  let contracts: ContractDispatcher

  /// The whole adapter.
  func handle(_ head: HTTPRequest, _ body: consuming BodyReader) async throws -> Response {
    switch await contracts.accept(head) {
    case .rejected(let rejection):
      return try await write(rejection)
    case .accepted(let call):
      let type = head.headerFields[.contentType] ?? "application/octet-stream"
      switch call.body {
      case .none:
        return try await write(await call.respond { Blob(Data()) })
      case .collected(let limit):
        var bytes = Data()
        // One byte too many is enough for the call to refuse the body.
        while bytes.count <= limit, let chunk = try await body.read() { bytes += chunk }
        return try await write(await call.respond { [bytes] in Blob(bytes, contentType: type) })
      case .streamed:
        let length = head.headerFields[.contentLength].flatMap { Int($0) }
        let chunks = Handover()
        async let response = respond(call, Blob(chunks: chunks, length: length, contentType: type), chunks)
        while await chunks.isWanted() {
          do {
            guard let chunk = try await body.read() else { break }
            await chunks.give(.success(chunk))
          } catch {
            await chunks.give(.failure(BodyInterrupted(error)))
          }
        }
        await chunks.give(.success(nil))
        return try await write(await response)
      }
    }
  }

  private func respond(_ call: AcceptedCall, _ body: Blob, _ chunks: Handover) async -> APIResponse {
    let response = await call.respond { body }
    await chunks.stop()
    return response
  }

  private func write(_ response: APIResponse) async throws -> Response {
    var written = Response(head: response.head, body: response.body)
    if let stream = response.stream {
      for try await chunk in stream { written.body += chunk }
    }
    return written
  }
}

/// Hands one chunk at a time from the reader to the call.
private actor Handover: AsyncSequence, AsyncIteratorProtocol {
  private var wanting: CheckedContinuation<Data?, any Error>?
  private var giving: CheckedContinuation<Bool, Never>?
  private var isOver = false

  nonisolated func makeAsyncIterator() -> Handover { self }

  /// Called by the call: waits for the next chunk.
  func next() async throws -> Data? {
    guard !isOver else { return nil }
    return try await withCheckedThrowingContinuation { continuation in
      wanting = continuation
      giving?.resume(returning: true)
      giving = nil
    }
  }

  /// Waits until a chunk is wanted. Returns `false` if none will be.
  func isWanted() async -> Bool {
    if isOver { return false }
    if wanting != nil { return true }
    return await withCheckedContinuation { giving = $0 }
  }

  /// Gives a chunk, the end of the body, or its error.
  func give(_ chunk: Result<Data?, any Error>) {
    if case .success(.some) = chunk {} else { isOver = true }
    wanting?.resume(with: chunk)
    wanting = nil
  }

  func stop() {
    isOver = true
    giving?.resume(returning: false)
    giving = nil
  }
}
