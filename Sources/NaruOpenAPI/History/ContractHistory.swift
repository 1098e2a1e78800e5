import Foundation
public import Naru

/// The contracts of released apps, in a folder with a document for each release.
///
/// ```swift
/// @Test func releasedAppsKeepWorking() async throws {
///   try await ContractHistory("Contracts").check(Books.self, Shelf.self)
/// }
/// ```
///
/// A file, such as `Contracts/1.4.0.json`, is an OpenAPI 3.1 document. A release is retired by deleting its file.
public struct ContractHistory: Sendable {
  private let folder: URL

  /// Opens a folder, which need not exist yet.
  ///
  /// - Parameters:
  ///   - folder: the path of the folder. A relative one starts at the package with the calling file.
  ///   - file: the calling file.
  public init(_ folder: String, file: StaticString = #filePath) {
    var package = URL(filePath: "\(file)").deletingLastPathComponent()
    func hasManifest(_ url: URL) -> Bool {
      FileManager.default.fileExists(atPath: url.appending(path: "Package.swift").path)
    }
    while package.path.count > 1, !hasManifest(package) { package.deleteLastPathComponent() }
    self.folder = URL(filePath: folder, relativeTo: hasManifest(package) ? package : nil).absoluteURL
  }

  /// Returns the recorded releases, oldest first.
  ///
  /// - Throws: an error of the file system.
  public func releases() throws -> [Release] {
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
    return names.compactMap { Release(String($0.dropLast(5))) }.sorted()
  }

  /// Writes the document of a release. It has the same bytes each time.
  ///
  /// - Parameters:
  ///   - release: the release of the app that is about to be published.
  ///   - contracts: the contracts that the app calls.
  /// - Throws: an error of the file system.
  public func record(_ release: Release, _ contracts: [any Contract.Type]) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Self.document(release, contracts).json.write(to: file(of: release), options: .atomic)
  }

  /// Checks that the apps of all recorded releases keep working with today's contracts.
  ///
  /// With the environment variable `NARU_RECORD=1.4.0`, that release is recorded first.
  ///
  /// - Parameter contracts: the contracts that a server serves today.
  /// - Throws: ``HistoryReport`` if something breaks; `MessageError` if a file can't be read or nothing is recorded.
  public func check(_ contracts: any Contract.Type...) async throws {
    if let name = ProcessInfo.processInfo.environment["NARU_RECORD"], !name.isEmpty {
      guard let release = Release(name) else {
        throw MessageError("NARU_RECORD is “\(name)”, which is not a release. Write numbers with dots, such as 1.4.0.")
      }
      try record(release, contracts)
    }
    let report = try await report(contracts)
    guard report.breaks.isEmpty else { throw report }
  }

  /// Compares all recorded releases with today's contracts.
  ///
  /// Requests of each release are also sent to routes of today's contracts in memory, which respond with sample values: one for each
  /// value of an enumeration, each variant and each end of a limit. A request that they reject is a change, even if no rule has found it,
  /// and a request that they accept breaks nothing, even if a rule reports it.
  ///
  /// - Precondition: none of the contracts is for clients only (`@API(serves: false)`).
  /// - Parameter contracts: the contracts that a server serves today.
  /// - Returns: the changes.
  /// - Throws: `MessageError` if a file can't be read or nothing is recorded.
  @concurrent
  public func report(_ contracts: [any Contract.Type]) async throws -> HistoryReport {
    let releases = try releases()
    guard !releases.isEmpty else {
      throw MessageError(
        "There is no recorded release in \(folder.path). Record one with `swift package naru history record 1.0.0`, or by running the test with NARU_RECORD=1.0.0."
      )
    }
    let today = DescribedAPI(Self.document("0", contracts).root)
    var trial = RouteTrial(contracts, today)
    var changes: [ContractChange] = []
    var hints: [ContractChange] = []
    for release in releases {
      let recorded = DescribedAPI(try document(of: release))
      var own = await trial.judged(DocumentComparison(recorded, today).changes)
      own += await trial.changes(recorded, explained: own)
      for index in own.indices { own[index].releases = [release.description] }
      changes += own
      if release == releases.last { hints = DocumentComparison(today, recorded, isProving: false).changes }
    }
    var report = HistoryReport(changes, hints, releases)
    report.calls = trial.calls
    return report
  }

  private func file(of release: Release) -> URL { folder.appending(path: "\(release).json") }

  private func document(of release: Release) throws -> JSONTree {
    let file = file(of: release)
    guard let tree = JSONTree(json: try Data(contentsOf: file)), tree["openapi"] != nil else {
      throw MessageError(
        "\(file.path) is not a recorded release. Record it again from the tag of that release, or delete it."
      )
    }
    return tree
  }

  private static func document(_ release: Release, _ contracts: [any Contract.Type]) -> OpenAPIDocument {
    OpenAPIDocument(
      recording: contracts.flatMap { $0.endpoints },
      title: contracts.map { String(describing: $0) }.joined(separator: ", "),
      version: release.description
    )
  }
}
