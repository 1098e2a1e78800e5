/// How much of a database's connections is in use, and how often transactions ran again.
package struct DatabaseUse: Sendable, Hashable {
  /// The connections that wait for work.
  package var idleConnections = 0
  /// The connections that are in a transaction.
  package var usedConnections = 0
  /// The largest number of connections.
  package var maximumConnections = 0
  /// The number of transactions that wait for a connection.
  package var waiting = 0
  /// How often a transaction ran again because it conflicted with another one.
  package var conflicts = 0
  /// How often a transaction ran again because its connection was lost.
  package var reconnections = 0
}
