import Foundation
import HTTPTypes
import Logging
import Naru

extension Session {
  /// The session whose credential this task renews: the call that does it may go through ``Authentication`` too.
  @TaskLocal static var renewing: ObjectIdentifier?

  /// The credential for a call, renewed if it is about to end. `nil` where nobody is signed in.
  ///
  /// - Parameter limit: how long to wait for a renewal. `nil`: as long as it takes.
  func ticket(within limit: Duration? = nil) async throws -> Ticket? {
    enum Step {
      case load
      case use(Ticket?, save: Bool)
      case renew(Ticket, hasEnded: Bool)
    }
    while true {
      let moment = time.moment
      let step: Step = core.withLock { core in
        guard core.isRead else { return .load }
        guard case .signedIn(let held) = core.phase, let ticket = core.ticket else { return .use(nil, save: false) }
        if let left = timeLeft(held, core, at: moment), Session.renewing != ObjectIdentifier(self) {
          return .renew(ticket, hasEnded: left <= .zero)
        }
        guard let unsaved = core.unsaved, moment.elapsed >= unsaved.retryAt else { return .use(ticket, save: false) }
        core.unsaved?.retryAt = moment.elapsed + .seconds(30)
        return .use(ticket, save: true)
      }
      switch step {
      case .load:
        try await load()
      case .use(let ticket, let save):
        if let ticket, save { saveAgain(ticket.generation) }
        return ticket
      case .renew(let ticket, let hasEnded):
        do {
          return try await renewed(ticket, isRefused: false, within: limit)
        } catch  where !hasEnded && !Task.isCancelled {
          // It did not work this time, and the token is good for a moment yet.
          return ticket
        }
      }
    }
  }

  /// A newer credential than the one of a call, of the same sign-in. `nil` where nobody is signed in any more.
  ///
  /// - Parameters:
  ///   - isRefused: whether the server refused the call with it.
  ///   - limit: how long to wait for a renewal, which goes on after that. `nil`: as long as it takes.
  /// - Throws: what the renewal failed with; ``APIError/Code/cancelled`` where another person has signed in.
  func renewed(_ ticket: Ticket, isRefused: Bool, within limit: Duration? = nil) async throws -> Ticket? {
    enum Step {
      case done(Result<Ticket?, any Error>)
      case end
      case wait(SharedTask<Ticket?>)
    }
    let elapsed = time.elapsed()
    let step: Step = core.withLock { core in
      guard core.generation == ticket.generation, case .signedIn(let held) = core.phase else { return .done(core.gone) }
      // Somebody was faster.
      guard held.credential.accessToken == ticket.credential.accessToken else { return .done(.success(core.ticket)) }
      guard Session.renewing != ObjectIdentifier(self) else { return .done(.success(ticket)) }
      guard let refresher else { return isRefused ? .end : .done(.success(ticket)) }
      if let renewal = core.renewal { return .wait(renewal) }
      if let pause = core.pause, elapsed < pause.until { return .done(.failure(pause.error)) }
      core.renewals.removeAll { elapsed - $0 >= .seconds(30) }
      // A server that refuses each new token would be asked for ever.
      if core.renewals.count >= 5 { return .done(.success(ticket)) }
      let renewal = SharedTask {
        // Detached, because a renewal belongs to no call: it has none of the task-local values of the call that needs it first.
        try await Task.detached { try await self.renew(held, ticket.generation, refresher).get() }.value
      }
      core.renewal = renewal
      return .wait(renewal)
    }
    switch step {
    case .done(let result):
      return try result.get()
    case .end:
      await end(ticket.generation, Self.endSentence)
      return nil
    case .wait(let renewal):
      return try await renewal.value(within: limit)
    }
  }

