import Crypto
public import Foundation
import Naru

/// Where unguessable bytes come from: the system's generator, or what a test says.
public struct Randomness: Sendable {
  private let make: @Sendable (Int) -> Data

  /// Bytes from a closure, which is given how many.
  public init(_ make: @escaping @Sendable (_ count: Int) -> Data) {
    self.make = make
  }

  /// The system's cryptographic generator.
  public static let system = Randomness { count in
    SymmetricKey(size: SymmetricKeySize(bitCount: count * 8)).withUnsafeBytes { Data($0) }
  }

  /// So many bytes.
  package func bytes(_ count: Int) -> Data { make(count) }

  /// 256 bits as a text of 43 characters that need no encoding in a URL.
  package func text() -> String { Base64URL.encode(make(32)) }
}
