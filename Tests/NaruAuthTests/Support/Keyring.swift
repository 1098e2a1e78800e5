#if os(Linux)
  import Foundation
  import Naru
  import NaruAuth

  /// A message bus and a keyring of their own, with nothing of the person who runs the tests.
  final class Keyring: Sendable {
    /// Where the bus is.
    let environment: [String: String]
    private let folder: TemporaryFolder
    private let processes: Locked<[Process]>

    /// Whether the programs are installed.
    static let isInstalled = ["dbus-daemon", "dbus-send", "gnome-keyring-daemon"].allSatisfy { find($0) != nil }

    /// Starts both.
    ///
    /// - Parameter hasService: whether there is a keyring on the bus.
    init?(hasService: Bool = true) async throws {
      folder = try TemporaryFolder()
      processes = Locked([])
      var environment = ProcessInfo.processInfo.environment
      for name in ["DISPLAY", "WAYLAND_DISPLAY"] { environment[name] = nil }
      environment["HOME"] = folder.url.path
      environment["XDG_DATA_HOME"] = folder.url.appending(path: "data").path
      environment["XDG_RUNTIME_DIR"] = folder.url.path
      let bus = folder.url.appending(path: "bus").path
      environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(bus)"
      self.environment = environment
      // A configuration without service files: the bus must not start a keyring of the system.
      let configuration = folder.url.appending(path: "bus.conf")
      let policy =
        #"<policy context="default"><allow send_destination="*"/><allow eavesdrop="true"/><allow own="*"/></policy>"#
      try Data("<busconfig><type>session</type><listen>unix:path=\(bus)</listen>\(policy)</busconfig>".utf8).write(
        to: configuration
      )
      let output = try start("dbus-daemon", ["--config-file=\(configuration.path)", "--nofork", "--print-address"])
      guard try output.fileHandleForReading.read(upToCount: 5) != nil else { return nil }
      guard hasService else { return }
      _ = try start("gnome-keyring-daemon", ["--foreground", "--unlock", "--components=secrets"], input: "password\n")
      let start = ContinuousClock.now
      while !(await SecretServiceTokenStore.isAvailable(environment: environment)) {
        guard start.duration(to: .now) < .seconds(20) else { return nil }
      }
    }

    /// Locks it, as it is before the person has signed in at the desktop.
    func lock() throws {
      let output = try start(
        "dbus-send",
        [
          "--session", "--print-reply", "--dest=org.freedesktop.secrets", "/org/freedesktop/secrets",
          "org.freedesktop.Secret.Service.Lock", "array:objpath:/org/freedesktop/secrets/collection/login",
        ]
      )
      _ = try output.fileHandleForReading.readToEnd()
    }

    deinit {
      // Foundation's `waitUntilExit` may wait for ever on a thread of the pool.
      for process in processes.withLock({ $0 }) { kill(process.processIdentifier, SIGKILL) }
    }

    private func start(_ name: String, _ arguments: [String], input text: String = "") throws -> Pipe {
      let process = Process()
      process.executableURL = Self.find(name)
      process.arguments = arguments
      process.environment = environment
      let (input, output) = (Pipe(), Pipe())
      process.standardInput = input
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      processes.withLock { $0.append(process) }
      try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
      try input.fileHandleForWriting.close()
      return output
    }

    private static func find(_ name: String) -> URL? {
      (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").lazy
        .map { URL(filePath: String($0)).appending(path: name) }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
  }
#endif
