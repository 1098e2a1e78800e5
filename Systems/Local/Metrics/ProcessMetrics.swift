import Foundation

/// The resources that a process uses, under the names of Prometheus's own clients.
struct ProcessMetrics: Sendable {
  private let start = Date()

  /// Writes the metrics. Memory and open files are known on Linux only.
  func write(to page: inout MetricsPage) {
    page.gauge("process_start_time_seconds", "When the server started, since 1970.", start.timeIntervalSince1970)
    var usage = rusage()
    #if canImport(Glibc)
      let ofThis = RUSAGE_SELF.rawValue
    #else
      let ofThis = RUSAGE_SELF
    #endif
    getrusage(.init(ofThis), &usage)
    let seconds = [usage.ru_utime, usage.ru_stime].map { Double($0.tv_sec) + Double($0.tv_usec) / 1e6 }
    page.counter("process_cpu_seconds_total", "The time of the processors.", seconds.reduce(0, +))
    #if os(Linux)
      let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
      if let pages, pages.count > 1, let total = Int(pages[0]), let resident = Int(pages[1]) {
        let size = Int(sysconf(Int32(_SC_PAGESIZE)))
        page.gauge("process_virtual_memory_bytes", "The address space.", total * size)
        page.gauge("process_resident_memory_bytes", "The memory in use.", resident * size)
      }
      if let files = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
        page.gauge("process_open_fds", "Open files and connections.", files.count)
      }
    #endif
  }
}
