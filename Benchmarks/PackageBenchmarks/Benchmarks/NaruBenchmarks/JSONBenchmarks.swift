import Benchmark
import Foundation
import JSONModels
import NaruJSON

/// Books from JSON and to JSON, with Naru and with Foundation's coders: the documents of `scripts/bench json`.
func jsonBenchmarks() {
  decode("small", Fixtures.small)
  decode("10 books", Fixtures.page(10))
  decode("1,000 books", Fixtures.page(1_000))
  encode("10 books", Fixtures.page(10))
}

private func decode(_ name: String, _ page: BookPage) {
  // A benchmark does as many as take long enough for the clock of the CPU, and the plug-in divides by the number.
  let configuration = Benchmark.Configuration(scalingFactor: page.books.count > 100 ? .one : .kilo)
  Benchmark("Decode \(name), Naru", configuration: configuration) { benchmark, data in
    let coding = JSONCoding()
    for _ in benchmark.scaledIterations { blackHole(try coding.decode(BookPage.self, from: data)) }
  } setup: {
    try JSONCoding().encode(page)
  }
  Benchmark("Decode \(name), Foundation", configuration: configuration) { benchmark, data in
    let decoder = JSONDecoder()
    for _ in benchmark.scaledIterations { blackHole(try decoder.decode(BookPage.self, from: data)) }
  } setup: {
    try JSONCoding().encode(page)
  }
}

private func encode(_ name: String, _ page: BookPage) {
  let configuration = Benchmark.Configuration(scalingFactor: .kilo)
  Benchmark("Encode \(name), Naru", configuration: configuration) { benchmark in
    let coding = JSONCoding()
    for _ in benchmark.scaledIterations { blackHole(try coding.encode(page)) }
  }
  Benchmark("Encode \(name), Foundation", configuration: configuration) { benchmark in
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    for _ in benchmark.scaledIterations { blackHole(try encoder.encode(page)) }
  }
}
