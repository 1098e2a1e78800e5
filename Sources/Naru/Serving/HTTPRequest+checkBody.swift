import Foundation
import HTTPTypes

// The parts of a request's head that describe its body.

extension HTTPRequest {
  /// Checks the length, the encoding and the media type of the body that an endpoint reads, before it is read.
  func checkBody(of endpoint: Endpoint, _ body: AcceptedCall.Body) throws(APIError) {
    guard let limit = body.limit else { return }
    if let length = headerFields.value(of: .contentLength).flatMap({ Int($0) }), length > limit {
      throw .tooLarge(limit: limit)
    }
    try checkContentCoding()
    for parameter in endpoint.parameters {
      switch parameter.location {
      case .path, .query, .header, .cookie: continue
      case .form: return try checkContentType(is: "application/x-www-form-urlencoded")
      case .part: return try checkContentType(is: "multipart/form-data")
      case .body:
        // Without the type it is not known whether the body is JSON.
        if let type = parameter.type, type != Blob.self { try checkContentType(of: type, endpoint) }
        return
      }
    }
  }

  /// Checks that the body is text if the endpoint declares that for a value of a type, and JSON otherwise. A body without a media type
  /// is what the endpoint reads.
  func checkContentType(of type: Any.Type, _ endpoint: Endpoint) throws(APIError) {
    guard let field = headerFields.value(of: .contentType), field != "application/json" || endpoint.bodyType != nil
    else { return }
    let found = MediaType(field)
    guard endpoint.hasText(type), let declared = endpoint.bodyType else {
      guard found.isJSON, found.isUTF8 else { throw other("application/json (UTF-8)") }
      return
    }
    guard found.essence == declared.essence, found.isText else { throw other("\(declared.essence) (UTF-8)") }
  }

  /// Checks that the body is not compressed.
  func checkContentCoding() throws(APIError) {
    guard let coding = headerFields.value(of: .contentEncoding), !["", "identity"].contains(coding.lowercased())
    else { return }
    throw APIError(
      .unsupportedMediaType,
      LocalizedMessage(
        korean: "압축한 본문은 받지 않습니다: “\(coding.prefix(60))”",
        english: "The body must not be compressed: “\(coding.prefix(60))”"
      )
    )
  }

  /// Reads the body into memory.
  func collect(_ body: Blob, upTo limit: Int) async throws -> Data {
    try checkContentCoding()
    do {
      return try await body.collect(upTo: limit)
    } catch let error as APIError where error.code == .tooLarge {
      throw APIError.tooLarge(limit: limit)
    }
  }

  /// Checks that the body has a media type.
  func checkContentType(is expected: String) throws(APIError) {
    guard MediaType(headerFields.value(of: .contentType) ?? "").essence == expected else { throw other(expected) }
  }

  private func other(_ expected: String) -> APIError {
    let type = (headerFields.value(of: .contentType) ?? "").prefix(60)
    return APIError(
      .unsupportedMediaType,
      LocalizedMessage(
        korean: "본문은 \(expected) 형식이어야 합니다: “\(type)”",
        english: "The body must be \(expected), not “\(type)”."
      )
    )
  }
}
