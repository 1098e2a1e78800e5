import Foundation
import HTTPTypes

// Calls whose response is a stream.

extension APIClient {
  /// Sends a call whose response is bytes. They are received while they are read, which also throws ``APIError``.
  @concurrent
  @_disfavoredOverload  // The statement `try await client.send(call)` has no value.
  public func send(_ call: OutgoingCall) async throws(APIError) -> Blob {
    try await stream(call, BytesReader.self, accept: "*/*").body
  }

  /// Sends a call whose response is bytes and header fields. The bytes are received while they are read, which also throws ``APIError``.
  @concurrent
  public func send<Value: ResultWithHeaders>(_ call: OutgoingCall) async throws(APIError) -> Value
  where Value.Body == Blob {
    let response = try await stream(call, BytesReader.self, accept: "*/*")
    do {
      return try Value(body: response.body, headers: response.head.headerFields)
    } catch {
      let error = APIError(unreadable: APIResponse(head: response.head), underlyingError: error)
      throw APIError(error, calling: call.endpoint, with: response.request)
    }
  }

  /// Sends a call whose response is a stream of values. They are received while they are read, which also throws ``APIError``.
  @concurrent
  public func send<Stream: StreamedResult>(_ call: OutgoingCall) async throws(APIError) -> Stream {
    let expected = Stream.mediaTypes[0]
    let (blob, head, request) = try await stream(call, StreamReader.self, accept: expected, isQuiet: true)
    guard head.status == .noContent || Stream.mediaTypes.contains(MediaType(blob.contentType).essence) else {
      let start = (try? await blob.collect(upTo: request.maxResponseSize)) ?? Data()
      let response = APIResponse(head: HTTPResponse(status: .ok), body: start)
      let problem = UnexpectedMediaType(expected: expected, found: blob.contentType)
      let error = APIError(unreadable: response, of: call.endpoint, underlyingError: problem)
      throw APIError(error, calling: call.endpoint, with: request)
    }
    return Stream(receiving: blob, json: call.endpoint.format.json, limit: request.maxResponseSize) { error, text in
      let response = APIResponse(head: HTTPResponse(status: .ok), body: Data(text.utf8))
      let problem = error as? APIError ?? APIError(unreadable: response, of: call.endpoint, underlyingError: error)
      return APIError(problem, calling: call.endpoint, with: request)
    }
  }

  /// Sends a call and returns the body of its response as a stream.
  private func stream<Reader: ResponseReader>(
    _ call: OutgoingCall,
    _: Reader.Type,
    accept: String,
    isQuiet: Bool = false
  ) async throws(APIError) -> (body: Blob, head: HTTPResponse, request: APIRequest) {
    var request = try request(for: call)
    request.streamsResponse = true
    if isQuiet, CallOptions.current.timeout == nil {
      request.firstByteTimeout = request.firstByteTimeout ?? request.timeout
      request.timeout = .seconds(24 * 60 * 60)
    }
    if call.headers[.accept] == nil, CallOptions.current.headers[.accept] == nil {
      request.head.headerFields[.accept] = accept
    }
    let response = try await send(request, of: call.endpoint, reading: Reader.self).response
    let fields = response.head.headerFields
    let blob = response.stream ?? Blob(response.body, contentType: fields[.contentType] ?? "application/octet-stream")
    let total = blob.length
    let filename = fields[.contentDisposition].flatMap { ContentDisposition($0).filename }
    let onReceive = CallOptions.current.onReceive
    let onCount = onReceive.map { onReceive in { @Sendable (bytes: Int) in onReceive(bytes, total) } }
    let observed = blob.named(filename).counted(onCount) { [request] error in
      APIError(error, calling: call.endpoint, with: request)
    }
    return (observed, response.head, request)
  }
}
