#if Lab
  import Foundation
  import Naru
  import NaruAsyncHTTPClient
  @_spi(Lab) import NaruLab
  import SystemTesting
  import Testing

  extension ProcessTests {
    /// The lab of `naru-server serve` behind an nginx that adds no header field, so that its requests look like the machine's own.
    @Suite(.enabled(if: Nginx.program != nil))
    struct LabBehindAProxyTests {
      private let naru = NaruProcess()
      private let publicURL = ["NARU_IDENTITY_PUBLIC_URL": "https://naru.example"]

      /// Runs a server behind the proxy.
      private func proxied(_ environment: [String: String], _ body: (URL) async throws -> Void) async throws {
        try await naru.onServer(["--quiet"], environment: environment) { url, _ in
          try await Nginx.run(before: [url.port ?? 0], configuration: Nginx.plain, body)
        }
      }

      private func lab(_ url: URL, token: String? = nil) -> LabAPI {
        let middleware: [any Middleware] = token.map { [LabToken(Secret($0))] } ?? []
        return LabAPI.live(APIClient(url, transport: AsyncHTTPClientTransport(), middleware: middleware))
      }

      @Test func withAPublicURLTheLabNeedsItsToken() async throws {
        try await proxied(publicURL) { url async throws in
          for token in [nil, "0123456789abcdef"] {
            let read = await #expect(throws: APIError.self) { try await lab(url, token: token).exchanges() }
            let restored = await #expect(throws: APIError.self) {
              try await lab(url, token: token).restore(name: "start")
            }
            #expect(read?.code == .unauthorized && restored?.code == .unauthorized)
          }
        }
      }

      @Test func theTokenOfTheSettingsIsAccepted() async throws {
        let token = "0123456789abcdef"
        try await proxied(publicURL.merging(["NARU_LAB_TOKEN": token]) { $1 }) { url async throws in
          #expect(try await lab(url, token: token).exchanges().total == 0)
        }
      }

      /// The threat model says so: only the settings tell that others use the server.
      @Test func withoutAPublicURLTheProxyIsThisMachine() async throws {
        try await proxied([:]) { url async throws in
          #expect(try await lab(url).exchanges().total == 0)
        }
      }
    }
  }
#endif
