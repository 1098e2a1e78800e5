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

  @Test func aSuccessHasAllFourFields() throws {
    #expect(
      try object(DockDockFormat.encode(["a": 1]))
        == ["success": true, "message": NSNull(), "data": ["a": 1], "error": NSNull()]
    )
    #expect(
      try object(DockDockFormat.emptySuccess.body)
        == ["success": true, "message": NSNull(), "data": NSNull(), "error": NSNull()]
    )
  }

  @Test func aFailureHasAllFourFields() throws {
    #expect(
      try object(DockDockFormat.encode(ServerFailure(code: "BOOK_NOT_FOUND", message: "없습니다."), status: .notFound))
        == ["success": false, "message": "없습니다.", "data": NSNull(), "error": "BOOK_NOT_FOUND"]
    )
  }

  @Test(arguments: [
    (400, "VALIDATION_ERROR"), (401, "UNAUTHORIZED"), (403, "FORBIDDEN"), (404, "NOT_FOUND"), (409, "DUPLICATE_ENTRY"),
    (500, "INTERNAL_ERROR"), (405, "METHOD_NOT_ALLOWED"),
  ])
  func aStatusHasItsCode(status: Int, code: String) throws {
    let data = try DockDockFormat.encode(ServerFailure(), status: .init(code: status))
    #expect(try object(data)["error"] as? String == code)
  }

  @Test func valuesRoundTrip() throws {
    #expect(try DockDockFormat.decode([Int].self, from: DockDockFormat.encode([1, 2])) == [1, 2])
    #expect(try DockDockFormat.decode(Int?.self, from: DockDockFormat.emptySuccess.body) == nil)
  }

  @Test func aFailureUnder200IsAFailure() throws {
    let body = Data(#"{"success":false,"message":"안 됩니다.","data":null,"error":"NOPE"}"#.utf8)
    #expect(throws: ServerFailure(code: "NOPE", message: "안 됩니다.")) { try DockDockFormat.decode(Int.self, from: body) }
    #expect(throws: ServerFailure(code: "NOPE", message: "안 됩니다.")) { try DockDockFormat.checkSuccess(body) }
  }

  @Test(arguments: ["", "null", "{}", "<html>", #"{"success":"no"}"#, #"{"success":true,"data":null}"#])
  func otherBodiesAreNotFailures(body: String) throws {
    #expect(DockDockFormat.decodeFailure(from: Data(body.utf8)) == nil)
    try DockDockFormat.checkSuccess(Data(body.utf8))
  }

  @Test func aFailureWithAnUnknownKindOfCodeKeepsItsSentence() {
    let body = Data(#"{"success":false,"message":"안 됩니다.","error":42}"#.utf8)
    #expect(DockDockFormat.decodeFailure(from: body) == ServerFailure(code: "42", message: "안 됩니다."))
  }
}
