public import Foundation

/// Pictures that were loaded, so that scrolling back loads nothing again. The least lately used ones go first.
public actor CoverCache {
  private let limit: Int
  private let load: @Sendable (URL) async throws -> Data
  private var pictures: [URL: Data] = [:]
  /// The least lately used first.
  private var order: [URL] = []
  private var byteCount = 0
  private var inFlight: [URL: Task<Data, any Error>] = [:]

  /// A cache with nothing in it.
  ///
  /// - Parameters:
  ///   - limit: how many bytes are kept. A larger picture is not.
  ///   - load: loads a picture.
  public init(limit: Int = 8 << 20, load: @escaping @Sendable (URL) async throws -> Data) {
    self.limit = limit
    self.load = load
  }

  /// A picture, from the cache or loaded now. Who asks for one that is being loaded waits for the same load; one that failed
  /// is loaded again by the next who asks.
  ///
  /// - Throws: what loading throws.
  public func data(_ url: URL) async throws -> Data {
    if let picture = pictures[url] {
      order.removeAll { $0 == url }
      order.append(url)
      return picture
    }
    if let task = inFlight[url] { return try await task.value }
    let task = Task { [load] in try await load(url) }
    inFlight[url] = task
    defer { inFlight[url] = nil }
    let picture = try await task.value
    keep(picture, url)
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
