package import Foundation

extension URL {
  /// The items of the query by name; the last one of those with the same name.
  package var query: [String: String] {
    let items = URLComponents(url: self, resolvingAgainstBaseURL: true)?.queryItems ?? []
    return Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
  }
}
