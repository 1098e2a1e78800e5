#if os(Linux) || os(macOS)
  public import Foundation

  /// The browser that the person has chosen for this machine.
  public enum SystemBrowser: Sendable {
    /// Asks the system to open an address: with `xdg-open` on Linux, `open` on macOS. Does not wait for the browser.
    ///
    /// - Parameters:
    ///   - url: an `http` or `https` address.
    ///   - environment: where `PATH` is, and what says whether there is a display.
    /// - Returns: whether it was asked. `false` on a machine without a display, and for other addresses.
    public static func open(_ url: URL, environment: [String: String] = ProcessInfo.processInfo.environment) -> Bool {
      guard ["http", "https"].contains(url.scheme?.lowercased()) else { return false }
      #if os(macOS)
        let program: URL? = URL(filePath: "/usr/bin/open")
      #else
        let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER"].contains { !(environment[$0] ?? "").isEmpty }
        let program = hasDisplay ? find("xdg-open", in: environment["PATH"] ?? "") : nil
      #endif
      guard let program else { return false }
      let process = Process()
      process.executableURL = program
      // An argument, not a command: no shell reads it.
      process.arguments = [url.absoluteString]
      process.environment = environment
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      return (try? process.run()) != nil
    }

    private static func find(_ name: String, in path: String) -> URL? {
      path.split(separator: ":").lazy
        .map { URL(filePath: String($0)).appending(path: name) }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
  }
#endif
