import Naru

extension Session {
  /// Renews the credential in the background, shortly before it expires, until the task is cancelled.
  ///
  /// ```swift
  /// ContentView().task { await session.renewContinuously() }
  /// ```
  ///
  /// Calls then don't wait for renewals, and long-lived connections can get a new token. Failures, sign-outs and sleep don't end
  /// it. Without it, the call that needs a new credential renews it.
  ///
  /// The renewal starts at a random time within the margin, so that devices don't renew at the same time. After failures, it
  /// waits for a second, then two, and so on, up to five minutes.
  @concurrent
  public func renewContinuously() async {
    var failures = 0
    var states = changes.makeAsyncIterator()
    while !Task.isCancelled {
      try? await load()
      let moment = time.moment
      let (ticket, left) = core.withLock { core -> (Ticket?, Duration?) in
        guard case .signedIn(let held) = core.phase else { return (nil, nil) }
        return (core.ticket, held.timeLeft(at: moment, clockOffset: core.clock?.offset))
      }
      guard let ticket, let left, let lifetime = ticket.credential.lifetime, refresher != nil else {
        // There is nothing to renew until the state changes.
        if await states.next() == nil { return }
        continue
      }
      let early = min(renewalMargin, lifetime / 4)
      let wait = left - early * (1 + time.random())
      do {
        if wait > .zero {
          // In parts, because the device may sleep and its clock may be changed.
          try await time.clock.sleep(for: min(wait, Self.longestWait))
        } else {
          _ = try await renewed(ticket, isRejected: false)
          if core.withLock({ $0.ticket == ticket }) { throw APIError(.unknown) }
          failures = 0
        }
      } catch {
        guard !Task.isCancelled else { return }
        let initialBackoff = min(Duration.seconds(1 << min(failures, 10)), Self.longestWait)
        failures += 1
        try? await time.clock.sleep(for: initialBackoff * (0.5 + time.random() / 2))
      }
    }
  }

  private static let longestWait = Duration.seconds(300)
}
