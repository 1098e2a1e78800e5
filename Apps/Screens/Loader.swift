import Naru

/// Loads something again and again, of which only the last time counts.
@MainActor
package final class Loader {
  private let latest = Latest()
  private var started = 0

  /// Nothing was loaded yet.
  package init() {}

  /// Loads. What is in flight is cancelled, and its answer never arrives.
  ///
  /// - Parameters:
  ///   - phase: where the screen is now. It goes back there when the calling task is cancelled: the person left.
  ///   - set: told the phases.
  ///   - operation: asks for it.
  ///   - show: puts it on the screen; called before the phase is ``LoadPhase/loaded``.
  package func callAsFunction<Value: Sendable>(
    from phase: LoadPhase,
    set: (LoadPhase) -> Void,
    _ operation: @escaping @Sendable () async throws -> Value,
    show: (Value) -> Void
  ) async {
    started += 1
    let number = started
    set(.loading)
    do {
      let value = try await latest(operation)
      guard number == started else { return }
      show(value)
      set(.loaded)
    } catch {
      guard number == started else { return }
      set(LoadPhase(error) ?? (phase == .loading ? .idle : phase))
    }
  }
}
