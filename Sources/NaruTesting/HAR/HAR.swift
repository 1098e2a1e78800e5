public import Foundation
import Naru
package import NaruRecording

/// A recording of requests and responses: an HTTP Archive, version 1.2, as browsers and proxies write it.
///
/// ``HARRecorder`` records the calls of a client, ``HARTransport`` replays a recording, and ``check(against:baseURL:)`` compares
/// a recording with contracts.
public struct HAR: Sendable {
  package typealias Log = HARFile.Log
  package typealias Entry = HARFile.Entry
  package typealias Request = HARFile.Request
  package typealias Response = HARFile.Response
  package typealias Pair = HARFile.Pair

  private let file: HARFile

  /// The content of the file.
  package var log: Log { file.log }

  /// The requests with their responses, in the order of sending.
  package var entries: [Entry] { log.entries }

  /// Creates a recording of Naru's.
  package init(_ entries: [Entry], redacting names: [String] = []) {
    file = HARFile(entries, redacting: names)
  }

  /// Reads a recording from a file.
  ///
  /// - Parameter file: the file.
  /// - Throws: `CocoaError` if the file can't be read; ``Unreadable`` if it is not an HTTP Archive.
  public init(contentsOf file: URL) throws {
    let data = try Data(contentsOf: file)
    do {
      self.file = try HARFile(reading: data)
    } catch {
      throw Unreadable(file: file, underlyingError: error)
    }
  }

  /// Writes the recording to a file, in a form that shows the differences between two recordings. An existing file is replaced.
  ///
  /// - Parameter file: the file.
  /// - Throws: `CocoaError` if the file can't be written.
  public func write(to file: URL) throws {
    try self.file.data.write(to: file, options: .atomic)
  }

  /// The reason why a file is not an HTTP Archive.
  public struct Unreadable: LocalizedError, CustomStringConvertible {
    let file: URL
    let underlyingError: any Error

    /// The name of the file, and the place in it that is wrong.
    public var description: String {
      let problem = underlyingError as? DecodingError
      let place = problem.map { "\($0.codingPath.isEmpty ? "" : "\($0.codingPath.plainText): ")\($0.reason)" }
      return "\(file.lastPathComponent) is not an HTTP Archive (HAR 1.2): \(place ?? "\(underlyingError)")"
    }

    /// The same string as ``description``.
    public var errorDescription: String? { description }
  }
}
