import Foundation
import Logging
import Naru

extension Session {
  /// Signs a user in. Until then, the state is ``State/signingIn``; a user who is already signed in stays so until the new
  /// credential arrives.
  ///
  /// ```swift
  /// try await session.signIn {
  ///   try await BrowserSignIn(LoopbackBrowser())(at: address) { grant in … }
  /// }
  /// ```
  ///
  /// If the store fails, the user is signed in until the process ends; see ``persistenceError``.
  ///
  /// - Parameter obtain: returns the credential, for example from a browser.
  /// - Throws: the error of `obtain`, or `APIError` for an empty access token. Both leave the session unchanged. ``SignInError/cancelled`` if
  ///   ``signOut()`` was called in the meantime.
  @concurrent
  public func signIn(_ obtain: @concurrent @Sendable () async throws -> Credential) async throws {
    let attempt = core.withLock { $0.beginAttempt() }
    let credential: Credential
    do {
      credential = try await obtain().checked()
    } catch {
      core.withLock { $0.endAttempt(attempt) }
      throw error
    }
    let moment = time.moment
    let generation: Int? = core.withLock { core in
      let held = HeldCredential(
        signIn: UUID(),
        credential: credential,
        receivedAt: moment.date,
        clockOffset: core.clock?.offset,
        receivedAfter: moment.elapsed
      )
      return core.endAttempt(attempt, with: held) ? core.generation : nil
    }
    guard let generation else { throw SignInError.cancelled }
    await save(generation)
  }

  /// Signs the user out at once, and empties the store. Pending sign-ins and renewals have no effect any more.
  ///
  /// It does not call the server. If the server can end the session, call it first and ignore errors:
  ///
  /// ```swift
  /// try? await withCallOptions(timeout: .seconds(5)) { try await api.logout() }
  /// try await session.signOut()
  /// ```
  ///
  /// - Throws: ``TokenStoreError`` if the store could not be emptied. The user is signed out, but may be signed in again after a
  ///   restart.
  @concurrent
  public func signOut() async throws {
    let generation = core.withLock { core in
      core.signOut(.userSignedOut)
      return core.generation
    }
    if let error = await empty(generation) { throw error }
  }

  /// Writes the credential to the store, whatever its content is.
  func save(_ generation: Int) async {
    await writes.run { [self] in
      guard let held = held(generation) else { return }
      do {
        let text = try held.record
        try await store.write(text)
        core.withLock { core in
          guard core.generation == generation else { return }
          core.stored = text
          core.unsaved = nil
        }
      } catch {
        keepUnsaved(error, generation)
      }
    }
  }

  /// Returns the credential of a generation, if it is the current one.
  func held(_ generation: Int) -> HeldCredential? {
    core.withLock { core in
      guard core.generation == generation, case .signedIn(let held) = core.phase else { return nil }
      return held
    }
  }

  /// Notes that the credential could not be saved.
  func keepUnsaved(_ error: any Error, _ generation: Int) {
    let error = error.asStoreError
    let retryAt = time.elapsed + .seconds(30)
    core.withLock { core in
      guard core.generation == generation else { return }
      core.unsaved = (error, retryAt)
    }
    logger.warning("The sign-in can't be saved: \(error)")
  }

  /// Empties the store, unless a user has signed in since.
  func empty(_ generation: Int) async -> TokenStoreError? {
    await writes.run { [self] in
      guard core.withLock({ $0.generation == generation }) else { return nil }
      do {
        try await store.delete()
        core.withLock { core in
          if core.generation == generation { core.stored = nil }
        }
        return nil
      } catch {
        logger.warning("The saved sign-in can't be removed: \(error.asStoreError)")
        return error.asStoreError
      }
    }
  }
}
