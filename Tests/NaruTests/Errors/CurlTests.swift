import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

/// The command that sends a failed request again.
struct CurlTests {
  private let body: OutgoingCall = {
    var call = OutgoingCall(
      Endpoint("Users", "signIn", .post, "/sign-in/{who}", auth: .required, parameters: [.init("body", .body)])
    )
    call.path("who", "나루 'ferry'")
    call.query("q", "a&b $HOME `ls` !x")
    call.query("access_token", "s3cret")
    call.header("note", #"it's "$(here)" \n"#)
    call.body([["name": "it's $HOME"], ["password": "s3cret"]])
    return call
  }()

  private func error(
    _ call: OutgoingCall,
    _ transport: some Transport = ClosureTransport.status(500),
    _ middleware: [any Middleware] = [BearerAuthentication { Secret("s3cret") }]
  ) async throws -> APIError {
    let client = APIClient(try #require(URL(string: "https://h/api")), transport: transport, middleware: middleware)
    return try #require(await #expect(throws: APIError.self) { let _: Int = try await client.send(call) })
  }

  private func post(_ type: String, _ body: Data) async throws -> String {
    let replace = ChangedRequest { request in
      request.head.headerFields[.contentType] = type
      request.body = body
    }
    let error = try await error(self.body, ClosureTransport.status(500), [replace])
    return try #require(error.curl)
  }

  @Test
  func theCommandIsReadable() async throws {
    var call = OutgoingCall(Endpoint("Books", "add", .post, "/books", auth: .required))
    call.body(["title": "한강"])
    let curl = try await error(call).curl
    #expect(
      curl == #"""
        curl -X POST 'https://h/api/books' \
          -H 'Accept: application/json' \
          -H 'Authorization: Bearer '"$TOKEN" \
          -H 'Content-Type: application/json' \
          --data-raw '{"title":"한강"}'
        """#
    )
  }

  #if os(Linux) || os(macOS)
    /// The arguments that a shell passes to curl.
    private func arguments(_ curl: String, _ variables: [String: String] = [:]) throws -> [String] {
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", "curl() { for word; do printf '%s\\0' \"$word\"; done; }\n\(curl)"]
      process.environment = variables
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let bytes = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return String(decoding: bytes, as: UTF8.self).split(separator: "\0").map(String.init)
    }

    @Test
    func aShellPassesTheRequestToCurl() async throws {
      let curl = try #require(try await error(body).curl)
      #expect(!curl.contains("s3cret"))
      let variables = ["TOKEN": "t 1", "ACCESS_TOKEN": "t2", "PASSWORD": "p'w", "HOME": "wrong"]
      #expect(
        try arguments(curl, variables) == [
          "-X", "POST",
          """
          https://h/api/sign-in/%EB%82%98%EB%A3%A8%20%27ferry%27?q=a%26b%20%24HOME%20%60ls%60%20%21x&access_token=t2
          """,
          "-H", "Accept: application/json", "-H", "Authorization: Bearer t 1", "-H", "Content-Type: application/json",
          "-H", #"Note: it's "$(here)" \n"#, "--data-raw", #"[{"name":"it's $HOME"},{"password":"p'w"}]"#,
        ]
      )
    }

    @Test(arguments: [
      #"'; touch /tmp/x; '"#, "\u{E000}$(id)\u{E000}", "\u{E000}X\"; id; \"\u{E000}", "\\", "'\\''", "\n\n",
      "@/etc/passwd",
    ])
    func noBodyBecomesACommand(text: String) async throws {
      let words = try arguments(try await post("text/plain", Data(text.utf8)))
      #expect(words.suffix(2) == ["--data-raw", text])
    }
  #endif

  @Test
  func onlyCurlShowsTheRequest() async throws {
    let error = try await error(body)
    var dumped = ""
    dump(error, to: &dumped)
    let mirror = Mirror(reflecting: error).children.map { "\($0)" }.joined()
    for text in ["\(error)", String(reflecting: error), error.localizedDescription, dumped, mirror] {
      #expect(!text.contains("s3cret") && !text.contains("it's"))
    }
  }

  @Test
  func theCommandHasTheFieldsThatMiddlewareAdded() async throws {
    let mark = ChangedRequest { $0.head.headerFields[.userAgent] = "naru" }
    struct Odd: Error {}
    for transport in [ClosureTransport.status(404), ClosureTransport { _ in throw APIError(.timedOut) }] {
      let curl = try await error(body, transport, [mark]).curl
      #expect(curl?.contains("-H 'User-Agent: naru'") == true)
      #expect(curl?.contains("TOKEN\" \\\n  -H 'Content") == false)
    }
    // Here only the request before the middleware is known, so the command has a variable for the token.
    for transport in [ClosureTransport.status(200, "x"), ClosureTransport { _ in throw Odd() }] {
      #expect(
        try await error(body, transport, [mark]).curl?.contains(#"-H 'Authorization: Bearer '"$TOKEN""#) == true
      )
    }
  }

  @Test
  func anErrorWithoutARequestHasNoCommand() async throws {
    var call = OutgoingCall(Endpoint("Books", "show", .get, "/books/{id}"))
    call.path("id", "..")
    #expect(try await error(call).curl == nil)
    #expect(APIError(.notFound).curl == nil)
  }

  @Test
  func bodiesThatAreNotTextAreAFile() async throws {
    #expect(
      try await post("image/png", Data([0x89, 0x50, 0, 1])).hasSuffix("--data-binary @body  # 4 bytes of image/png")
    )
    #expect(try await post("text/plain", Data([0xFF])).hasSuffix("# 1 bytes of text/plain"))
    #expect(try await post("text/plain", Data("a\0b".utf8)).hasSuffix("# 3 bytes of text/plain"))
    let long = Data(repeating: 0x20, count: 16_385)
    #expect(try await post("application/json", long).hasSuffix("# 16385 bytes of application/json"))
    let form = try await post("multipart/form-data; boundary=x", Data("s3cret".utf8))
    #expect(form.hasSuffix("# 6 bytes of multipart/form-data; boundary=x"))
    #expect(try await post("x\ny; rm -rf /", Data([0xFF])).hasSuffix("# 1 bytes of x y; rm -rf /"))
  }

  @Test
  func secretsInFormsAndPlainTextAreRedacted() async throws {
    let form = try await post("application/x-www-form-urlencoded", Data("user=me&password=s3cret".utf8))
    #expect(form.hasSuffix(#"--data-raw 'user=me&password='"$PASSWORD""#))
    #expect(try await post("text/plain", Data("token: s3cret".utf8)).hasSuffix("--data-raw 'token: <redacted>'"))
  }

  @Test
  func aSecretInThePathIsRedacted() async throws {
    var call = OutgoingCall(Endpoint("Users", "reset", .get, "/reset/{token}"))
    call.path("token", "s3cret")
    let error = try await error(call)
    #expect(error.curl?.contains(#"'https://h/api/reset/'"$TOKEN""#) == true)
    #expect(error.requestDescription == "GET https://h/api/reset/…")
  }
}
