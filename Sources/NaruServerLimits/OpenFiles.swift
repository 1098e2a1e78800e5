import Foundation

/// The number of files and sockets that this process may have open.
enum OpenFiles {
  /// Raises the soft limit to the hard one, and returns the limit that is then in force.
  static func raiseLimit() -> Int {
    var limit = rlimit()
    guard getrlimit(files, &limit) == 0 else { return 1024 }
    var raised = limit
    raised.rlim_cur = limit.rlim_max
    if raised.rlim_cur > limit.rlim_cur, setrlimit(files, &raised) == 0 { limit = raised }
    return Int(clamping: limit.rlim_cur)
  }

  /// The number of connections for which there is room, with a reserve for the database, files and calls to other servers.
  static func room(of limit: Int) -> Int {
    limit - max(limit / 8, min(128, limit / 2))
  }

  #if canImport(Glibc)
    private static var files: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
  #else
    private static var files: Int32 { RLIMIT_NOFILE }
  #endif
}
