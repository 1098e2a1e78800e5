import DockDock
import Foundation
import HTTPTypes
import Naru
import Testing

/// DockDock's envelope, on which other clients depend.
struct DockDockFormatTests {
  private func object(_ data: Data) throws -> NSDictionary {
    try #require(try JSONSerialization.jsonObject(with: data) as? NSDictionary)
  }

  @Test(arguments: [
    (400, "VALIDATION_ERROR"), (401, "UNAUTHORIZED"), (403, "FORBIDDEN"), (404, "NOT_FOUND"), (409, "DUPLICATE_ENTRY"),
    (500, "INTERNAL_ERROR"), (405, "METHOD_NOT_ALLOWED"),
  ])
  func aStatusHasItsCode(status: Int, code: String) throws {
    let data = try DockDockFormat.encode(ServerFailure(), status: .init(code: status))
    #expect(try object(data)["error"] as? String == code)
  }

  @Test func aFailureWithAnUnknownKindOfCodeKeepsItsSentence() {
    let body = Data(#"{"success":false,"message":"안 됩니다.","error":42}"#.utf8)
    #expect(DockDockFormat.decodeFailure(from: body) == ServerFailure(code: "42", message: "안 됩니다."))
  }
}
