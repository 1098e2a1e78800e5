extension Gate {
  /// Starts an operation that waits at this gate, checks what holds meanwhile, then lets the operation finish.
  @MainActor
  package func hold(
    _ operation: @autoclosure @escaping @MainActor () async -> Void,
    while check: @MainActor () async -> Void
  ) async {
    let task = Task { await operation() }
    await arrived()
    await check()
    open()
    await task.value
  }
}
