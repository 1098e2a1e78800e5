import CommandSupport
import DockDock
import Dori
import Foundation
import Naru
import NaruOffline
import Saerok

/// The names of the items that queued changes are about, by their IDs: titles of books, names of people, and the beginnings of
/// notes. They are in the server's last responses and in the queue.
struct ItemNames {
  private var names: [String: String] = [:]

  /// Reads the names from the cache and the queue.
  init(_ offline: Offline, _ writes: [QueuedWrite]) throws {
    func cached<Item: Decodable>(_ endpoint: Endpoint, _ type: [Item].Type = [Item].self) throws -> [Item] {
      try offline.cachedValues(of: endpoint, as: type).flatMap(\.self)
    }
    for entry: ReadingBook in try cached(ReadingBooks.Endpoints.list) {
      add(entry.book?.fullTitle, [entry.id, entry.bookID])
    }
    for record: ReadingRecord in try cached(ReadingRecords.Endpoints.list) { add(record.content, [record.id]) }
    for review: Review in try cached(Reviews.Endpoints.list) {
      add(review.reviewText ?? names[review.readingBookID], [review.id])
    }
    for page in try offline.cachedValues(of: FreeBoard.Endpoints.posts, as: PostPage.self) {
      for post in page.items { add(post.content, ["\(post.id)"]) }
    }
    for person: Person in try cached(Ledger.Endpoints.people) {
      add(person.name, [person.id.rawValue])
      for gift in person.gifts { add("\(person.name) \(gift.amount.grouped)", [gift.id.rawValue]) }
    }
    for write in writes {
      guard let id = write.localID else { continue }
      let values = try? write.body(as: WrittenValues.self)
      add(values?.content ?? values?.bookID.map { names[$0] ?? $0 }, [id.text, "\(id.integer)"])
    }
  }

  private mutating func add(_ name: String?, _ ids: [String]) {
    guard let name, !name.isEmpty else { return }
    // The newest response comes first.
    for id in ids where names[id.lowercased()] == nil { names[id.lowercased()] = String(name.prefix(40)) }
  }

  /// Returns a change with the items that it is about and the values that were written: `ReadingBooks.update “클린 코드”, “wishlist”`.
  func description(of write: QueuedWrite) -> String {
    let names = write.endpoint?.parameters.filter { $0.location == .path }.map(\.name) ?? []
    let arguments = names.compactMap { try? write.argument($0, as: String.self) }
    let values = (try? write.body(as: WrittenValues.self))?.values ?? []
    let parts =
      arguments.compactMap { shown($0, quoted: false) }
      // A number may be a page or a rating.
      + values.compactMap { $0.isName ? shown($0.text, quoted: $0.isString) : $0.text }
    return parts.isEmpty ? write.endpointName : "\(write.endpointName) \(parts.joined(separator: ", "))"
  }

  /// Returns a value, or the name of its item. `nil` for an ID without a name.
  private func shown(_ value: String, quoted: Bool) -> String? {
    if let name = names[value.lowercased()] { return "“\(name)”" }
    guard UUID(uuidString: value) == nil, LocalID(value) == nil, !value.isEmpty else { return nil }
    return quoted ? "“\(value.prefix(40))”" : value
  }
}

/// The strings and the whole numbers of a JSON object, by their keys.
private struct WrittenValues: Decodable {
  private let fields: [(key: String, text: String, isString: Bool)]

  /// The values, and whether each may be the ID of an item.
  var values: [(text: String, isString: Bool, isName: Bool)] {
    fields.map { ($0.text, $0.isString, $0.isString || $0.key.lowercased().hasSuffix("id")) }
  }
  var content: String? { self["content"] ?? self["review_text"] }
  var bookID: String? { self["book_id"] ?? self["reading_book_id"] }

  private subscript(key: String) -> String? { fields.first { $0.key == key }?.text }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    fields = container.allKeys.sorted { $0.stringValue < $1.stringValue }
      .compactMap { key in
        if let text = try? container.decode(String.self, forKey: key) { return (key.stringValue, text, true) }
        return (try? container.decode(Int.self, forKey: key)).map { (key.stringValue, String($0), false) }
      }
  }
}
