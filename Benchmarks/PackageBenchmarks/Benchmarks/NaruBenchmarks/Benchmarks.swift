import Benchmark

/// What the plug-in runs. Its name and type are what the code that the plug-in writes looks for.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    // Where the machine doesn't count instructions, their row is left out.
    metrics: [.instructions, .cpuUser, .throughput, .peakMemoryResident],
    warmupIterations: 10,
    maxDuration: .seconds(2),
    maxIterations: 100_000
  )
  jsonBenchmarks()
  callBenchmarks()
}
