import Aladin
import Foundation
import HTTPTypes
import Naru
import Local
import Testing

@Suite("Aladin's key comes from the environment")
struct AladinSettingsTests {
  /// Answers nothing, and remembers where it was sent.
  private struct Recorder: Transport {
    let addresses = Locked<[String]>([])

    func send(_ request: APIRequest) async throws -> APIResponse {
      let head = request.head
      addresses.withLock { $0.append("\(head.scheme ?? "")://\(head.authority ?? "")\(head.path ?? "")") }
      return APIResponse(head: HTTPResponse(status: .ok), body: Data(#"{"item":[]};"#.utf8))
    }
  }

  @Test("Without a key there is no shop")
  func none() throws {
    for environment in [[:], ["NARU_ALADIN_KEY": ""], ["NARU_ALADIN_URL": "http://127.0.0.1:9"]] {
      let items = try AladinItems.local(over: Recorder(), environment: environment)
      #expect(items.map { _ in true } == nil)
    }
  }

  @Test("With a key it is asked over https, or at the address that is given")
  func key() async throws {
    for (url, start) in [
      (nil, "https://www.aladin.co.kr/ttb/api/"), ("http://127.0.0.1:9", "http://127.0.0.1:9/ttb/api/"),
    ] {
      let transport = Recorder()
      var environment = ["NARU_ALADIN_KEY": "ttb a+b"]
      environment["NARU_ALADIN_URL"] = url
      let items = try #require(try AladinItems.local(over: transport, environment: environment))
      #expect(try await items.lookUp(item: ItemLookUp(isbn13: "9788937460449")).items.elements.isEmpty)
      let address = try #require(transport.addresses.withLock { $0.first })
      #expect(address.hasPrefix(start) && address.hasSuffix("&ttbkey=ttb%20a%2Bb"))
    }
  }

  @Test("An address that is none stops the start, and an insecure one is not called")
  func address() async throws {
    let environment = ["NARU_ALADIN_KEY": "ttbsecret", "NARU_ALADIN_URL": "nowhere"]
    let error = #expect(throws: LocalError.self) { try AladinItems.local(over: Recorder(), environment: environment) }
    #expect(error?.sentence.english.contains("NARU_ALADIN_URL") == true)
    #expect(!"\(error as Any)".contains("ttbsecret"))
    let open = ["NARU_ALADIN_KEY": "ttbsecret", "NARU_ALADIN_URL": "http://aladin.example"]
    let items = try #require(try AladinItems.local(over: Recorder(), environment: open))
    let refused = await #expect(throws: APIError.self) {
      try await items.lookUp(item: ItemLookUp(isbn13: "9788937460449"))
    }
    #expect(refused?.code == .insecure)
  }
}
