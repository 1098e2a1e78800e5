import Foundation
import HTTPTypes

// Calls whose answer is handed over as it comes.

extension APIClient {
  /// Makes a call whose answer is bytes. They come while they are read.
  ///
  /// - Throws: ``APIError`` and nothing else; reading the bytes does so too.
  @concurrent
  @_disfavoredOverload  // `try await client.send(call)` as a statement has no value.
  public func send(_ call: OutgoingCall) async throws(APIError) -> Blob {
    let (blob, _) = try await stream(call, accept: "*/*")
    return blob
  }

  /// Makes a call whose answer is events. They come while they are read.
  ///
  /// - Throws: ``APIError`` and nothing else; reading the events does so too.
  @concurrent
  public func send<Value>(_ call: OutgoingCall) async throws(APIError) -> EventStream<Value> {
    let (blob, request) = try await stream(call, accept: EventStream<Value>.contentType, isQuiet: true)
    guard MediaType(blob.contentType).essence == EventStream<Value>.contentType else {
      let start = (try? await blob.collect(upTo: request.responseLimit)) ?? Data()
      let response = APIResponse(head: HTTPResponse(status: .ok), body: start)
      let problem = UnexpectedMediaType(expected: EventStream<Value>.contentType, found: blob.contentType)
      throw report(APIError(unreadable: response, cause: problem), call, request)
    }
    return EventStream(blob, json: call.endpoint.format.json, limit: request.responseLimit) { error, text in
      if let error = error as? APIError { return report(error, call, request) }
      let response = APIResponse(head: HTTPResponse(status: .ok), body: Data(text.utf8))
      return report(APIError(unreadable: response, cause: error), call, request)
    }
  }

  /// - Parameter isQuiet: whether nothing may come for a long time, and all is well.
  private func stream(
    _ call: OutgoingCall,
    accept: String,
    isQuiet: Bool = false
  ) async throws(APIError) -> (Blob, APIRequest) {
    var request = try request(for: call)
    request.streamsResponse = true
    if isQuiet, CallOptions.current.timeout == nil {
      request.firstByteTimeout = request.firstByteTimeout ?? request.timeout
      request.timeout = .seconds(24 * 60 * 60)
    }
    if CallOptions.current.headers[.accept] == nil { request.head.headerFields[.accept] = accept }
    let response = try await response(to: request, of: call)
    let fields = response.head.headerFields
    var blob = response.stream ?? Blob(response.body, contentType: fields[.contentType] ?? "application/octet-stream")
    try await checkSuccess(&blob, response.head, call, request)
    let total = blob.length
    let filename = fields[.contentDisposition].flatMap { ContentDisposition($0).filename }
    let onReceive = CallOptions.current.onReceive
    let received = Locked(0)
    let observed = blob.named(filename).observed { chunk in
      guard let onReceive else { return }
      let bytes = received.withLock { received in
        received += chunk.count
        return received
      }
      onReceive(bytes, total)
    } onError: { [request] error in
      switch error {
      case let error as APIError: report(error, call, request)
      case is CancellationError: report(APIError(.cancelled), call, request)
      default: report(APIError(.failed, cause: error), call, request)
      }
    }
    return (observed, request)
  }

  /// Some servers answer 200 and say in the body that it is a failure. What is short enough for that is read for it.
  private func checkSuccess(
    _ blob: inout Blob,
    _ head: HTTPResponse,
    _ call: OutgoingCall,
    _ request: APIRequest
  ) async throws(APIError) {
    guard MediaType(blob.contentType).isJSON, let length = blob.length, length <= 64 << 10 else { return }
    do {
      let data = try await blob.collect(upTo: length)
      blob = Blob(data, contentType: blob.contentType)
      try call.endpoint.format.checkSuccess(data)
    } catch let failure as ServerFailure {
      throw report(APIError(failure, head), call, request)
    } catch let error as APIError {
      throw report(error, call, request)
    } catch {
      throw report(APIError(.failed, cause: error), call, request)
    }
  }
}

/// An answer is of another type than the call needs.
private struct UnexpectedMediaType: Error, CustomStringConvertible {
  let expected: String
  let found: String

  var description: String { "the answer is “\(found.prefix(60))” and not “\(expected)”" }
}
