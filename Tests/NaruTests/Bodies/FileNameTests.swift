import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

/// The names of files that are sent and received.
struct FileNameTests {
  @API("/files")
  struct Files: Sendable {
    @POST("/")
    var add: @Sendable (_ file: Part<Blob>) async throws -> String

    @GET("/")
    var get: @Sendable () async throws -> Blob
  }

  private func api(_ transport: some Transport) -> Files {
    .live(APIClient(InMemoryTransport.url, transport: transport))
  }

  /// Sends a file and returns its name in the form, and its name for our server.
  private func sent(_ name: String) async throws -> (form: String, server: String) {
    let server = InMemoryTransport().mounting(Files.self) { _ in
      Files(add: { $0.filename ?? "" }, get: { Blob(Data()) })
    }
    let form = Locked("")
    let relay = ClosureTransport { request in
      var request = request
      let body = try await request.content.collect(upTo: 10_000)
      form.withLock { $0 = String(decoding: body, as: UTF8.self) }
      request.stream = Blob(body, contentType: request.head.headerFields[.contentType] ?? "")
      return try await server.send(request)
    }
    let received = try await api(relay).add(Blob(Data("x".utf8), filename: name))
    let start = form.withLock { $0.components(separatedBy: "filename=\"")[1] }
    return (start.components(separatedBy: "\"")[0], received)
  }

  @Test
  func aDecomposedNameIsSentComposed() async throws {
    let name = "한글 é.txt"
    let (form, server) = try await sent(name.decomposedStringWithCanonicalMapping)
    #expect(Array(form.utf8) == Array(name.utf8) && Array(server.utf8) == Array(name.utf8))
  }

  @Test(arguments: ["a%20b.txt", "100%.txt", "한글 100%25.txt", "a+b;c='d'.txt", "a\"b.txt", "%41.txt", "'`.txt"])
  func aNameComesBackUnchanged(name: String) async throws {
    #expect(try await sent(name).server == name)
  }

  /// Fields of responses, with the names of their files.
  private static let fields: [(String, String?)] = [
    // RFC 8187. Other charsets than UTF-8 are obsolete, and servers still send them.
    ("attachment; filename*=UTF-8''%ED%95%9C%EA%B8%80%20%27.txt", "한글 '.txt"),
    ("attachment; filename=\"__.txt\"; filename*=utf-8'ko'%ED%95%9C.txt", "한.txt"),
    ("attachment; filename*=iso-8859-1''caf%E9.txt", "café.txt"), ("attachment; filename*=euc-kr''%C7%D1.txt", "한.txt"),
    ("attachment; filename=a.txt; filename*=UTF-8''%E9", "a.txt"),
    ("attachment; filename=a.txt; filename*=x-none''b", "a.txt"),
    ("attachment; filename=a.txt; filename*=UTF-8''%zz", "a.txt"),
    ("attachment; FILENAME*=\"UTF-8''%ED%95%9C.txt\"", "한.txt"),
    // RFC 2231: in parts, some of them encoded, even within a character.
    ("attachment; filename*0*=UTF-8''%ED%95%9C%EA; filename*1*=%B8%80; filename*2=\" 1%20.txt\"", "한글 1%20.txt"),
    ("attachment; filename*1=\"b.txt\"; filename*0=\"a \"", "a b.txt"),
    ("attachment; filename*1=b.txt; filename=c.txt", "c.txt"),
    // Percent-encoded without a sign of it.
    ("attachment; filename=\"%ED%95%9C%EA%B8%80%201.txt\"", "한글 1.txt"), ("inline; filename=a%20b.txt", "a b.txt"),
    ("attachment; filename=\"100%.txt\"", "100%.txt"), ("attachment; filename=\"한 100%25.txt\"", "한 100%25.txt"),
    ("form-data; name=f; filename=\"%ED%95%9C.txt\"", "한.txt"),
    ("form-data; name=f; filename=\"a%20%22b%22.txt\"", "a%20\"b\".txt"),
    // Quoted pairs.
    (#"attachment; filename="a \"b\"; c.txt""#, "a \"b\"; c.txt"), (#"attachment; filename="C:\\a\\b.txt""#, "b.txt"),
    // A name never leads to another folder.
    ("attachment; filename=\"..%2F..%2Fa.txt\"", "a.txt"), ("attachment; filename*=UTF-8''%2e%2e%5cb", "b"),
    ("attachment; filename*0=\"../\"; filename*1=\"..\"", nil), ("attachment; filename=\"a%0D%0Ab.txt\"", "ab.txt"),
    ("attachment", nil), ("", nil),
  ]

  @Test(arguments: fields)
  func aNameIsReadInItsEncodedForms(field: String, name: String?) async throws {
    let transport = ClosureTransport.status(200, "x", [.contentDisposition: field])
    #expect(try await api(transport).get().filename == name)
  }
}
