import Foundation
import NaruJSON

/// What libFuzzer calls: any bytes are read in every way there is, and what can be read is written and read again.
///
/// It ends the process where the reader and the writer contradict each other; the address sanitizer ends it where an access
/// leaves the bytes. See `scripts/fuzz-json`.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  // A copy of exactly this size, behind which the sanitizer watches.
  let data = Data(bytes: bytes, count: count)
  let isJSON = (try? json.read(data) { reader throws(JSONError) in try reader.skipValue() }) != nil
  check(Everything.self, data, isJSON)
  check([Inner].self, data, isJSON)
  check([String: [Page<Old>?]].self, data, isJSON)
  check(Event.self, data, isJSON)
  check([Double: Decimal].self, data, isJSON)
  check(Lossy<[Everything]>.self, data, isJSON)
  check([Open<Status>].self, data, isJSON)
  check([NumberFromText<Int64>].self, data, isJSON)
  check([String].self, data, isJSON)
  check([Double].self, data, isJSON)
  check([Date].self, data, isJSON)
  return 0
}

private let json = JSONCoding()

private func check<Value: Payload & Equatable>(_ type: Value.Type, _ data: Data, _ isJSON: Bool) {
  do {
    let value = try json.decode(type, from: data)
    precondition(isJSON, "A value was read from what is no JSON.")
    let written = try json.encode(value)
    let again = try json.decode(type, from: written)
    precondition(again == value, "What was written is read differently: \(String(decoding: written, as: UTF8.self))")
  } catch let DecodingError.dataCorrupted(context) {
    // Now and then, because it looks for secrets, which takes longer than all the rest.
    if data.count % 64 == 1 { precondition(context.underlyingError.map { !"\($0)".isEmpty } ?? true) }
  } catch is DecodingError {
    // Said no.
  } catch is EncodingError {
    preconditionFailure("A value that was read can't be written.")
  } catch {
    preconditionFailure("Another error came: \(error)")
  }
}
