/// Metrics in the text format of Prometheus, version 0.0.4.
struct MetricsPage {
  typealias Labels = [(name: String, value: String)]

  static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

  private(set) var text = ""

  /// Adds a number that goes up and down.
  mutating func gauge(_ name: String, _ help: String, _ value: some Numeric) {
    begin(name, help, "gauge")
    add(name, [], value)
  }

  /// Adds numbers that go up and down, with different labels.
  mutating func gauge(_ name: String, _ help: String, _ values: [(Labels, Int)]) {
    begin(name, help, "gauge")
    for (labels, value) in values { add(name, labels, value) }
  }

  /// Adds a number that only goes up.
  mutating func counter(_ name: String, _ help: String, _ value: some Numeric) {
    begin(name, help, "counter")
    add(name, [], value)
  }

  /// Adds numbers that only go up, with different labels.
  mutating func counter(_ name: String, _ help: String, _ values: [(Labels, Int)]) {
    begin(name, help, "counter")
    for (labels, value) in values { add(name, labels, value) }
  }

  /// Adds histograms with different labels.
  mutating func histogram(_ name: String, _ help: String, _ values: [(Labels, Histogram)]) {
    begin(name, help, "histogram")
    for (labels, histogram) in values {
      var count = 0
      for (bound, more) in zip(Histogram.bounds.map { "\($0)" } + ["+Inf"], histogram.counts) {
        count += more
        add("\(name)_bucket", labels + [("le", bound)], count)
      }
      add("\(name)_sum", labels, histogram.sum)
      add("\(name)_count", labels, count)
    }
  }

  private mutating func begin(_ name: String, _ help: String, _ type: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
  }

  private mutating func add(_ name: String, _ labels: Labels, _ value: some Numeric) {
    text += name
    if !labels.isEmpty {
      let list = labels.map { label in "\(label.name)=\"\(Self.escaped(label.value))\"" }
      text += "{\(list.joined(separator: ","))}"
    }
    text += " \(value)\n"
  }

  private static func escaped(_ value: String) -> String {
    value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}
