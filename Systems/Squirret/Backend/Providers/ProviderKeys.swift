import Foundation
import JWTKit
import Naru

/// The public keys of a server (JWKS, RFC 7517), fetched when they are needed.
///
/// A key that is not known is asked for again, as servers change their keys; but at most every half minute, whatever tokens
/// come. Entries that are of no use here are left out, and don't spoil the others.
actor ProviderKeys {
  /// For how long keys are used without asking again, in seconds.
  private static let lifetime: TimeInterval = 3600
  /// For how long keys are used when the server can't be asked, in seconds.
  private static let emergencyLifetime: TimeInterval = 86400
  /// How long to wait before an unknown key is asked for again, in seconds.
  private static let pause: TimeInterval = 30
  private static let keyLimit = 100

  private let address: String
  private let algorithms: [String]
  private let channel: BackChannel
  private let now: @Sendable () -> Date
  private var keys: [String: VerificationKey] = [:]
  private var fetchedAt = Date.distantPast
  private var lastTry = Date.distantPast
  private var fetch: Task<[String: VerificationKey], any Error>?

  init(_ address: String, algorithms: [String], channel: BackChannel, now: @escaping @Sendable () -> Date) {
    self.address = address
    self.algorithms = algorithms
    self.channel = channel
    self.now = now
  }

  /// The key with an id. `nil` if the server has none.
  ///
  /// - Throws: ``ProviderFailure`` if the server can't be asked.
  func key(_ id: String) async throws(ProviderFailure) -> VerificationKey? {
    let age = now().timeIntervalSince(fetchedAt)
    if let key = keys[id], age < Self.lifetime { return key }
    // The first fetch is no second try.
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

  /// Everybody who waits, waits for the same answer.
  private func refresh() async throws(ProviderFailure) {
    let isRepeated = !keys.isEmpty
    let task =
      fetch
      ?? Task { [address, algorithms, channel] in
        let answer = try await channel.get(address)
        guard answer.status == 200, let set = answer.json(KeyList.self) else { throw ProviderFailure.providerError }
        return await set.verificationKeys(algorithms)
      }
    fetch = task
    if isRepeated { lastTry = now() }
    do {
      let new = try await task.value
      if !new.isEmpty { keys = new }
      fetchedAt = now()
      fetch = nil
    } catch {
      fetch = nil
      throw error as? ProviderFailure ?? .providerUnavailable
    }
  }

  /// A set in which every entry may be anything.
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
  /// The key with the algorithm that we say, and never one that a token says. `nil` for a key of no use.
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
