import Foundation
import Logging
import Naru

extension Session {
  /// Signs a person in. The state is ``State/signingIn`` meanwhile; a person who was signed in before stays so until there is
  /// the new credential.
  ///
  /// ```swift
  /// try await session.signIn {
  ///   try await BrowserSignIn(LoopbackBrowser())(at: address) { grant in … }
  /// }
  /// ```
  ///
  /// A store that fails does not fail this: the person is signed in for as long as the process runs, see ``saveProblem``.
  ///
  /// - Parameter obtain: gets the credential, from a browser or from anything else.
  /// - Throws: what `obtain` throws, and nothing has changed then; ``SignInError/cancelled`` where ``signOut()`` was called
  ///   meanwhile.
  public func signIn(_ obtain: @Sendable () async throws -> Credential) async throws {
    let attempt = core.withLock { $0.beginAttempt() }
    let credential: Credential
    do {
      credential = try await obtain()
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

  /// Signs the person out, at once, and empties the store. Sign-ins and renewals that are going on change nothing any more.
  ///
  /// The server does not hear of it. Where it can end the session, tell it first, and don't mind if it can't be reached:
  ///
  /// ```swift
  /// try? await withOptions(.timeout(.seconds(5))) { try await api.logout() }
  /// try await session.signOut()
  /// ```
  ///
  /// - Throws: ``TokenStoreError`` where the store could not be emptied: the person is signed out, and may be signed in again at
  ///   the next start.
  public func signOut() async throws {
    let generation = core.withLock { core in
      core.signOut(.byPerson)
      return core.generation
    }
    if let error = await empty(generation) { throw error }
  }

  /// Puts the credential into the store, whatever is there.
  private func save(_ generation: Int) async {
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

  /// The credential of a generation, if that is still the one.
  func held(_ generation: Int) -> HeldCredential? {
    core.withLock { core in
      guard core.generation == generation, case .signedIn(let held) = core.phase else { return nil }
      return held
    }
  }

  /// Notes that the credential is not in the store.
  func keepUnsaved(_ error: any Error, _ generation: Int) {
    let error = error.asStoreError
    let retryAt = time.elapsed() + .seconds(30)
    core.withLock { core in
      guard core.generation == generation else { return }
      core.unsaved = (error, retryAt)
    }
    logger.warning("The sign-in can't be saved: \(error)")
  }

  /// Tries again to put the credential into the store, in the background.
  func saveAgain(_ generation: Int) {
    Task { await save(generation) }
  }

  /// Empties the store, unless somebody has signed in meanwhile.
  ///
  /// - Returns: why it could not be emptied.
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
