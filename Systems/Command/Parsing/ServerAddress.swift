import ArgumentParser
import Foundation

/// The address of a server in an option.
enum ServerAddress {
  /// Reads an address.
  static func url(_ address: String) throws -> URL {
    guard let url = URL(string: address), ["http", "https"].contains(url.scheme), url.host() != nil else {
      throw ValidationError(
        text(
          "서버 주소가 올바르지 않습니다: \(address) (예: https://api.example.com)",
          "“\(address)” is not a server's address (example: https://api.example.com)."
        )
      )
    }
    return url
  }
}
