import Foundation
import Naru
import Support

/// Pictures in the files of a folder. The least recently used pictures are removed first.
///
/// A picture that can't be stored or read is loaded again, so no method throws.
struct CoverFiles {
  private let folder: URL
  private let limit: Int
  /// The size of all files in bytes. `nil` before the first look.
  private var size: Int?

  init(in folder: URL, limit: Int) {
    self.folder = folder
    self.limit = limit
  }

  /// Returns a picture, and notes that it was used.
  func data(_ url: URL) -> Data? {
    let file = file(url)
    guard let content = try? Data(contentsOf: file) else { return nil }
    // Two addresses may have the same file name.
    let head = Data("\(url.absoluteString)\n".utf8)
    guard content.starts(with: head) else { return nil }
    noteUse(of: file)
    return content.dropFirst(head.count)
  }

  /// Stores a picture. A picture larger than a quarter of the limit is not stored.
  mutating func keep(_ picture: Data, _ url: URL) {
    guard picture.count <= limit / 4 else { return }
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let content = Data("\(url.absoluteString)\n".utf8) + picture
    let file = file(url)
    guard (try? content.write(to: file, options: .atomic)) != nil else { return }
    // The system's time of a new file may be some milliseconds earlier than the times that are noted here.
    noteUse(of: file)
    let known = (size ?? files().reduce(0) { $0 + $1.size } - content.count) + content.count
    size = known
    if known > limit { makeRoom() }
  }

  private func noteUse(of file: URL) {
    try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: file.path)
  }

  /// Removes old files until a tenth is free, so that this is rare.
  private mutating func makeRoom() {
    let files = files().sorted { $0.date < $1.date }
    var left = files.reduce(0) { $0 + $1.size }
    for file in files where left > limit / 10 * 9 {
      try? FileManager.default.removeItem(at: file.url)
      left -= file.size
    }
    size = left
  }

  private func files() -> [(url: URL, size: Int, date: Date)] {
    let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey]
    let found = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: Array(keys))
    return (found ?? []).compactMap { url in
      guard let values = try? url.resourceValues(forKeys: keys) else { return nil }
      return (url, values.fileSize ?? 0, values.contentModificationDate ?? .distantPast)
    }
  }

  /// The file of a picture.
  private func file(_ url: URL) -> URL {
    folder.appending(path: "\(String(StableHash(url.absoluteString).value, radix: 16)).cover")
  }
}
