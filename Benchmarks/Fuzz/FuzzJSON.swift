import Foundation
import NaruJSON

/// The entry point for libFuzzer. It reads the bytes as several types; a value that can be read is written and read again.
///
/// It traps if the reader and the writer disagree; the address sanitizer traps if an access is out of bounds. See
/// `scripts/fuzz-json`.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  // A copy of exactly this size, so that the sanitizer detects any access past its end.
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
    precondition(isJSON, "A value was read from invalid JSON.")
    let written = try json.encode(value)
    let again = try json.decode(type, from: written)
    precondition(again == value, "Read differently after writing: \(String(decoding: written, as: UTF8.self))")
  } catch let DecodingError.dataCorrupted(context) {
    // Only sometimes, because redaction takes longer than the rest.
    if data.count % 64 == 1 { precondition(context.underlyingError.map { !"\($0)".isEmpty } ?? true) }
  } catch is DecodingError {
    // Refused.
  } catch is EncodingError {
    preconditionFailure("A value that was read can't be written.")
  } catch {
    preconditionFailure("Unexpected error: \(error)")
  }
}
