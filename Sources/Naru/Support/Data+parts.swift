package import Foundation

extension Data {
  /// The first half of the bytes.
  package var firstHalf: Data { prefix(count / 2) }

  /// The bytes up to the middle of a character; half of them if all are ASCII.
  package var upToHalfCharacter: Data {
    firstIndex { $0 >= 0x80 }.map { prefix(through: $0) } ?? firstHalf
  }
}
