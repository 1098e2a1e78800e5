#if os(Linux) || os(macOS)
  public import Foundation

  /// The system's default browser.
  public enum SystemBrowser: Sendable {
    /// Opens an address with `xdg-open` on Linux or `open` on macOS, without waiting for the browser.
    ///
    /// - Parameters:
    ///   - url: an `http` or `https` address.
    ///   - environment: the environment variables, with `PATH` and the display.
    /// - Returns: `false` for other addresses, and on a machine without a display.
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
      // An argument of the process; no shell interprets it.
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
