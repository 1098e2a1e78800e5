import Foundation
import Naru
import NaruLocal
import Testing

/// Tokens for people who exist only on this machine.
struct DevelopmentTokensTests {
  private static let key = Data(repeating: 7, count: 32)
  private let folder = DataFolder(FileManager.default.temporaryDirectory.appending(path: UUID().uuidString))

  @Test
  func aTokenSaysWhoAsks() async throws {
    let tokens = try await DevelopmentTokens(key: Self.key)
    let user = try #require(try await tokens.user(for: tokens.token(for: " 홍길동\n")))
    #expect(user.name == "홍길동")
    // The same name is the same person, in any normal form and in any run.
    let again = try await DevelopmentTokens(key: Self.key)
    let decomposed = "홍길동".decomposedStringWithCanonicalMapping
    #expect(try await again.user(for: again.token(for: decomposed))?.id == user.id)
    #expect(try await again.user(for: again.token(for: "홍길순"))?.id != user.id)
  }

  @Test
  func aTokenExpires() async throws {
    let clock = Locked(Date(timeIntervalSince1970: 1_800_000_000))
    let tokens = try await DevelopmentTokens(key: Self.key, now: { clock.withLock { $0 } })
    let token = try await tokens.token(for: "홍길동")
    clock.withLock { $0 += 30 * 24 * 60 * 60 - 1 }
    #expect(try await tokens.user(for: token) != nil)
    clock.withLock { $0 += 1 }
    #expect(try await tokens.user(for: token) == nil)
  }

  @Test
  func whatWasNotSignedHereIsRefused() async throws {
    let tokens = try await DevelopmentTokens(key: Self.key)
    let token = try await tokens.token(for: "홍길동").revealed
    let parts = token.split(separator: ".").map(String.init)
    func base64(_ text: String) -> String {
      Data(text.utf8).base64EncodedString().filter { $0 != "=" }
    }
    let another = try await DevelopmentTokens(key: Data(repeating: 8, count: 32)).token(for: "홍길동").revealed
    let forged = [
      "", "x", "a.b.c", another, "\(parts[0]).\(parts[1]).", "\(parts[0]).\(parts[1])",
      "\(base64(#"{"alg":"none","typ":"JWT"}"#)).\(parts[1]).",
      "\(parts[0]).\(base64(#"{"iss":"naru-development","sub":"\#(UUID().uuidString)","name":"x","iat":0,"exp":9999999999}"#)).\(parts[2])",
      String(token.dropLast(2)),
    ]
    for token in forged {
      #expect(try await tokens.user(for: Secret(token)) == nil, "\(token)")
    }
  }

  @Test(arguments: ["", "  ", String(repeating: "가", count: 101)])
  func aNameHasItsLimits(name: String) async throws {
    let tokens = try await DevelopmentTokens(key: Self.key)
    await #expect(throws: LocalError.self) { try await tokens.token(for: name) }
  }

  @Test
  func aShortKeyIsRefused() async throws {
    await #expect(throws: LocalError.self) { try await DevelopmentTokens(key: Data(repeating: 7, count: 31)) }
  }

  @Test
  func theKeyOfAFolderStaysAndIsItsOwnersAlone() async throws {
    defer { try? FileManager.default.removeItem(at: folder.url) }
    let token = try await DevelopmentTokens(in: folder).token(for: "홍길동")
    #expect(try await DevelopmentTokens(in: folder).user(for: token)?.name == "홍길동")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(files.count == 1)
    for file in files {
      let path = folder.url.appending(path: file).path
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    }
    #expect(try FileManager.default.attributesOfItem(atPath: folder.url.path)[.posixPermissions] as? Int == 0o700)
  }

  @Test
  func aFolderThatCannotBeMadeIsNamed() async throws {
    let folder = DataFolder(URL(filePath: "/dev/null/naru"))
    let error = await #expect(throws: LocalError.self) { try await DevelopmentTokens(in: folder) }
    #expect(error?.sentence.korean.contains("/dev/null/naru") == true)
    #expect(error?.sentence.english.contains("--data") == true)
  }
}
