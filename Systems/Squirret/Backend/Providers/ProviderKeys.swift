import Foundation
import JWTKit
import Naru

/// The public keys of a server (JWKS, RFC 7517), fetched on demand.
///
/// An unknown key causes another fetch, because servers change their keys, but at most one every half minute.
/// Unsupported entries are ignored.
actor ProviderKeys {
  /// The time after which keys are fetched again, in seconds.
  private static let lifetime: TimeInterval = 3600
  /// The time in seconds to use keys that can't be fetched again.
  private static let emergencyLifetime: TimeInterval = 86400
  /// The minimum time between fetches for unknown keys, in seconds.
  private static let pause: TimeInterval = 30
  private static let keyLimit = 100

  private let address: String
  private let algorithms: [String]
  private let channel: BackChannel
  private let now: @Sendable () -> Date
  private var keys: [String: VerificationKey] = [:]
  private var fetchedAt = Date.distantPast
  private var lastTry = Date.distantPast
  private let fetches = SharedTasks<String, [String: VerificationKey]>(cancelsWhenUnobserved: false)

  init(_ address: String, algorithms: [String], channel: BackChannel, now: @escaping @Sendable () -> Date) {
    self.address = address
    self.algorithms = algorithms
    self.channel = channel
    self.now = now
  }

  /// Returns the key with an id. `nil` if the server has none.
  func key(_ id: String) async throws(ProviderFailure) -> VerificationKey? {
    let age = now().timeIntervalSince(fetchedAt)
    if let key = keys[id], age < Self.lifetime { return key }
    // The pause does not apply before the first successful fetch.
    if !keys.isEmpty, now().timeIntervalSince(lastTry) < Self.pause {
      return age < Self.emergencyLifetime ? keys[id] : nil
    }
    do {
      try await refresh()
    } catch {
      guard age < Self.emergencyLifetime, let key = keys[id] else { throw error }
      return key
    }
    return keys[id]
  }

  /// Fetches the keys. Concurrent callers share one fetch.
  private func refresh() async throws(ProviderFailure) {
    if !keys.isEmpty { lastTry = now() }
    do {
      let new = try await fetches.value(for: address) { [address, algorithms, channel] in
        let answer = try await channel.get(address)
        guard answer.status == 200, let set = answer.json(KeyList.self) else { throw ProviderFailure.providerError }
        return await set.verificationKeys(algorithms)
      }
      if !new.isEmpty { keys = new }
      fetchedAt = now()
    } catch {
      throw error as? ProviderFailure ?? .providerUnavailable
    }
  }

  /// A key set. Invalid entries are ignored.
  fileprivate struct KeyList: Decodable {
    var keys: [Entry]

    struct Entry: Decodable {
      var key: Key?

      init(from decoder: any Decoder) throws { key = try? Key(from: decoder) }
    }

    struct Key: Decodable {
      var kid: String
      var kty: String
      var alg: String?
      var use: String?
      var crv: String?
      var n: String?
      var e: String?
      var x: String?
      var y: String?
    }

    func verificationKeys(_ algorithms: [String]) async -> [String: VerificationKey] {
      var result: [String: VerificationKey] = [:]
      for key in keys.prefix(ProviderKeys.keyLimit).compactMap(\.key) {
        result[key.kid] = try? await key.verificationKey(algorithms)
      }
      return result
    }
  }
}

extension ProviderKeys.KeyList.Key {
  /// Returns the key for one of the accepted algorithms, whatever algorithm a token names. `nil` for an unsupported
  /// key.
  fileprivate func verificationKey(_ algorithms: [String]) async throws -> VerificationKey? {
    guard use ?? "sig" == "sig" else { return nil }
    switch kty {
    case "RSA" where algorithms.contains("RS256") && alg ?? "RS256" == "RS256":
      guard let n, let e else { return nil }
      let key = try Insecure.RSA.PublicKey(modulus: n, exponent: e)
      return VerificationKey(
        id: kid,
        algorithm: "RS256",
        keys: await JWTKeyCollection().add(rsa: key, digestAlgorithm: .sha256)
      )
    case "EC" where algorithms.contains("ES256") && alg ?? "ES256" == "ES256" && crv == "P-256":
      guard let x, let y else { return nil }
      return VerificationKey(
        id: kid,
        algorithm: "ES256",
        keys: await JWTKeyCollection().add(ecdsa: try ES256PublicKey(parameters: (x, y)))
      )
    default:
      return nil
    }
  }
}
