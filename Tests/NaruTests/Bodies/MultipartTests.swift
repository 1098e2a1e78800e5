import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

/// A form with files, tested through a contract.
@API("/uploads")
private struct Uploads: Sendable {
  @POST("")
  var add: @Sendable (_ file: Part<[Blob]>, _ text: Part<String>?) async throws -> String
}

struct MultipartTests {
  /// Responds with a line that describes what it received.
  private static let server = InMemoryTransport().mounting(
    Uploads.self,
    options: ServingOptions(maxBodySize: 1000, maxUploadSize: 1_000_000)
  ) { _ in
    Uploads { files, text in
      var lines = files.isEmpty ? ["none"] : []
      for file in files {
        let bytes = try await file.collect(upTo: 1_000_000)
        lines.append("\(file.filename ?? "-") \(file.contentType) \(bytes.base64EncodedString())")
      }
      return lines.joined(separator: "|") + "; \(text ?? "-")"
    }
  }

  /// Sends bytes as they are, in pieces of a size, and returns the response.
  private func send(_ body: Data, pieces: Int = 1 << 30, boundary: String = "b") async throws -> (
    status: Int, text: String
  ) {
    let type = "multipart/form-data; boundary=\(boundary)"
    var head = HTTPRequest(method: .post, scheme: "http", authority: "h", path: "/uploads")
    head.headerFields[.contentType] = type
    var request = APIRequest(endpoint: Uploads.Endpoints.add, head: head)
    request.stream = Blob(body, inPiecesOf: pieces, contentType: type)
    let response = try await Self.server.send(request)
    return (response.head.status.code, response.text)
  }

  @Test(arguments: 0..<60)
  func anyBytesInAnyPiecesComeBack(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    // Line breaks and hyphens are easily mistaken for a boundary.
    let alphabet = Array("\r\n--ab".utf8)
    let files = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      let bytes = (0..<Int.random(in: 0...400, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? 0 }
      return Blob(
        Data(bytes),
        contentType: "image/png",
        filename: ["a.png", "나\"루.png", "x\r\ny"].randomElement(using: &random)
      )
    }
    let size = Int.random(in: 1...70, using: &random)
    let relay = ClosureTransport { request in
      var request = request
      let body = try await request.content.collect(upTo: 1 << 20)
      // The announced length has to be the actual one.
      if let told = request.stream?.length, told != body.count { throw APIError(.unknown) }
      let type = request.head.headerFields[.contentType] ?? ""
      request.stream = Blob(body, inPiecesOf: size, contentType: type)
      return try await Self.server.send(request)
    }
    let api = Uploads.live(APIClient(InMemoryTransport.url, transport: relay))
    var expected: [String] = files.isEmpty ? ["none"] : []
    for file in files {
      let name = file.filename?.filter { !$0.isNewline } ?? "file"
      expected.append("\(name) image/png \(try await file.collect(upTo: 1000).base64EncodedString())")
    }
    #expect(try await api.add(files, "글\(seed)") == expected.joined(separator: "|") + "; 글\(seed)")
  }

  @Test(arguments: [1, 7, 1000])
  func formsOfOtherClientsAreRead(pieces: Int) async throws {
    let body = """
      A preamble, which is ignored.\r
      --b  \r
      content-disposition: form-data; NAME=file; filename="C:\\temp\\a;b.txt"\r
      CONTENT-TYPE: text/plain; charset=utf-8\r
      X-Other: 1\r
      \r
      one\r
      --b\r
      Content-Disposition: form-data; name="text"\r
      \r
      글\r
      --b--\r
      An epilogue.
      """
    let (status, text) = try await send(Data(body.utf8), pieces: pieces)
    #expect(status == 200)
    #expect(text == "\"a;b.txt text/plain; charset=utf-8 b25l; 글\"")
    // The last boundary without a line break after it.
    let short = "--b\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\nx\r\n--b--"
    #expect(try await send(Data(short.utf8), pieces: pieces).text == "\"none; x\"")
  }

  @Test(
    arguments: [
      ("", "b", "is truncated"),
      ("no boundary at all", "b", "is truncated"),
      ("--b\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\ncut", "b", "is truncated"),
      ("--b\r\nContent-Disposition: form-data; name=\"file\"", "b", "is truncated"),
      ("--b\r\nno header\r\n\r\nx\r\n--b--", "b", "a part with a malformed header"),
      ("--b\r\nContent-Type: text/plain\r\n\r\nx\r\n--b--", "b", "a part with a malformed header"),
      ("--bx\r\n\r\n\r\n--b--", "b", "The boundary"),
      ("--b--", "", "The boundary"),
      (
        "--b\r\nX: \(String(repeating: "x", count: 40_000))\r\n\r\nx\r\n--b--", "b", "a part with a malformed header"
      ),
    ]
  )
  func aBodyThatIsNotAFormIsRejectedWithASentence(body: String, boundary: String, localizedMessage: String) async throws
  {
    for pieces in [1, 1000] where body.count < 1000 || pieces > 1 {
      let (status, text) = try await send(Data(body.utf8), pieces: pieces, boundary: boundary)
      #expect(status == 400)
      #expect(text.contains(localizedMessage), "\(text)")
    }
  }

  @Test
  func theSizeOfAllFieldsAndTheNumberOfPartsAreLimited() async throws {
    let field = "--b\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\n\(String(repeating: "x", count: 600))\r\n"
    #expect(try await send(Data("\(field)\(field)--b--".utf8)).status == 413)
    let part = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n\r\n"
    let many = try await send(Data((String(repeating: part, count: 1001) + "--b--").utf8))
    #expect(many.status == 400)
    #expect(many.text.contains("at most 1000 parts"))
  }

  /// 2 MB of text before the first boundary, and after the last one, which is not read.
  @Test
  func theTextOutsideOfThePartsCounts() async throws {
    let text = String(repeating: "x", count: 2_000_000)
    let form = "--b\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\nx\r\n--b--"
    #expect(try await send(Data("\(text)\r\n\(form)".utf8), pieces: 10_000).status == 413)
    #expect(try await send(Data("\(form)\r\n\(text)".utf8), pieces: 10_000).status == 200)
  }

  /// Each byte was compared again for each piece, and copied again for each line, which took minutes.
  @Test(.timeLimit(.minutes(1)))
  func theTimeForHeadsGrowsOnlyWithTheirLength() async throws {
    let line = "X: y\r\n"
    let part =
      "--b\r\nContent-Disposition: form-data; name=\"other\"\r\n\(String(repeating: line, count: 2500))\r\nx\r\n"
    let form = Data("\(String(repeating: part, count: 60))--b--".utf8)
    #expect(try await send(form).status == 200)
    #expect(try await send(form.prefix(30_000), pieces: 1).status == 400)
  }
}
