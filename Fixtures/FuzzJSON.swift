import Foundation
import NaruJSON

/// The entry point for libFuzzer. It reads the bytes as several types; a value that can be read is written and read again. It reads and
/// writes them as texts, too, and compares these with Foundation's.
///
/// It traps if the reader disagrees with the writer or with Foundation; the address sanitizer traps if an access is out of bounds. See
/// `scripts/test fuzz json`.
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
  check([ExtensibleEnum<Status>].self, data, isJSON)
  check([Lenient<Int64>].self, data, isJSON)
  check([String].self, data, isJSON)
  check([Double].self, data, isJSON)
  check([Date].self, data, isJSON)
  checkReading(data)
  checkReading(Data("[\"".utf8) + data + Data("\"]".utf8))
  checkWriting(String(decoding: data, as: UTF8.self))
  return 0
}

/// Checks that Foundation reads the same texts, and that only invalid JSON is refused.
private func checkReading(_ data: Data) {
  let found = try? json.decode([String].self, from: data)
  // Foundation also reads what is no JSON, and StrictJSON knows no byte order mark.
  let document = [UInt8](data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data)
  let expected = StrictJSON.accepts(document) ? try? JSONDecoder().decode([String].self, from: data) : nil
  // Foundation doesn't read half a surrogate pair.
  if expected == nil, found?.contains(where: { $0.contains("\u{FFFD}") }) == true { return }
  precondition(found?.map { Array($0.utf8) } == expected?.map { Array($0.utf8) }, "Foundation reads other texts.")
}

/// Checks that Foundation reads a text as it was before it was written.
private func checkWriting(_ text: String) {
  let read = (try? json.encode([text])).flatMap { try? JSONDecoder().decode([String].self, from: $0) }
  precondition(read?.first?.utf8.elementsEqual(text.utf8) == true, "Foundation reads another text than was written.")
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
