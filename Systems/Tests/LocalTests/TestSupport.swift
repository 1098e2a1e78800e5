import Catalogue
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Local
import Naru
import StorageTesting
import SystemTesting
import Testing

/// The data folder of a suite, which does not exist yet, and which is deleted with the suite.
@propertyWrapper
struct TemporaryData: Sendable {
  private let folder = TemporaryFolder()

  var wrappedValue: DataFolder { DataFolder(folder.url.appending(path: "data")) }
}

extension SignIn {
  /// The token is the name of the user.
  static var tokenIsName: SignIn { .authenticator(TokenIsName()) }
}

extension LocalBackend {
  /// Returns a client that calls as the user with a name, or anonymously, with ``SignIn/tokenIsName``.
  func client(_ name: String? = nil) throws -> APIClient {
    client(token: name.map { Secret($0) })
  }

  func client(token: Secret?) -> APIClient {
    APIClient(InMemoryTransport.url, transport: inMemory, middleware: [BearerAuthentication { token }])
  }

  /// Signs a person in with the stand-in for Naver, as a browser does.
  func signIn(_ name: String) async throws -> Secret {
    let location = try await Application(router: router()).test(.router) { client in
      let begun = try await client.execute(uri: "/oauth2/authorization/naver", method: .get)
      let page = try #require(begun.headers[.location])
      #expect(page.hasPrefix("/stand-in/naver?"))
      let query = try #require(page.split(separator: "?").last)
      let person = try #require(name.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
      // The page would have set the cookie and put the same token into its form.
      let token = String(repeating: "A", count: 43)
      let decided = try await client.execute(
        uri: "/stand-in/naver",
        method: .post,
        headers: [.cookie: "naru-stand-in=\(token)"],
        body: ByteBuffer(string: "\(query)&person=\(person)&decision=approve&token=\(token)")
      )
      let back = try #require(decided.headers[.location]?.replacingOccurrences(of: "http://localhost", with: ""))
      let cookie = try #require(begun.headers[.setCookie]?.prefix { $0 != ";" })
      let done = try await client.execute(uri: back, method: .get, headers: [.cookie: String(cookie)])
      return try #require(done.headers[.location])
    }
    let items = try #require(URLComponents(string: location)?.queryItems)
    return Secret(try #require(items.first { $0.name == "access_token" }?.value))
  }

  /// Imports books.
  func addBooks(_ csv: String) throws {
    try catalogue.importText(csv)
  }
}
