import Foundation
import Naru
import Testing

@Payload
struct NullPatch: Sendable, Equatable {
  var title: String?
  var milestone: Int??
  var due: Date??
}

@Payload(nulls: true)
struct WrittenNulls: Sendable, Equatable {
  var title: String?
  var milestone: Int??
}

@Payload
enum NullChange: Sendable, Equatable {
  case move(to: Int??)
}

/// Fields in which `null` and an absent field are different values.
struct NullTests {
  @Test(arguments: [
    (#"{}"#, NullPatch()), (#"{"milestone":null}"#, NullPatch(milestone: .some(nil))),
    (#"{"milestone":3}"#, NullPatch(milestone: 3)),
    (#"{"due":null}"#, NullPatch(due: .some(nil))), (#"{"title":null}"#, NullPatch()),
  ])
  func nullIsNotAnAbsentField(json: String, patch: NullPatch) throws {
    let data = Data(json.utf8)
    #expect(try direct.decode(NullPatch.self, from: data) == patch)
    #expect(try foundation.decoder.decode(NullPatch.self, from: data) == patch)
    #expect(try direct.decode(NullPatch.self, from: direct.encode(patch)) == patch)
    #expect(try foundation.decoder.decode(NullPatch.self, from: foundation.encoder.encode(patch)) == patch)
    #expect(try sorted(direct.encode(patch)) == sorted(foundation.encoder.encode(patch)))
  }

  @Test func anAbsentFieldIsNotWrittenAsNull() throws {
    #expect(try sorted(direct.encode(WrittenNulls(title: nil, milestone: nil))) == #"{"title":null}"#)
    #expect(try sorted(foundation.encoder.encode(WrittenNulls(title: nil, milestone: nil))) == #"{"title":null}"#)
    #expect(
      try sorted(direct.encode(WrittenNulls(title: nil, milestone: .some(nil)))) == #"{"milestone":null,"title":null}"#
    )
  }

  @Test(arguments: [
    (#"{"move":{}}"#, NullChange.move(to: nil)), (#"{"move":{"to":null}}"#, .move(to: .some(nil))),
    (#"{"move":{"to":3}}"#, .move(to: 3)),
  ])
  func aValueOfACaseDistinguishesThemToo(json: String, change: NullChange) throws {
    #expect(try direct.decode(NullChange.self, from: Data(json.utf8)) == change)
    #expect(try foundation.decoder.decode(NullChange.self, from: Data(json.utf8)) == change)
    #expect(try sorted(direct.encode(change)) == json)
    #expect(try sorted(foundation.encoder.encode(change)) == json)
  }
}
