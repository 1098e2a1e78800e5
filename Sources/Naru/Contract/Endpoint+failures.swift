public import HTTPTypes

extension Endpoint {
  /// The statuses of failures that the endpoint can have without declaring them, below 500: for an invalid request, a caller
  /// who is not signed in, lacks a scope or calls too often, a path that names nothing, a reused `Idempotency-Key`, and a
  /// version that is not the present one.
  package var commonFailures: [Int] {
    var statuses = [400, 429]
    if auth != .none { statuses.append(401) }
    if !scopes.isEmpty { statuses.append(403) }
    if !path.placeholders.isEmpty || nilOn == .notFound { statuses.append(404) }
    if idempotencyKey { statuses.append(409) }
    if nilOn == .gone { statuses.append(410) }
    if takesVersion { statuses.append(412) }
    if parameters.contains(where: { [.body, .form, .part].contains($0.location) }) { statuses += [408, 413, 415] }
    return statuses
  }

  /// Whether the method changes or removes the resource at the path, as `If-Match` requires: `PUT`, `PATCH` or `DELETE`.
  var changesItsPath: Bool { [.put, .patch, .delete].contains(method) }

  /// Whether a call can require a version with `If-Match`.
  package var takesVersion: Bool { isVersioned && changesItsPath }

  /// Returns whether a failure is declared, or is possible for every endpoint of this kind: with the format's own code, 400 for
  /// an invalid request, 401 for a caller who is not signed in, 403 if the endpoint needs scopes, 404 for a path that names
  /// nothing, 408, 413 and 415 for a body, 409 for an `Idempotency-Key` if the endpoint declares one, 412 for a version if the
  /// resource has versions, 429, and every status from 500. If the format's failures have no code, a declared status is enough.
  ///
  /// - Parameters:
  ///   - status: the status.
  ///   - code: the code in the body. `nil` if it has none.
  /// - Returns: whether a client could expect the failure.
  public func declares(_ status: HTTPResponse.Status, _ code: String?) -> Bool {
    if status.kind == .serverError { return true }
    let own = format.code(of: status)
    if commonFailures.contains(status.code), code == own { return true }
    return failures.contains {
      $0.status.code == status.code && (($0.code ?? own) == code || code == nil && !format.writesCodes)
    }
  }
}

extension ResponseFormat {
  /// Whether a failure's code is in its body. A failure of a type without a field for it loses its code.
  fileprivate static var writesCodes: Bool {
    let body = try? encode(ServerFailure(code: "CODE"), status: .notFound)
    return body.flatMap { decodeFailure(from: $0) }?.code == "CODE"
  }

  /// The code that the format gives a failure that has none of its own. `nil` if it has no codes.
  package static func code(of status: HTTPResponse.Status) -> String? {
    guard let body = try? encode(ServerFailure(), status: status) else { return nil }
    return decodeFailure(from: body)?.code
  }
}

extension APIError {
  /// Creates the error of a failure that an endpoint declares.
  ///
  /// - Parameters:
  ///   - failure: the failure.
  ///   - message: the message for users.
  public init(declared failure: Endpoint.Failure, _ message: LocalizedMessage) {
    let code = Code(status: failure.status)
    let status = code.status == failure.status ? nil : failure.status
    self.init(code, message, serverCode: failure.code, status: status)
  }
}
