import Testing

/// Starts the tests. SwiftPM writes this file itself if there is none, but only for builds with an index, which take a third longer.
@main
struct TestRunner {
  static func main() async {
    await Testing.__swiftPMEntryPoint() as Never
  }
}
