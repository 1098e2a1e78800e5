#if os(Linux)
  import Foundation

  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// An error that the other side of a call sent: its name, such as `org.freedesktop.DBus.Error.ServiceUnknown`.
  struct DBusError: Error, CustomStringConvertible {
    let name: String
    var description: String { name }
  }

  /// A connection to the session's message bus, for calls one after the other. All methods block, for 25 seconds at most where
  /// nothing else is said.
  struct DBusConnection {
    private struct Message {
      var type: UInt8
      var body: [DBusValue]
      var replyTo: UInt64?
      var error: String?
      var path: String?
      var member: String?
    }

    private let socket: FileDescriptor
    private var serial: UInt32 = 0
    private var received: [UInt8] = []
    /// What came while a call waited for its answer.
    private var signals: [Message] = []

    /// Connects to the bus of an environment.
    ///
    /// - Returns: `nil` where there is no bus.
    /// - Throws: ``SystemError``, ``DBusError``, ``DBusFormatError``.
    init?(environment: [String: String]) throws {
      let runtime = environment["XDG_RUNTIME_DIR"].map { "unix:path=\($0)/bus" }
      guard let text = environment["DBUS_SESSION_BUS_ADDRESS"] ?? runtime else { return nil }
      guard let socket = text.split(separator: ";").lazy.compactMap({ Self.connect(to: $0) }).first else { return nil }
      self.socket = socket
      setTimeout(seconds: 25)
      // The socket says who we are; this only names the same user (“Authentication Protocol”, EXTERNAL).
      let user = "\(geteuid())".utf8.map { String($0, radix: 16) }.joined()
      try write(Array("\u{0}AUTH EXTERNAL \(user)\r\n".utf8))
      guard try readLine().hasPrefix("OK ") else { throw DBusError(name: "org.freedesktop.DBus.Error.AuthFailed") }
      try write(Array("BEGIN\r\n".utf8))
      _ = try call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "Hello")
    }

    /// Calls a method, and waits for what it returns.
    mutating func call(
      _ destination: String,
      _ path: String,
      _ interface: String,
      _ member: String,
      _ arguments: [DBusValue] = []
    ) throws -> [DBusValue] {
      serial += 1
      var body = DBusWriter()
      for argument in arguments { body.write(argument) }
      var fields: [DBusValue] = [
        .structure([.byte(1), .variant(.path(path))]), .structure([.byte(2), .variant(.string(interface))]),
        .structure([.byte(3), .variant(.string(member))]), .structure([.byte(6), .variant(.string(destination))]),
      ]
      if !arguments.isEmpty {
        fields.append(.structure([.byte(8), .variant(.signature(arguments.map(\.signature).joined()))]))
      }
      var message = DBusWriter()
      // Little-endian, a call, no flags, version 1.
      for byte: UInt8 in [UInt8(ascii: "l"), 1, 0, 1] { message.write(.byte(byte)) }
      message.write(.uint32(UInt32(body.bytes.count)))
      message.write(.uint32(serial))
      message.write(.array("(yv)", fields))
      message.align(to: 8)
      try write(message.bytes + body.bytes)
      while true {
        let answer = try readMessage()
        if answer.type == 4 { signals.append(answer) }
        guard answer.replyTo == UInt64(serial) else { continue }
        if answer.type == 3 { throw DBusError(name: answer.error ?? "org.freedesktop.DBus.Error.Failed") }
        if answer.type == 2 { return answer.body }
      }
    }

    /// Waits for a signal of an object; ask the bus for it first, with `AddMatch`.
    mutating func signal(_ member: String, of path: String, seconds: Int) throws -> [DBusValue] {
      setTimeout(seconds: seconds)
      defer { setTimeout(seconds: 25) }
      while true {
        let message = signals.isEmpty ? try readMessage() : signals.removeFirst()
        if message.type == 4, message.member == member, message.path == path { return message.body }
      }
    }

    private mutating func readMessage() throws -> Message {
      let start = try read(16)
      guard [UInt8(ascii: "l"), UInt8(ascii: "B")].contains(start[0]), start[3] == 1 else { throw DBusFormatError() }
      let isBigEndian = start[0] == UInt8(ascii: "B")
      var reader = DBusReader(start[4...], isBigEndian: isBigEndian)
      let lengths: [Int] = try reader.values("uuu").map { value in
        guard case .number(_, let number) = value, number <= 16 << 20 else { throw DBusFormatError() }
        return Int(number)
      }
      let padded = (lengths[2] + 7) / 8 * 8
      let rest = try read(padded + lengths[0])
      var fields = DBusReader((start + rest[..<padded])[...], isBigEndian: isBigEndian)
      var message = Message(type: start[1], body: [])
      var signature = ""
      for field in try fields.values("yyyyuua(yv)").last?.elements ?? [] {
        guard let parts = field.elements, parts.count == 2, case .byte(let code) = parts[0],
          case .variant(let value) = parts[1]
        else { throw DBusFormatError() }
        switch (code, value) {
        case (1, .path(let path)): message.path = path
        case (3, .string(let member)): message.member = member
        case (4, .string(let name)): message.error = name
        case (5, .number(_, let number)): message.replyTo = number
        case (8, .signature(let text)): signature = text
        default: break
        }
      }
      var body = DBusReader(rest[padded...], isBigEndian: isBigEndian)
      message.body = try body.values(signature)
      return message
    }

    private mutating func readLine() throws -> String {
      while true {
        if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
          defer { received.removeFirst(end + 1) }
          return String(decoding: received[...end], as: UTF8.self)
        }
        guard received.count < 4096 else { throw DBusFormatError() }
        try receive()
      }
    }

    private mutating func read(_ count: Int) throws -> [UInt8] {
      while received.count < count { try receive() }
      defer { received.removeFirst(count) }
      return Array(received[..<count])
    }

    private mutating func receive() throws {
      var buffer = [UInt8](repeating: 0, count: 8192)
      let count = retrying { recv(socket.number, &buffer, buffer.count, 0) }
      guard count > 0 else { throw count == 0 ? SystemError("recv", code: ECONNRESET) : SystemError("recv") }
      received += buffer[..<count]
    }

    private func write(_ bytes: [UInt8]) throws {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { rest in
          retrying { send(socket.number, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL)) }
        }
        guard count > 0 else { throw SystemError("send") }
        rest = rest.dropFirst(count)
      }
    }

    private func setTimeout(seconds: Int) {
      var time = timeval(tv_sec: seconds, tv_usec: 0)
      for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
        setsockopt(socket.number, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
      }
    }

    /// Connects to `unix:path=…` or `unix:abstract=…`; other kinds are not of this machine.
    private static func connect(to address: Substring) -> FileDescriptor? {
      guard address.hasPrefix("unix:") else { return nil }
      let items = address.dropFirst(5).split(separator: ",").map {
        $0.split(separator: "=", maxSplits: 1).map(String.init)
      }
      func value(_ name: String) -> String? {
        items.first { $0.count == 2 && $0[0] == name }?[1].removingPercentEncoding
      }
      guard let name = value("path").map({ Array($0.utf8) }) ?? value("abstract").map({ [0] + Array($0.utf8) }) else {
        return nil
      }
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      let isLong = withUnsafeMutableBytes(of: &address.sun_path) { path in
        guard name.count < path.count else { return true }
        path.copyBytes(from: name)
        return false
      }
      guard !isLong else { return nil }
      #if canImport(Musl)
        let number = Musl.socket(AF_UNIX, SOCK_STREAM | Int32(SOCK_CLOEXEC), 0)
      #else
        let number = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      #endif
      guard number >= 0 else { return nil }
      let socket = FileDescriptor(number)
      let length = socklen_t(MemoryLayout.offset(of: \sockaddr_un.sun_path).map { $0 + name.count } ?? 0)
      let result = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
          #if canImport(Musl)
            retrying { Musl.connect(number, pointer, length) }
          #else
            retrying { Glibc.connect(number, pointer, length) }
          #endif
        }
      }
      return result == 0 ? socket : nil
    }
  }
#endif
