import Naru

// The decisions about renewals. They are pure: they wait for nothing and ask no clock.

extension SessionCore {
  /// The next step of a call that needs a credential.
  enum CredentialStep: Sendable, Equatable {
    /// Read the store.
    case load
    /// Use a credential, or none if no user is signed in. `savesAgain` is set if it is time to retry saving it.
    case use(Ticket?, savesAgain: Bool)
    /// Renew a credential that expires soon, or has expired.
    case renew(Ticket, hasExpired: Bool)
  }

  /// Decides the next step of a call that needs a credential.
  mutating func credentialStep(at moment: SessionTime.Moment, margin: Duration?) -> CredentialStep {
    guard isRead else { return .load }
    guard case .signedIn(let held) = phase, let ticket else { return .use(nil, savesAgain: false) }
    if let margin, let left = timeLeft(ifDue: held, at: moment, margin: margin) {
      return .renew(ticket, hasExpired: left <= .zero)
    }
    guard let unsaved, moment.elapsed >= unsaved.retryAt else { return .use(ticket, savesAgain: false) }
    self.unsaved?.retryAt = moment.elapsed + .seconds(30)
    return .use(ticket, savesAgain: true)
  }

  /// The next step of a call whose credential is rejected or expires.
  enum RenewalStep: Sendable {
    /// Use this result.
    case finish(Result<Ticket?, any Error>)
    /// End the session, which can't renew.
    case endSession
    /// Wait for the current renewal.
    case wait(SharedTask<Ticket?>)
    /// Start a renewal of this credential.
    case start(HeldCredential)
  }

  /// Decides the next step of a call whose credential is rejected or expires.
  mutating func renewalStep(
    for ticket: Ticket,
    isRejected: Bool,
    at elapsed: Duration,
    canRenew: Bool,
    isRenewing: Bool
  ) -> RenewalStep {
    guard generation == ticket.generation, case .signedIn(let held) = phase else { return .finish(endedResult) }
    // Another call has already renewed it.
    guard held.credential.accessToken == ticket.credential.accessToken else { return .finish(.success(self.ticket)) }
    if isRenewing { return .finish(.success(ticket)) }
    guard canRenew else { return isRejected ? .endSession : .finish(.success(ticket)) }
    if let renewal { return .wait(renewal) }
    if let pause, elapsed < pause.until { return .finish(.failure(pause.error)) }
    renewals.removeAll { elapsed - $0 >= .seconds(30) }
    // A server that rejects every new token must not be asked forever.
    return renewals.count >= 5 ? .finish(.success(ticket)) : .start(held)
  }

  /// The result for a call whose sign-in is over: no credential, or a cancellation if another user is signed in now.
  var endedResult: Result<Ticket?, any Error> {
    guard case .signedIn = phase else { return .success(nil) }
    return .failure(APIError.userChanged)
  }

  /// Replaces the credential of a generation by a renewed one.
  mutating func accept(
    _ renewed: HeldCredential,
    savedAs text: Secret?,
    generation: Int,
    at elapsed: Duration
  ) -> Result<Ticket?, any Error> {
    guard self.generation == generation else { return endedResult }
    if let text {
      stored = text
      unsaved = nil
    }
    pause = nil
    failures = 0
    renewals.append(elapsed)
    set(.signedIn(renewed))
    return .success(ticket)
  }

  /// Stops renewals for a while after a response without a credential. A failure of the network causes no pause.
  mutating func pause(after error: APIError, generation: Int, at elapsed: Duration, fraction: Double) {
    guard error.status != nil || error.retryAfter != nil, self.generation == generation else { return }
    failures = min(failures + 1, 6)
    let wait = error.retryAfter ?? .seconds(1 << (failures - 1)) * fraction
    pause = (elapsed + min(wait, .seconds(600)), APIError(renewal: error))
  }

  /// How long a credential that is due for a renewal remains valid; `nil` if it is not due.
  func timeLeft(ifDue held: HeldCredential, at moment: SessionTime.Moment, margin: Duration) -> Duration? {
    guard let lifetime = held.credential.lifetime,
      let left = held.timeLeft(at: moment, clockOffset: clock?.offset), left <= min(margin, lifetime / 4)
    else { return nil }
    return left
  }
}

extension APIError {
  /// Creates the error of a call that was not sent, because its credential could not be renewed. The response to the renewal is only its
  /// cause: the call has none.
  init(renewal error: APIError) {
    let isClear = [.unreachable, .timedOut, .cancelled, .rateLimited, .outdated].contains(error.code)
    let message = LocalizedMessage(
      korean: "로그인을 갱신하지 못해 요청을 보내지 않았습니다. 잠시 후 다시 시도해 주세요.",
      english: "The sign-in could not be renewed, so the request was not sent. Try again in a moment."
    )
    self.init(isClear ? error.code : error.isForeign ? .unreachable : .serverError, isClear ? error.message : message)
    (retryAfter, underlyingError, endpoint) = (error.retryAfter, error, error.endpoint)
    requestDescription = error.requestDescription
  }
}
