public import Foundation
import Naru
package import NaruRecording

/// A recording of requests and responses: an HTTP Archive, version 1.2, as browsers and proxies write it.
///
/// ``HARRecorder`` records the calls of a client, ``HARTransport`` replays a recording, and ``check(against:baseURL:exactly:middleware:)`` compares
/// a recording with contracts.
public struct HAR: Sendable {
  package typealias Log = HARFile.Log
  package typealias Entry = HARFile.Entry
  package typealias Request = HARFile.Request

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
  /// - Throws: `CocoaError` if the file can't be read; `MessageError` if it is not an HTTP Archive.
  public init(contentsOf file: URL) throws {
    self.file = try HARFile(contentsOf: file)
  }

  /// Writes the recording to a file, in a form that shows the differences between two recordings. An existing file is replaced.
  ///
  /// - Parameter file: the file.
  /// - Throws: `CocoaError` if the file can't be written.
  public func write(to file: URL) throws {
    try self.file.data.write(to: file, options: .atomic)
  }
}
