import HTTPTypes
import NIOHTTP1

extension HTTPFields {
  /// Creates the fields of a response. Those whose names are not valid are left out.
  init(received headers: HTTPHeaders) {
    self.init()
    reserveCapacity(headers.count)
    for (name, value) in headers {
      if let name = HTTPField.Name(received: name) { append(HTTPField(name: name, value: value)) }
    }
  }
}

extension HTTPField.Name {
  /// The names of most fields. Checking a name and making its lowercase form takes longer than finding it here.
  private static let usual: [HTTPField.Name] = [
    .contentType, .contentLength, .eTag, .date, .server, .cacheControl, .connection, .transferEncoding, .vary,
  ]

  fileprivate init?(received name: String) {
    guard let usual = Self.usual.first(where: { $0.rawName == name }) ?? HTTPField.Name(name) else { return nil }
    self = usual
  }
}
