#if PostgreSQL
  import Foundation
  import NaruMessages
  import Support

  /// The processes that have a database open tell each other with `LISTEN` and `NOTIFY`. A message is a transaction of its own, so no write waits
  /// for it.
  final class PostgreSQLChannel: ChangeChannel {
    /// The largest message in bytes. PostgreSQL allows 7,999. A larger one is sent as an empty one, which means that something is lost.
    private static let limit = 7_900
    /// How long nothing is read at most before a closed channel ends, in milliseconds, and how long it waits after an error.
    private static let pause: Int32 = 500
    /// The channel. Tests have schemas of their own in one database.
    private static let name: SQL = "'naru_' || md5(current_schema())"

    private let received: AsyncStream<String?>
    private let incoming: AsyncStream<String?>.Continuation
    private let outgoing: AsyncStream<String>.Continuation
    private let isClosed = Locked(false)
    private let address: Secret
    private let busyWait: BusyWait

    init(_ address: Secret, sendingOn pool: PostgreSQLPool, waiting busyWait: BusyWait) {
      (received, incoming) = AsyncStream.makeStream()
      (self.address, self.busyWait) = (address, busyWait)
      let (sent, outgoing) = AsyncStream.makeStream(of: String.self)
      self.outgoing = outgoing
      Task { [isClosed] in
        for await message in sent {
          while !isClosed.withLock({ $0 }) {
            do {
              try await pool.perform { connection in
                try connection.transaction(.read) { _ = try $0.exists("SELECT pg_notify(\(Self.name), \(message))") }
              }
              break
            } catch {
              // The server is away, so no process changes anything.
              try? await Task.sleep(for: .milliseconds(Int(Self.pause)))
            }
          }
        }
      }
    }

    /// The messages. Reading them needs a connection of its own, which is opened then.
    var messages: AsyncStream<String?> {
      let thread = Thread { [address, busyWait, isClosed, incoming] in
        while !isClosed.withLock({ $0 }) {
          do {
            let connection = PostgreSQLConnection(address, waiting: busyWait)
            try connection.connect()
            let name: String = try connection.transaction(.read) { try $0.value("SELECT \(Self.name)") }
            try connection.simple("LISTEN \"\(name)\"")
            incoming.yield(nil)
            while !isClosed.withLock({ $0 }) {
              if let message = try connection.notification(within: Self.pause) { incoming.yield(message) }
            }
          } catch {
            Thread.sleep(forTimeInterval: Double(Self.pause) / 1000)
          }
        }
        incoming.finish()
      }
      thread.name = "naru.postgresql.listen"
      thread.start()
      return received
    }

    func send(_ message: String) { outgoing.yield(message.utf8.count <= Self.limit ? message : "") }

    func close() {
      isClosed.withLock { $0 = true }
      outgoing.finish()
    }
  }
#endif