  private func renew(
    _ held: HeldCredential,
    _ generation: Int,
    _ refresher: any CredentialRefresher
  ) async -> Result<Ticket?, any Error> {
    let operation: @Sendable () async -> Result<Ticket?, any Error> = {
      await self.renewAlone(held, generation, refresher)
    }
    let result: Result<Ticket?, any Error>
    do {
      result = try await store.exclusively(operation)
    } catch {
      let error = error.asStoreError
      logger.warning("The saved sign-in can't be locked: \(error)")
      // A store that has no lock must not sign anybody out. One that another process has locked is a renewal that goes on.
      result = error.kind == .busy ? .failure(APIError(.timedOut, error.sentence, cause: error)) : await operation()
    }
    return core.withLock { core in
      // Another generation has its own renewal.
      guard core.generation == generation else { return core.gone }
      core.renewal = nil
      return result
    }
  }

  /// Renews the credential, or takes over that of another process that has done so. No other process does it meanwhile.
  private func renewAlone(
    _ held: HeldCredential,
    _ generation: Int,
    _ refresher: any CredentialRefresher
  ) async -> Result<Ticket?, any Error> {
    var held = held
    if let text = await readElsewhere(generation) {
      let isOther: Bool = core.withLock { core in
        guard core.generation == generation else { return true }
        return !core.take(text)
      }
      guard !isOther, let current = self.held(generation) else { return core.withLock { $0.gone } }
      if current.credential.accessToken != held.credential.accessToken, !isDue(current) {
        return .success(Ticket(credential: current.credential, generation: generation))
      }
      held = current
    }
    // The token's life began when the server made it, which is not before it was asked.
    let askedAt = time.moment
    do {
      let new = try await Session.$renewing.withValue(ObjectIdentifier(self)) {
        try await refresher.refresh(held.credential)
      }
      let next = HeldCredential(
        signIn: held.signIn,
        credential: Credential(
          accessToken: new.accessToken,
          refreshToken: new.refreshToken ?? held.credential.refreshToken,
          lifetime: new.lifetime
        ),
        receivedAt: askedAt.date,
        clockOffset: core.withLock { $0.clock?.offset },
        receivedAfter: askedAt.elapsed
      )
      return await take(next, generation)
    } catch {
      guard refresher.isRefusal(error) else { return .failure(pause(after: error, generation)) }
      logger.notice("The session has ended: the server refused to renew it")
      await end(generation, error.refusalSentence ?? Self.endSentence)
      return .success(nil)
    }
  }

  /// What the store holds, where that is not what this session put there.
  private func readElsewhere(_ generation: Int) async -> Secret?? {
    guard core.withLock({ $0.generation == generation && $0.unsaved == nil }) else { return nil }
    do {
      let text = try await store.read()
      return text == core.withLock { $0.stored } ? nil : .some(text)
    } catch {
      logger.warning("The saved sign-in can't be read: \(error.asStoreError)")
      return nil
    }
  }

  /// Keeps a new credential: first in the store, then here.
  private func take(_ next: HeldCredential, _ generation: Int) async -> Result<Ticket?, any Error> {
    await writes.run { [self] in
      guard held(generation) != nil else { return core.withLock { $0.gone } }
      var failure: (any Error)?
      var text: Secret?
      do {
        let record = try next.record
        if let stored = core.withLock({ $0.stored }) {
          guard try await store.replace(stored, with: record) else {
            return await takeElsewhere(next, generation, record)
          }
        } else {
          try await store.write(record)
        }
        text = record
      } catch {
        failure = error
      }
      let result = accept(next, text, generation)
      if let failure { keepUnsaved(failure, generation) }
      return result
    }
  }

  /// Another process has written without waiting for its turn: it has signed out, or signed in anew, and that counts.
  private func takeElsewhere(
    _ next: HeldCredential,
    _ generation: Int,
    _ record: Secret
  ) async -> Result<Ticket?, any Error> {
    if let text = await readElsewhere(generation) {
      let isOther = core.withLock { core in core.generation != generation || !core.take(text) }
      if isOther { return core.withLock { $0.gone } }
    }
    do {
      try await store.write(record)
      return accept(next, record, generation)
    } catch {
      let result = accept(next, nil, generation)
      keepUnsaved(error, generation)
      return result
    }
  }

