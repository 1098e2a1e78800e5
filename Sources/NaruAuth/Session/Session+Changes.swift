import Foundation
import HTTPTypes
import Logging
import Naru

extension Session {
  /// The current state, followed by each change, in order. Every sequence has all changes, and ends with the session.
  public var changes: AsyncStream<State> {
    let (stream, continuation) = AsyncStream.makeStream(of: State.self)
    let id = UUID()
    core.withLock { $0.observe(continuation, as: id) }
    continuation.onTermination = { [weak self] _ in self?.core.withLock { $0.observers[id] = nil } }
    Task { [weak self] in try? await self?.load() }
    return stream
  }

  /// Checks whether another process has signed in or out, and whether a locked store is unlocked. Call it when the app becomes
  /// active.
  @concurrent
  public func reload() async {
    guard core.withLock({ $0.isRead && $0.unsaved == nil }) else {
      try? await load()
      return
    }
    let generation = core.withLock { $0.generation }
    let text: Secret?
    do {
      text = try await store.read()
    } catch {
      return logger.warning("The saved sign-in can't be read: \(error.asStoreError)")
    }
    core.withLock { core in
      guard core.generation == generation, core.unsaved == nil, core.renewal == nil else { return }
      _ = core.take(text)
    }
  }

  /// Reads the store, unless it has been read.
  func load() async throws {
    let loading: SharedTask<Void>? = core.withLock { core in
      if core.isRead { return nil }
      let loading = core.loading ?? SharedTask { [self] in await readForTheFirstTime() }
      core.loading = loading
      return loading
    }
    guard let loading else { return }
    try await loading.value
    if case .unavailable(let error) = core.withLock({ $0.phase }) {
      throw APIError(.unknown, error.localizedMessage, underlyingError: error)
    }
  }

  private func readForTheFirstTime() async {
    let result = await Result { try await store.read() }
    core.withLock { core in
      core.loading = nil
      guard !core.isRead else { return }
      switch result {
      case .success(let text): _ = core.take(text)
      case .failure(let error): core.set(.unavailable(error.asStoreError))
      }
    }
    if case .failure(let error) = result {
      logger.warning("The saved sign-in can't be read: \(error.asStoreError)")
    }
  }

  /// Estimates the server's clock from the header fields of a response, at most once a minute.
  func note(_ fields: HTTPFields) {
    let elapsed = time.elapsed
    let isDue = core.withLock { core in
      if let clock = core.clock, elapsed - clock.notedAt < .seconds(60) { return false }
      core.clock = (core.clock?.offset, elapsed)
      return true
    }
    // A cached response has an old date.
    guard isDue, fields[.age] == nil, let text = fields[.date] else { return }
    let now = time.now()
    guard let date = HTTPDate.parse(text, now: now) else { return }
    core.withLock { $0.clock = (date.timeIntervalSince(now), elapsed) }
  }
}

extension SessionCore {
  /// Takes over the content of the store.
  mutating func take(_ text: Secret?) -> Bool {
    if isRead, text == stored { return true }
    let known: HeldCredential? = if case .signedIn(let held) = phase { held } else { nil }
    stored = text
    guard let text else {
      if isRead, known == nil { return true }
      begin(.signedOut(known == nil ? .neverSignedIn : .signedOutElsewhere))
      return false
    }
    do {
      let held = try HeldCredential(record: text)
      if let known, known.signIn == held.signIn {
        set(.signedIn(held))
        return true
      }
      begin(.signedIn(held))
    } catch {
      begin(.signedOut(.ended(error.localizedMessage)))
    }
    return false
  }
}

extension Error {
  /// The error as a `TokenStoreError`. Stores outside of Naru may throw other errors.
  var asStoreError: TokenStoreError {
    self as? TokenStoreError
      ?? TokenStoreError(
        .failed,
        korean: "저장된 로그인 정보를 사용할 수 없습니다. (\(localizedDescription))",
        english: "The saved sign-in can't be used. (\(localizedDescription))"
      )
  }
}
