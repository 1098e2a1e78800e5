import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Local
import Testing

struct CoverMiddlewareTests {
  private func test(_ body: @escaping @Sendable (any TestClientProtocol) async throws -> Void) async throws {
    let backend = try await LocalBackend(storage: .memory)
    try backend.addBooks("isbn13,title\n9788966260959,클린 코드\n")
    try await Application(router: backend.router()).test(.live) { try await body($0) }
  }

  @Test func coversAreDrawnAsPNGInTwoSizes() async throws {
    try await test { client in
      for name in ["9788966260959.png", "9788966260959-600.png"] {
        let cover = try await client.execute(uri: "/covers/\(name)", method: .get)
        #expect(cover.status == .ok && cover.headers[.contentType] == "image/png")
        #expect(cover.headers[.xContentTypeOptions] == "nosniff")
        #expect(cover.body.readableBytesView.prefix(4).elementsEqual([0x89, 0x50, 0x4E, 0x47]))
      }
    }
  }

  @Test func headHasTheLengthWithoutTheContent() async throws {
    try await test { client in
      let cover = try await client.execute(uri: "/covers/9788966260959.png", method: .get)
      let head = try await client.execute(uri: "/covers/9788966260959.png", method: .head)
      #expect(head.status == .ok && head.body.readableBytes == 0)
      #expect(head.headers[.contentLength] == "\(cover.body.readableBytes)")
      #expect(head.headers[.eTag] == cover.headers[.eTag])
    }
  }

  @Test(arguments: ["%", "W/%", "\"other\", %", "\"a\",W/%", "*"])
  func aKnownCoverIsNotSentAgain(form: String) async throws {
    try await test { client in
      let uri = "/covers/9788966260959.png"
      let cover = try await client.execute(uri: uri, method: .get)
      let tag = try #require(cover.headers[.eTag])
      let known: HTTPFields = [.ifNoneMatch: form.replacingOccurrences(of: "%", with: tag)]
      let again = try await client.execute(uri: uri, method: .get, headers: known)
      #expect(again.status == .notModified && again.body.readableBytes == 0 && again.headers[.eTag] == tag)
      let other = try await client.execute(uri: uri, method: .get, headers: [.ifNoneMatch: "\"\(tag)x\""])
      #expect(other.status == .ok)
      let large = try await client.execute(uri: "/covers/9788966260959-600.png", method: .get)
      #expect(large.headers[.eTag] != tag)
    }
  }

  @Test func otherMethodsAndUnknownBooksAreRejected() async throws {
    try await test { client in
      for method in [HTTPRequest.Method.post, .put, .delete, .patch, .options] {
        let answer = try await client.execute(uri: "/covers/9788966260959.png", method: method)
        #expect(answer.status == .methodNotAllowed && answer.headers[.allow] == "GET, HEAD")
      }
      for name in ["9788900000008.png", "nothing.png", "9788966260959.svg", ".png", "a/b.png"] {
        #expect(try await client.execute(uri: "/covers/\(name)", method: .get).status == .notFound, "\(name)")
      }
    }
  }
}
