/// The origin of an audit event: the caller of a request, or an operator.
struct EventOrigin: Sendable {
  /// The operator who runs this task. GRDB passes it on to the closure of a transaction.
  @TaskLocal static var ofOperator: EventOrigin?

  /// The origin of the events of this task.
  static var current: EventOrigin? {
    ofOperator ?? RequestOrigin.current.map { EventOrigin(address: $0.address?.description, device: $0.device) }
  }

  /// The network address.
  var address: String?
  /// The `User-Agent`, shortened, or the operator.
  var device: String?
}
