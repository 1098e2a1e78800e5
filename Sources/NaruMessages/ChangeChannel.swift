/// The way of changes from one process of a server to the others.
public protocol ChangeChannel: Sendable {
  /// The messages of other processes, and possibly of this one. `nil` at the beginning, and if some may be lost, such as after the connection
  /// broke: all devices then read once what they show. It is read once, as soon as there is a device.
  var messages: AsyncStream<String?> { get }

  /// Sends a message to all processes, in order. Returns at once. What can't be sent is sent later, or all processes learn that it is lost.
  ///
  /// - Parameter message: the message, a line of JSON. It names users by their ids.
  func send(_ message: String)
}
