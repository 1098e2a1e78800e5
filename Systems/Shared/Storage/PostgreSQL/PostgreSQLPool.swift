#if PostgreSQL
  import Foundation
  import NaruMessages
  import Support

  /// Connections of a server, and threads for calls that must not block their caller's.
  ///
  /// A connection is opened, and a thread started, when there is work for it and none is free.
  final class PostgreSQLPool: Sendable {
    private let connections: Connections
    private let queue: WorkQueue

    init(_ address: Secret, size: Int, waiting busyWait: BusyWait) {
      connections = Connections(address, limit: size, waiting: busyWait)
      queue = WorkQueue(threadLimit: size)
    }

    /// Rejects more work, and closes the connections after the queued work.
    func close() {
      connections.close()
      queue.close()
    }

    /// Runs work on a connection, on another thread.
    func perform<Value: Sendable>(_ work: @escaping @Sendable (PostgreSQLConnection) throws -> Value) async throws
      -> Value
    {
      let cancellation = PostgreSQLCancellation()
      return try await withTaskCancellationHandler {
        // As part of the task, so that the work has its task-local values.
        try await withTaskExecutorPreference(queue) {
          try await blocking { connection in try cancellation.run(on: connection) { try work(connection) } }
        }
      } onCancel: {
        cancellation.cancel()
      }
    }

    @concurrent
    private func blocking<Value: Sendable>(
      _ work: @Sendable (PostgreSQLConnection) throws -> Value
    ) async throws -> Value {
      try perform(work)
    }

    /// Runs work on a connection, and blocks the thread.
    func perform<Value>(_ work: (PostgreSQLConnection) throws -> Value) throws -> Value {
      let connection = try connections.take()
      defer { connections.give(connection) }
      return try work(connection)
    }
  }

  /// The connections that no one uses.
  private final class Connections: @unchecked Sendable {
    // The lock guards all properties that change. A connection belongs to the thread that has taken it.
    private let lock = NSCondition()
    private let address: Secret
    private let limit: Int
    private let busyWait: BusyWait
    private var free: [PostgreSQLConnection] = []
    private var taken = 0
    private var isClosed = false

    init(_ address: Secret, limit: Int, waiting busyWait: BusyWait) {
      self.address = address
      self.busyWait = busyWait
      self.limit = limit
    }

    /// Waits for a connection.
    func take() throws -> PostgreSQLConnection {
      lock.lock()
      defer { lock.unlock() }
      while free.isEmpty, taken == limit, !isClosed { lock.wait() }
      guard !isClosed else {
        throw PostgreSQLError(code: PostgreSQLError.connectionFailure, message: "the database is closed")
      }
      taken += 1
      return free.popLast() ?? PostgreSQLConnection(address, waiting: busyWait)
    }

    func give(_ connection: PostgreSQLConnection) {
      lock.lock()
      defer { lock.unlock() }
      taken -= 1
      if !isClosed { free.append(connection) }
      lock.signal()
    }

    func close() {
      lock.lock()
      defer { lock.unlock() }
      isClosed = true
      free = []
      lock.broadcast()
    }
  }

  /// A few threads for the parts of tasks that block.
  private final class WorkQueue: TaskExecutor, @unchecked Sendable {
    // The lock guards all properties that change.
    private let lock = NSCondition()
    private let threadLimit: Int
    private var works: [UnownedJob] = []
    private var (threads, idle) = (0, 0)
    private var isClosed = false

    init(threadLimit: Int) {
      self.threadLimit = threadLimit
    }

    func enqueue(_ job: consuming ExecutorJob) {
      lock.lock()
      defer { lock.unlock() }
      works.append(UnownedJob(job))
      guard works.count > idle, threads < threadLimit else { return lock.signal() }
      threads += 1
      let thread = Thread { [self] in
        while let work = next() { work.runSynchronously(on: asUnownedTaskExecutor()) }
      }
      thread.name = "naru.postgresql"
      thread.start()
    }

    /// Waits for work. `nil` when there will be none any more.
    private func next() -> UnownedJob? {
      lock.lock()
      defer { lock.unlock() }
      idle += 1
      while works.isEmpty, !isClosed { lock.wait() }
      idle -= 1
      if works.isEmpty { threads -= 1 }
      return works.isEmpty ? nil : works.removeFirst()
    }

    func close() {
      lock.lock()
      defer { lock.unlock() }
      isClosed = true
      lock.broadcast()
    }
  }

  /// The cancellation of a task whose work waits for a connection or runs on one.
  private final class PostgreSQLCancellation: Sendable {
    private struct State {
      var isCancelled = false
      var canceller: PostgreSQLCanceller?
    }

    /// The seconds between two cancellations of one work.
    private static let pause = 0.05

    private let state = Locked(State())

    func cancel() {
      let isRunning = state.withLock { state in
        state.isCancelled = true
        return state.canceller != nil
      }
      // A thread of its own, because a server that stands still blocks it.
      guard isRunning else { return }
      Thread.detachNewThread { [self] in
        // The server ignores a cancellation that arrives before the statement does.
        while cancelStatement() { Thread.sleep(forTimeInterval: Self.pause) }
      }
    }

    /// Cancels the statement that runs on the connection, and returns whether work has the connection.
    private func cancelStatement() -> Bool {
      state.withLock { state in
        // Inside the lock, so that the connection does not begin another work in the meantime.
        state.canceller?.cancel()
        return state.canceller != nil
      }
    }

    func run<Value>(on connection: PostgreSQLConnection, _ work: () throws -> Value) throws -> Value {
      try connection.connect()
      let canceller = connection.canceller
      let isCancelled = state.withLock { state in
        state.canceller = canceller
        return state.isCancelled
      }
      guard !isCancelled else { throw CancellationError() }
      defer { state.withLock { $0.canceller = nil } }
      do {
        return try work()
      } catch let error as PostgreSQLError where error.code == "57014" && state.withLock({ $0.isCancelled }) {
        throw CancellationError()
      }
    }
  }
#endif
