import Foundation

extension QueuedWrite {
  /// Returns whether the call is about a thing: its id is a segment of the path or the `id` of the JSON body, or the call creates it.
  ///
  /// - Parameter id: the thing's id, also a local one.
  /// - Returns: whether it is.
  public func concerns(_ id: String) -> Bool {
    if let localID, id == localID.text || id == String(localID.integer) { return true }
    let path = target.prefix { $0 != "?" }
    return path.split(separator: "/").contains { $0.removingPercentEncoding == id } || bodyID == id
  }

  private var bodyID: String? {
    guard payload.first == UInt8(ascii: "{") else { return nil }
    return (try? JSONDecoder().decode(BodyWithID.self, from: payload))?.text
  }
}

/// The id in a body, which is a text or a number.
private struct BodyWithID: Decodable {
  enum CodingKeys: CodingKey {
    case id
  }

  let text: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let number = try? container.decode(Int64.self, forKey: .id) {
      text = String(number)
    } else {
      text = try container.decode(String.self, forKey: .id)
    }
  }
}
