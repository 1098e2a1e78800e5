public import Foundation
import Naru

/// A cache of loaded pictures, in memory and on disk, that evicts the least recently used ones first. Pictures that were shown once are
/// there even without a connection.
public actor CoverCache {
  private let limit: Int
  private let load: @Sendable (URL) async throws -> Data
  private var pictures: [URL: Data] = [:]
  /// The least recently used first.
  private var order: [URL] = []
  private var byteCount = 0
  private var files: CoverFiles?
  private let loads = SharedTasks<URL, Data>(cancelsWhenUnobserved: false)

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of bytes in memory. A larger picture is not cached there.
  ///   - folder: the folder of the files, such as one in the app's caches. `nil`, the default, keeps no files.
  ///   - fileLimit: the maximum number of bytes to keep in files. One picture has at most a quarter of it.
  ///   - load: loads a picture.
  public init(
    limit: Int = 8 << 20,
    in folder: URL? = nil,
    fileLimit: Int = 64 << 20,
    load: @escaping @Sendable (URL) async throws -> Data
  ) {
    self.limit = limit
    files = folder.map { CoverFiles(in: $0, limit: fileLimit) }
    self.load = load
  }

  /// Returns a picture from the cache, or loads it. Concurrent requests for a picture share one load; after a failure,
  /// the next request loads again.
  public func data(_ url: URL) async throws -> Data {
    if let picture = pictures[url] {
      order.removeAll { $0 == url }
      order.append(url)
      return picture
    }
    return try await loads.value(for: url) { [self] in try await loaded(url) }
  }

  private func loaded(_ url: URL) async throws -> Data {
    // A load may have ended since the caller looked.
    if let picture = pictures[url] { return picture }
    if let picture = files?.data(url) {
      keep(picture, url)
      return picture
    }
    let picture = try await load(url)
    keep(picture, url)
    files?.keep(picture, url)
    return picture
  }

  private func keep(_ picture: Data, _ url: URL) {
    guard picture.count <= limit else { return }
    pictures[url] = picture
    order.append(url)
    byteCount += picture.count
    while byteCount > limit, !order.isEmpty {
      byteCount -= pictures.removeValue(forKey: order.removeFirst())?.count ?? 0
    }
  }
}
