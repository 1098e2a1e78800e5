import Naru

extension Session {
  /// Renews the credential a little before its end, as long as the task runs, so that no call has to wait for it and a
  /// connection that stays open can get a new one. It goes on through failures, sign-outs and sleep.
  ///
  /// ```swift
  /// ContentView().task { await session.keepFresh() }
  /// ```
  ///
  /// Without it a call renews what it needs. It waits for a random part of the margin, so that devices don't come all at once,
  /// and after a failure for a second, then two, and so on up to five minutes.
  public func keepFresh() async {
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
        // There is nothing to renew until something changes.
        if await states.next() == nil { return }
        continue
      }
      let early = min(margin, lifetime / 4)
      let wait = left - early * (1 + time.random())
      do {
        if wait > .zero {
          // Not all at once: a device may sleep meanwhile, and its clock may be set.
          try await time.sleep(min(wait, Self.longestWait))
        } else {
          _ = try await renewed(ticket, isRefused: false)
          if core.withLock({ $0.ticket == ticket }) { throw APIError(.failed) }
          failures = 0
        }
      } catch {
        guard !Task.isCancelled else { return }
        let backOff = min(Duration.seconds(1 << min(failures, 10)), Self.longestWait)
        failures += 1
        try? await time.sleep(backOff * (0.5 + time.random() / 2))
      }
    }
  }

  private static let longestWait = Duration.seconds(300)
}
