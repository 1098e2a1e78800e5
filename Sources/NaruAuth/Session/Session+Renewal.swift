import Logging
import Naru

extension Session {
  /// The session that this task renews. The refresher's own call may go through ``Authentication`` and must not wait for itself.
  @TaskLocal static var renewing: ObjectIdentifier?

  private var isRenewing: Bool { Session.renewing == ObjectIdentifier(self) }
  /// The margin of renewals; `nil` if there is no refresher.
  private var margin: Duration? { refresher == nil ? nil : renewalMargin }

  /// Returns the credential for a call, and renews it first if it expires soon.
  func ticket(within limit: Duration? = nil) async throws -> Ticket? {
    while true {
      let moment = time.moment
      let margin = isRenewing ? nil : margin
      switch core.withLock({ $0.credentialStep(at: moment, margin: margin) }) {
      case .load:
        try await load()
      case .use(let ticket, let savesAgain):
        if let ticket, savesAgain { Task { await save(ticket.generation) } }
        return ticket
      case .renew(let ticket, let hasExpired):
        do {
          return try await renewed(ticket, isRejected: false, within: limit)
        } catch  where !hasExpired && !Task.isCancelled {
          // The renewal failed, but the token is still valid.
          return ticket
        }
      }
    }
  }

  /// Returns a newer credential than the one of a call, of the same sign-in.
  func renewed(_ ticket: Ticket, isRejected: Bool, within limit: Duration? = nil) async throws -> Ticket? {
    let elapsed = time.elapsed
    let isRenewing = isRenewing
    let step: SessionCore.RenewalStep = core.withLock { core in
      let step = core.renewalStep(
        for: ticket,
        isRejected: isRejected,
        at: elapsed,
        canRenew: refresher != nil,
        isRenewing: isRenewing
      )
      guard case .start(let held) = step, let refresher else { return step }
      let renewal = SharedTask { [self] in
        // Detached, because the call's options are not the renewal's.
        try await Task.detached { try await self.renew(held, ticket.generation, refresher).get() }.value
      }
      core.renewal = renewal
      return .wait(renewal)
    }
    switch step {
    case .finish(let result): return try result.get()
    case .wait(let renewal): return try await renewal.value(within: limit)
    case .start, .endSession:
      await end(ticket.generation, Self.endMessage)
      return nil
    }
  }

  /// The present credential, without renewing it. `nil` if no user is signed in.
  var currentTicket: Ticket? {
    get async throws {
      try await load()
      return core.withLock { $0.ticket }
    }
  }

  /// Throws if another user has signed in since a call began.
  func check(_ ticket: Ticket) throws {
    guard let current = core.withLock({ $0.ticket }), current.generation != ticket.generation,
      current.user != ticket.user
    else { return }
    throw APIError.userChanged
  }

  /// Ends the session of a call that the server has declared ended, unless its credential has been replaced: then returns the new one.
  func ended(_ ticket: Ticket, _ message: LocalizedMessage?) async throws -> Ticket? {
    let (current, result) = core.withLock { ($0.ticket, $0.endedResult) }
    guard let current, current.generation == ticket.generation else { return try result.get() }
    guard current.credential.accessToken == ticket.credential.accessToken else { return current }
    await end(ticket.generation, message ?? Self.endMessage)
    return nil
  }

  private func renew(
    _ held: HeldCredential,
    _ generation: Int,
    _ refresher: any CredentialRefresher
  ) async -> Result<Ticket?, any Error> {
    let operation: @concurrent @Sendable () async -> Result<Ticket?, any Error> = {
      await self.renewAlone(held, generation, refresher)
    }
    let result: Result<Ticket?, any Error>
    do {
      result = try await store.withLock(operation)
    } catch {
      let error = error.asStoreError
      logger.warning("The saved sign-in can't be locked: \(error)")
      // A store without a working lock must not end the session. If another process holds the lock, it is renewing.
      result =
        error.kind == .busy
        ? .failure(APIError(.timedOut, error.localizedMessage, underlyingError: error)) : await operation()
    }
    return core.withLock { core in
      guard core.generation == generation else { return core.endedResult }
      core.renewal = nil
      return result
    }
  }