  private func accept(_ next: HeldCredential, _ text: Secret?, _ generation: Int) -> Result<Ticket?, any Error> {
    let elapsed = time.elapsed()
    return core.withLock { $0.accept(next, text, generation, at: elapsed) }
  }

  /// Ends the session, because the server accepts the credential no more.
  private func end(_ generation: Int, _ sentence: Sentence) async {
    let (stored, next): (Secret?, Int?) = core.withLock { core in
      guard core.generation == generation else { return (nil, nil) }
      let stored = core.stored
      core.begin(.signedOut(.ended(sentence)))
      return (stored, core.generation)
    }
    // What another process has put there meanwhile is not what was refused.
    guard let next, (try? await store.read()) == stored else { return }
    _ = await empty(next)
  }

  /// Notes that a renewal failed for a reason that may pass. A server that is busy is left alone for a while; a network that
  /// is back must not be waited for.
  private func pause(after error: any Error, _ generation: Int) -> APIError {
    let error =
      error as? APIError ?? (error is CancellationError ? APIError(.cancelled) : APIError(.failed, cause: error))
    logger.notice("The credential could not be renewed: \(error)")
    let isServers = error.retryAfter != nil || error.status.map { $0.code == 429 || $0.code >= 500 } ?? false
    let elapsed = time.elapsed()
    let part = 0.5 + time.random() / 2
    core.withLock { core in
      guard isServers, core.generation == generation else { return }
      core.failures = min(core.failures + 1, 6)
      let wait = error.retryAfter ?? .seconds(1 << (core.failures - 1)) * part
      core.pause = (elapsed + min(wait, .seconds(600)), error)
    }
    return error
  }

  /// How long a token is still valid that is to be renewed now; `nil` where it is not.
  private func timeLeft(_ held: HeldCredential, _ core: SessionCore, at moment: SessionTime.Moment) -> Duration? {
    guard refresher != nil, let lifetime = held.credential.lifetime,
      let left = held.timeLeft(at: moment, clockOffset: core.clock?.offset), left <= min(margin, lifetime / 4)
    else { return nil }
    return left
  }

  private func isDue(_ held: HeldCredential) -> Bool {
    let moment = time.moment
    return core.withLock { timeLeft(held, $0, at: moment) != nil }
  }

  /// What to tell a person whose session the server has ended without saying why.
  static let endSentence = Sentence(
    korean: "로그인이 만료되었습니다. 다시 로그인해 주세요.",
    english: "Your sign-in has expired. Sign in again."
  )
}

extension SessionCore {
  /// What a call gets whose sign-in is over: no credential, or that it is cancelled where another person is signed in now.
  fileprivate var gone: Result<Ticket?, any Error> {
    guard case .signedIn = phase else { return .success(nil) }
    return .failure(
      APIError(
        .cancelled,
        Sentence(
          korean: "다른 사람이 로그인하여 요청을 취소했습니다.",
          english: "Another person has signed in, so the request was cancelled."
        )
      )
    )
  }

  /// Makes a renewed credential the one of this generation.
  fileprivate mutating func accept(
    _ next: HeldCredential,
    _ text: Secret?,
    _ generation: Int,
    at elapsed: Duration
  ) -> Result<Ticket?, any Error> {
    guard self.generation == generation else { return gone }
    if let text {
      stored = text
      unsaved = nil
    }
    pause = nil
    failures = 0
    renewals.append(elapsed)
    set(.signedIn(next))
    return .success(ticket)
  }
}

extension Error {
  /// The sentence of a refusal, where the server sent one.
  fileprivate var refusalSentence: Sentence? {
    (self as? CredentialRefused)?.sentence ?? (self as? APIError)?.message
  }
}
