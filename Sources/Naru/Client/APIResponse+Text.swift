import Foundation
import HTTPTypes

extension APIResponse {
  /// The response in UTF-8 if it declares another charset that can be converted: some servers and proxies still use EUC-KR.
  /// `nil` if nothing has to be converted. Servlets declare ISO-8859-1 even if they send UTF-8, which is hardly ever valid by chance.
  package var inUTF8: APIResponse? {
    let body = stream?.data ?? body
    guard let charset = head.headerFields.value(of: .contentType).flatMap({ MediaType($0).charset }),
      let encoding = Self.encodings[charset], charset.hasPrefix("utf-16") || String(data: body, encoding: .utf8) == nil,
      let text = String(data: body, encoding: encoding)
    else { return nil }
    return APIResponse(head: head, body: Data(text.utf8))
  }

  /// Returns the value of a body that is not JSON: text for a `String`, and `nil` for an optional if the body is blank.
  func valueOutsideOfJSON<Value>(_ type: Value.Type) -> Value? {
    let isText = type == String.self || type == String?.self && !body.isEmpty
    // Without a type it may be JSON, which is tried first.
    if isText, head.headerFields.contains(.contentType), let text = plainText { return text as? Value }
    return body.valueIfBlank(type)
  }

  /// The body of a response that is text and not JSON, such as `text/plain` and `text/csv`, or has no type, as in Node. `nil` for every
  /// other response, and for bytes that are not UTF-8.
  var plainText: String? {
    let type = head.headerFields.value(of: .contentType).map(MediaType.init)
    let isText = type.map { $0.essence.hasPrefix("text/") && !$0.isJSON }
    return isText ?? !"{[\"".utf8.contains(body.firstMark ?? 0) ? String(data: body, encoding: .utf8) : nil
  }

  /// The start of the body, for a log.
  var excerpt: String { Excerpt.text(of: inUTF8?.body ?? stream?.data ?? body) }

  /// Common charsets by their IANA names. The numbers are Core Foundation's with the high bit set, as
  /// `CFStringConvertEncodingToNSStringEncoding` returns them.
  static let encodings = [
    // Browsers also read EUC-KR as its superset, because servers send that. EUC-KR has no “똠”.
    (0x8000_0422, "euc-kr euckr ks_c_5601-1987 ksc5601 cp949 ms949 windows-949 x-windows-949"),
    (0x8000_0632, "gb18030 gbk gb2312"), (0x8000_0A03, "big5"),
    (String.Encoding.japaneseEUC.rawValue, "euc-jp"), (String.Encoding.shiftJIS.rawValue, "shift_jis windows-31j"),
    (String.Encoding.isoLatin1.rawValue, "iso-8859-1 latin1"), (String.Encoding.windowsCP1252.rawValue, "windows-1252"),
    (String.Encoding.utf16.rawValue, "utf-16"), (String.Encoding.utf16BigEndian.rawValue, "utf-16be"),
    (String.Encoding.utf16LittleEndian.rawValue, "utf-16le"),
  ].reduce(into: [String: String.Encoding]()) { encodings, row in
    for name in row.1.split(separator: " ") { encodings[String(name)] = String.Encoding(rawValue: row.0) }
  }
}

extension Data {
  /// The first byte that is neither white space nor part of a byte order mark.
  var firstMark: UInt8? { first { $0 > UInt8(ascii: " ") && ![0xEF, 0xBB, 0xBF, 0xFE, 0xFF].contains($0) } }

  /// Returns `nil` as the value of an optional type if there is nothing but white space, with or without a byte order mark.
  func valueIfBlank<Value>(_ type: Value.Type) -> Value? {
    guard first.map({ $0 <= 0x20 || $0 == 0xEF }) ?? true, let none = (type as? any AnyOptional.Type)?.none as? Value
    else {
      return nil
    }
    let rest = starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self
    return rest.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) } ? none : nil
  }
}