  /// Renews the credential, or adopts a credential renewed by another process. Call it with the store locked.
  private func renewAlone(
    _ held: HeldCredential,
    _ generation: Int,
    _ refresher: any CredentialRefresher
  ) async -> Result<Ticket?, any Error> {
    var held = held
    if case .changed(let text) = await readStore(generation) {
      let isOther: Bool = core.withLock { core in
        guard core.generation == generation else { return true }
        return !core.take(text)
      }
      guard !isOther, let current = self.held(generation) else { return core.withLock { $0.endedResult } }
      if current.credential.accessToken != held.credential.accessToken, !isDue(current) {
        return core.withLock { $0.generation == generation ? .success($0.ticket) : $0.endedResult }
      }
      held = current
    }
    // The token's lifetime began when the server issued it, which was not before the request.
    let requestedAt = time.moment
    do {
      let new = try await Session.$renewing.withValue(ObjectIdentifier(self)) {
        try await refresher.refresh(held.credential).checked()
      }
      let renewed = HeldCredential(
        signIn: held.signIn,
        credential: Credential(
          accessToken: new.accessToken,
          refreshToken: new.refreshToken ?? held.credential.refreshToken,
          lifetime: new.lifetime,
          user: new.user ?? held.credential.user
        ),
        receivedAt: requestedAt.date,
        clockOffset: core.withLock { $0.clock?.offset },
        receivedAfter: requestedAt.elapsed
      )
      return await keep(renewed, generation)
    } catch {
      guard refresher.isRejection(error) else { return .failure(pause(after: error, generation)) }
      logger.notice("The session has ended: the server rejected its renewal")
      await end(generation, error.rejectionMessage ?? Self.endMessage)
      return .success(nil)
    }
  }

  /// The content of the store, compared with this session's credential.
  private enum StoreContent {
    /// The known content, or an unknown one because the store can't be read.
    case unchanged
    /// Another process has written or emptied the store.
    case changed(Secret?)
  }

  private func readStore(_ generation: Int) async -> StoreContent {
    guard core.withLock({ $0.generation == generation && $0.unsaved == nil }) else { return .unchanged }
    do {
      let text = try await store.read()
      return text == core.withLock { $0.stored } ? .unchanged : .changed(text)
    } catch {
      logger.warning("The saved sign-in can't be read: \(error.asStoreError)")
      return .unchanged
    }
  }

  /// Saves a renewed credential, and then uses it.
  private func keep(_ renewed: HeldCredential, _ generation: Int) async -> Result<Ticket?, any Error> {
    await writes.run { [self] in
      guard held(generation) != nil else { return core.withLock { $0.endedResult } }
      do {
        let record = try renewed.record
        let stored = core.withLock { $0.stored }
        if let stored, try await !store.replace(stored, with: record) {
          // Another process has written without the lock. If it has signed out or signed in, that counts.
          if case .changed(let text) = await readStore(generation) {
            let isOther = core.withLock { core in core.generation != generation || !core.take(text) }
            if isOther { return core.withLock { $0.endedResult } }
          }
          try await store.write(record)
        } else if stored == nil {
          try await store.write(record)
        }
        return accept(renewed, record, generation)
      } catch {
        let result = accept(renewed, nil, generation)
        keepUnsaved(error, generation)
        return result
      }
    }
  }

  private func accept(_ renewed: HeldCredential, _ text: Secret?, _ generation: Int) -> Result<Ticket?, any Error> {
    let elapsed = time.elapsed
    return core.withLock { $0.accept(renewed, savedAs: text, generation: generation, at: elapsed) }
  }

  /// Ends the session, because the server does not accept the credential any more.
  private func end(_ generation: Int, _ localizedMessage: LocalizedMessage) async {
    let (stored, next): (Secret?, Int?) = core.withLock { core in
      guard core.generation == generation else { return (nil, nil) }
      let stored = core.stored
      core.begin(.signedOut(.ended(localizedMessage)))
      return (stored, core.generation)
    }
    // A credential that another process has saved in the meantime was not rejected.
    guard let next, (try? await store.read()) == stored else { return }
    _ = await empty(next)
  }

  private func pause(after error: any Error, _ generation: Int) -> APIError {
    let error =
      error as? APIError
      ?? (error is CancellationError ? APIError(.cancelled) : APIError(.unknown, underlyingError: error))
    logger.notice("The credential could not be renewed: \(error)")
    let elapsed = time.elapsed
    let fraction = 0.5 + time.random() / 2
    core.withLock { $0.pause(after: error, generation: generation, at: elapsed, fraction: fraction) }
    return APIError(renewal: error)
  }

  private func isDue(_ held: HeldCredential) -> Bool {
    let moment = time.moment
    return core.withLock { $0.timeLeft(ifDue: held, at: moment, margin: renewalMargin) != nil }
  }

  /// The sentence for a session that the server has ended without a sentence of its own.
  static let endMessage = LocalizedMessage(
    korean: "로그인이 만료되었습니다. 다시 로그인해 주세요.",
    english: "Your sign-in has expired. Sign in again."
  )
}

extension Error {
  /// The server's sentence about a rejection, if it sent one.
  fileprivate var rejectionMessage: LocalizedMessage? {
    (self as? CredentialRejected)?.localizedMessage ?? (self as? APIError)?.message
  }
}
