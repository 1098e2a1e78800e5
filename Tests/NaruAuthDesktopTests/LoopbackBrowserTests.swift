#if os(Linux) || os(macOS)
  import Foundation
  import Naru
  import NaruAuth
  import NaruAuthDesktop
  import Testing
  import TestSupport

  /// The port that waits for the browser, and the browser.
  @Suite(.serialized)
  struct LoopbackBrowserTests {
    private static let page = URL(string: "http://127.0.0.1:1/oauth2/authorization/naver")

    /// Signs in with a closure that acts as the browser after the port is open.
    private func signIn(
      path: String = "/callback",
      visit: @escaping @Sendable (_ port: Int, _ state: String) async -> Void
    ) async throws -> Credential {
      let browser = LoopbackBrowser(path: path) { address in
        guard let redirect = address.query["redirect_uri"].flatMap({ URL(string: $0) }), let port = redirect.port else {
          return false
        }
        Task { await visit(port, address.query["state"] ?? "") }
        return true
      } announce: { _, _ in
      }
      return try await BrowserSignIn(browser)(at: try #require(Self.page)) { grant in
        Credential(accessToken: grant.code)
      }
    }

    /// Sends bytes, and reads until the port closes the connection; `nil` if it is closed itself.
    private static func send(_ text: String, to port: Int) async -> String? {
      guard let connection = try? RawConnection(port: port) else { return nil }
      connection.send(text)
      return await connection.receive().text
    }

    private static func get(_ target: String, _ port: Int, host: String? = nil, method: String = "GET") async -> String?
    {
      await send(
        "\(method) \(target) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\nAccept: */*\r\n\r\n",
        to: port
      )
    }

    @Test func theResponseEndsTheSignInAndClosesThePort() async throws {
      let pages = Locked<[String?]>([])
      let port = Locked(0)
      let credential = try await signIn { number, state in
        port.withLock { $0 = number }
        let page = await Self.get("/callback?code=c-1&state=\(state)", number)
        pages.withLock { $0.append(page) }
      }
      #expect(credential.accessToken == Secret("c-1"))
      #expect(await until { pages.withLock { !$0.isEmpty } })
      let page = try #require(pages.withLock { $0.first } ?? nil)
      #expect(page.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(page.contains("앱으로 돌아가세요"))
      for field in [
        "Cache-Control: no-store", "Referrer-Policy: no-referrer", "Content-Security-Policy: default-src 'none'",
      ] {
        #expect(page.contains(field))
      }
      #expect(!page.contains("c-1"))
      #expect(await Self.get("/callback?code=c-2", port.withLock { $0 }) == nil)
    }

    @Test func otherRequestsAreRejectedWithoutEffect() async throws {
      let answers = Locked<[String]>([])
      let credential = try await signIn(path: "/auth/callback") { port, state in
        let good = "/auth/callback?code=good&state=\(state)"
        let requests: [(String, String?, String)] = [
          ("/", nil, "GET"), ("/favicon.ico", nil, "GET"), ("/auth/callback/x?code=evil&state=\(state)", nil, "GET"),
          ("/callback?code=evil&state=\(state)", nil, "GET"), ("/auth/callback?code=evil&state=guess", nil, "GET"),
          ("/auth/callback?error=access_denied", nil, "GET"), ("/auth/callback", nil, "GET"),
          (good, "evil.example", "GET"), (good, "localhost:\(port)", "GET"), (good, nil, "POST"), (good, nil, "HEAD"),
          ("http://127.0.0.1:\(port)\(good)", nil, "GET"), ("*", nil, "OPTIONS"),
        ]
        for (target, host, method) in requests {
          let answer = await Self.get(target, port, host: host, method: method) ?? "closed"
          answers.withLock { $0.append(String(answer.prefix(12).suffix(3))) }
        }
        for text in [
          "\r\n\r\n", "GET\r\n\r\n", "GET /auth/callback\r\n\r\n", "\u{0}\u{1}\r\n\r\n",
          String(repeating: "a", count: 20_000),
        ] {
          let answer = await Self.send(text, to: port) ?? "closed"
          answers.withLock { $0.append(String(answer.prefix(12).suffix(3))) }
        }
        _ = await Self.get(good, port)
      }
      #expect(credential.accessToken == Secret("good"))
      #expect(
        answers.withLock { $0 } == [
          "404", "404", "404", "404", "400", "400", "400", "400", "400", "405", "405", "400", "400",
          "400", "400", "400", "400", "431",
        ]
      )
    }

    /// Browsers open a second connection in advance and send nothing.
    @Test func silentConnectionsDoNotBlockTheResponse() async throws {
      let credential = try await signIn { port, state in
        let idle = (0..<3).map { _ in try? RawConnection(port: port) }
        _ = await Self.get("/callback?code=c&state=\(state)", port)
        withExtendedLifetime(idle) {}
      }
      #expect(credential.accessToken == Secret("c"))
    }

    @Test(arguments: ["/callback/", "/로그인"]) func aPathMayHaveAnotherForm(path: String) async throws {
      let credential = try await signIn(path: path) { port, state in
        let target = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? ""
        _ = await Self.get("\(target)?code=c&state=\(state)", port)
      }
      #expect(credential.accessToken == Secret("c"))
    }

    @Test func aRequestCanArriveInPieces() async throws {
      let credential = try await signIn { port, state in
        _ = await Self.send(
          "GET /callback?code=c&state=\(state) HTTP/1.1\r\nX-Long: \(String(repeating: "x", count: 10_000))\r\nHOST:127.0.0.1:\(port)\r\n\r\n",
          to: port
        )
      }
      #expect(credential.accessToken == Secret("c"))
    }

    @Test func cancellingClosesThePort() async throws {
      let opened = Locked<URL?>(nil)
      let isOpen = Gate()
      let browser = LoopbackBrowser(
        open: { _ in false },
        announce: { address, isOpened in
          #expect(!isOpened)
          opened.withLock { $0 = address }
          isOpen.open()
        }
      )
      let page = try #require(Self.page)
      let task = Task {
        try await BrowserSignIn(browser)(at: page) { _ in Credential(accessToken: Secret("")) }
      }
      await isOpen.wait()
      task.cancel()
      await #expect(throws: SignInError.cancelled) { try await task.value }
      let redirect = try #require(opened.withLock { $0 }?.query["redirect_uri"].flatMap { URL(string: $0) })
      #expect(redirect.host() == "127.0.0.1")
      #expect(await Self.get("/callback", redirect.port ?? 0) == nil)
    }

    @Test func concurrentSignInsHaveTheirOwnPorts() async throws {
      let ports = Locked<Set<Int>>([])
      let both = Gate()
      let visit: @Sendable (Int, String) async -> Void = { port, state in
        let count = ports.withLock { ports in
          ports.insert(port)
          return ports.count
        }
        if count == 2 { both.open() }
        await both.wait()
        _ = await Self.get("/callback?code=\(port)&state=\(state)", port)
      }
      async let one = signIn(visit: visit)
      async let two = signIn(visit: visit)
      let codes = try await [one.accessToken.revealed, two.accessToken.revealed]
      #expect(Set(codes) == Set(ports.withLock { $0 }.map { "\($0)" }))
    }

    @Test func theSystemsBrowserOpensOnlyWebPagesAndNeedsADisplay() throws {
      let url = try #require(URL(string: "https://example.com"))
      #if os(Linux)
        let folder = try TemporaryFolder()
        let program = folder.url.appending(path: "xdg-open")
        try Data("#!/bin/sh\nprintf '%s' \"$1\" > \(folder.url.path)/opened\n".utf8).write(to: program)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program.path)
        let path = "\(folder.url.path):/usr/bin:/bin"
        #expect(!SystemBrowser.open(url, environment: ["PATH": path]))
        #expect(!SystemBrowser.open(url, environment: ["PATH": "/nowhere", "DISPLAY": ":0"]))
        let file = try #require(URL(string: "file:///etc/passwd"))
        #expect(!SystemBrowser.open(file, environment: ["PATH": path, "DISPLAY": ":0"]))
        #expect(folder.names == ["xdg-open"])
        #expect(SystemBrowser.open(url, environment: ["PATH": path, "DISPLAY": ":0"]))
      #endif
    }
  }
#endif
