/// A setting, by the name of its environment variable. These are all settings that exist; `Systems/docs/settings.md` is made from
/// them.
package enum Setting: String, Sendable, CaseIterable {
  case url = "NARU_URL"
  case data = "NARU_DATA"
  case database = "NARU_DATABASE"
  case databaseConnections = "NARU_DATABASE_CONNECTIONS"
  case writesPerMinute = "NARU_WRITES_PER_MINUTE"
  case idempotencyDays = "NARU_IDEMPOTENCY_DAYS"
  case searchSeconds = "NARU_SEARCH_SECONDS"
  case openAPI = "NARU_OPENAPI"
  case labToken = "NARU_LAB_TOKEN"
  case metrics = "NARU_METRICS"

  case serverConnections = "NARU_SERVER_CONNECTIONS"
  case serverHeadSeconds = "NARU_SERVER_HEAD_SECONDS"
  case serverIdleSeconds = "NARU_SERVER_IDLE_SECONDS"
  case serverStallSeconds = "NARU_SERVER_STALL_SECONDS"
  case serverBytesPerSecond = "NARU_SERVER_BYTES_PER_SECOND"
  case serverStopSeconds = "NARU_SERVER_STOP_SECONDS"

  case masterKey = "NARU_IDENTITY_MASTER_KEY"
  case signingKeyFiles = "NARU_IDENTITY_SIGNING_KEY_FILES"
  case publicURL = "NARU_IDENTITY_PUBLIC_URL"
  case trustedProxies = "NARU_IDENTITY_TRUSTED_PROXIES"
  case issuer = "NARU_IDENTITY_ISSUER"
  case audience = "NARU_IDENTITY_AUDIENCE"
  case clientID = "NARU_IDENTITY_CLIENT_ID"
  case defaultRedirect = "NARU_IDENTITY_DEFAULT_REDIRECT"
  case redirects = "NARU_IDENTITY_REDIRECTS"
  case tokensInQuery = "NARU_IDENTITY_TOKENS_IN_QUERY"

  case accessTokenSeconds = "NARU_IDENTITY_ACCESS_TOKEN_SECONDS"
  case refreshTokenSeconds = "NARU_IDENTITY_REFRESH_TOKEN_SECONDS"
  case sessionSeconds = "NARU_IDENTITY_SESSION_SECONDS"
  case reuseSeconds = "NARU_IDENTITY_REUSE_SECONDS"
  case codeSeconds = "NARU_IDENTITY_CODE_SECONDS"
  case signInSeconds = "NARU_IDENTITY_SIGN_IN_SECONDS"
  case freshSignInSeconds = "NARU_IDENTITY_FRESH_SIGN_IN_SECONDS"
  case requestsPerMinute = "NARU_IDENTITY_REQUESTS_PER_MINUTE"
  case refreshesPerMinute = "NARU_IDENTITY_REFRESHES_PER_MINUTE"
  case pendingSignIns = "NARU_IDENTITY_PENDING_SIGN_INS"
  case auditDays = "NARU_IDENTITY_AUDIT_DAYS"

  case kakaoClientID = "NARU_IDENTITY_KAKAO_CLIENT_ID"
  case kakaoClientSecret = "NARU_IDENTITY_KAKAO_CLIENT_SECRET"
  case kakaoOpenID = "NARU_IDENTITY_KAKAO_OPENID"
  case kakaoAdminKey = "NARU_IDENTITY_KAKAO_ADMIN_KEY"
  case kakaoIssuers = "NARU_IDENTITY_KAKAO_ISSUERS"
  case naverClientID = "NARU_IDENTITY_NAVER_CLIENT_ID"
  case naverClientSecret = "NARU_IDENTITY_NAVER_CLIENT_SECRET"
  case naverIssuers = "NARU_IDENTITY_NAVER_ISSUERS"
  case googleClientID = "NARU_IDENTITY_GOOGLE_CLIENT_ID"
  case googleClientSecret = "NARU_IDENTITY_GOOGLE_CLIENT_SECRET"
  case googleIssuers = "NARU_IDENTITY_GOOGLE_ISSUERS"
  case appleClientID = "NARU_IDENTITY_APPLE_CLIENT_ID"
  case appleTeamID = "NARU_IDENTITY_APPLE_TEAM_ID"
  case appleKeyID = "NARU_IDENTITY_APPLE_KEY_ID"
  case appleKeyFile = "NARU_IDENTITY_APPLE_KEY_FILE"
  case appleIssuers = "NARU_IDENTITY_APPLE_ISSUERS"

  case supabaseIssuer = "NARU_IDENTITY_SUPABASE_ISSUER"
  case supabaseAudience = "NARU_IDENTITY_SUPABASE_AUDIENCE"
  case supabaseSecret = "NARU_IDENTITY_SUPABASE_SECRET"
  case supabaseKeysURL = "NARU_IDENTITY_SUPABASE_KEYS_URL"

  case seed = "NARU_SEED"
  case jsonCases = "NARU_JSON_CASES"
  case jsonSeed = "NARU_JSON_SEED"
  case offlineWrites = "NARU_OFFLINE_WRITES"
  case testLogs = "NARU_TEST_LOGS"
  case swiftSyntax = "NARU_SWIFT_SYNTAX"
  case allTraits = "NARU_ALL_TRAITS"
  case testDatabase = "NARU_TEST_DATABASE"
  case testDatabaseTLS = "NARU_TEST_DATABASE_TLS"
}

extension Setting {
  /// Whether the value must not appear in logs and errors.
  package var isSecret: Bool {
    switch self {
    case .database, .labToken, .masterKey, .kakaoClientSecret, .kakaoAdminKey,
      .naverClientSecret, .googleClientSecret, .supabaseSecret:
      true
    default: false
    }
  }

  /// The smallest and the largest value of a number. `nil` for settings that are not numbers.
  package var bounds: ClosedRange<Int>? {
    switch self {
    case .accessTokenSeconds: 60...604_800
    case .refreshTokenSeconds: 600...31_536_000
    case .sessionSeconds: 600...157_680_000
    case .reuseSeconds: 0...60
    case .codeSeconds: 10...60
    case .signInSeconds: 60...600
    case .freshSignInSeconds: 60...86_400
    case .requestsPerMinute, .refreshesPerMinute: 1...100_000
    case .pendingSignIns: 1...10_000
    case .auditDays: 1...3_650
    case .writesPerMinute: 0...1_000_000
    case .databaseConnections: 1...1_000
    case .idempotencyDays: 1...365
    case .searchSeconds: 1...60
    case .serverConnections: 1...1_000_000
    case .serverHeadSeconds, .serverStopSeconds: 1...300
    case .serverIdleSeconds: 1...3_600
    case .serverStallSeconds: 1...600
    case .serverBytesPerSecond: 1...1_000_000_000
    default: nil
    }
  }

  /// The key in a `ConfigReader` that is scoped to `naru`.
  var key: String { rawValue.dropFirst("NARU_".count).lowercased() }

  /// The parts of the documentation.
  package enum Section: String, Sendable, CaseIterable {
    case command = "The command and the server"
    case server = "Limits of the server"
    case signIn = "Sign-in"
    case signInLimits = "Lifetimes and limits of sign-in"
    case providers = "Sign-in providers"
    case supabase = "Tokens of a Supabase project"
    case development = "Tests and builds"
  }

  /// The documentation of a setting.
  package struct Documentation: Sendable {
    /// The part of the page.
    package let section: Section
    /// The setting's description.
    package let meaning: String
    /// The value if it is not set.
    package let fallback: String
    /// The values that are valid.
    package let values: String

    fileprivate init(_ section: Section, _ meaning: String, fallback: String = "", _ values: String) {
      self.section = section
      self.meaning = meaning
      self.fallback = fallback
      self.values = values
    }
  }

  /// The documentation of this setting.
  package var documentation: Documentation {
    switch self {
    case .url:
      .init(
        .command,
        "The server that the command calls.",
        fallback: "`http://127.0.0.1:8080`",
        "an `http` or `https` URL"
      )
    case .data:
      .init(
        .command,
        "The folder with the database and the master key of sign-in.",
        fallback: "`$XDG_DATA_HOME/naru`, else `~/.local/share/naru`",
        "a path"
      )
    case .database:
      .init(
        .command,
        "The address of a PostgreSQL database for the data of all systems, as libpq reads it. Secret.",
        fallback: "a SQLite file in the data folder",
        "`postgresql://user:password@host/database?sslmode=verify-full`"
      )
    case .databaseConnections:
      limit(.command, "The maximum number of connections of a process to PostgreSQL.", fallback: "8")
    case .writesPerMinute:
      .init(
        .command,
        "The number of changes that a user may make in a minute, on average; five times as many at once. 0 is no limit.",
        fallback: "60",
        "a whole number, up to 1000000"
      )
    case .idempotencyDays:
      limit(.command, "How long the server remembers the result of a request with an `Idempotency-Key`.", fallback: "7")
    case .searchSeconds:
      limit(
        .command,
        "The maximum time that a request waits for a search in the catalogue. Then the response is a 503, and the search continues for the next request.",
        fallback: "1"
      )
    case .openAPI:
      .init(
        .command,
        "Whether the server has the OpenAPI documents of its systems: `/openapi.json`, `/openapi.yaml`, `/openapi/dockdock.json`, …",
        fallback: "`true`; `false` with `--production`",
        "`true` or `false`"
      )
    case .labToken:
      .init(
        .command,
        "The token of the lab, for `naru serve` and `naru lab`. Secret.",
        fallback: "none on this machine; a new one with `--host` for others, and behind a proxy",
        "16 to 200 letters, digits, `-` and `_`"
      )
    case .metrics:
      .init(
        .command,
        "Where `naru serve` has its metrics for Prometheus: `http://127.0.0.1:9464/metrics`. Everyone who can reach the address can read them. Their requests name an IP address, `localhost` or the host in this setting.",
        fallback: "no metrics",
        "a port of this machine such as `9464`, or an address such as `10.0.0.5:9464`"
      )
    default: serverDocumentation
    }
  }

  private var serverDocumentation: Documentation {
    switch self {
    case .serverConnections:
      limit(.server, "The maximum number of open connections.", fallback: "4096; fewer if fewer files may be open")
    case .serverHeadSeconds: limit(.server, "The maximum time for the head of a request.", fallback: "10")
    case .serverIdleSeconds:
      limit(.server, "The time after which a connection without a request is closed.", fallback: "60")
    case .serverStallSeconds: limit(.server, "The time that a body may stand still or be too slow.", fallback: "20")
    case .serverBytesPerSecond:
      limit(.server, "The average speed below which a body is too slow, in bytes per second.", fallback: "1024")
    case .serverStopSeconds:
      limit(.server, "The time for requests in progress when the server stops.", fallback: "10")
    default: signInDocumentation
    }
  }

  private var signInDocumentation: Documentation {
    switch self {
    case .masterKey:
      .init(
        .signIn,
        "The key that encrypts the keys in the database. `naru admin keys rotate-master` replaces it. Secret.",
        fallback: "a key in the data folder; required with `--production`",
        "32 bytes or more, in base64"
      )
    case .signingKeyFiles:
      .init(
        .signIn,
        "Keys for access tokens. The first one signs; tokens signed with the others stay valid.",
        fallback: "keys in the database, which `naru admin keys rotate` replaces",
        "paths of PEM files with private P-256 keys, separated by commas"
      )
    case .publicURL:
      .init(
        .signIn,
        "The address that users reach the server at.",
        fallback: "the address of the request; required with a provider or `--production`",
        "an `https` URL without a path; `http` for this machine"
      )
    case .trustedProxies:
      .init(
        .signIn,
        "The proxies whose `X-Forwarded-For` is trusted.",
        fallback: "none",
        "network addresses or ranges such as `10.0.0.0/8`, separated by commas"
      )
    case .issuer:
      .init(.signIn, "`iss` of access tokens.", fallback: "the public URL, else `naru`", "a string")
    case .audience:
      .init(.signIn, "`aud` of access tokens.", fallback: "`naru`", "a string")
    case .clientID:
      .init(.signIn, "`client_id` of access tokens.", fallback: "`squirret`", "a string")
    case .defaultRedirect:
      .init(
        .signIn,
        "The address that a sign-in returns to if the app specifies none.",
        fallback: "`squirret://auth/callback`",
        "a URL"
      )
    case .redirects:
      .init(
        .signIn,
        "Other addresses that a sign-in may return to.",
        fallback: "`/auth/callback` on a loopback address",
        "URLs, separated by commas"
      )
    case .tokensInQuery:
      .init(
        .signIn,
        "Whether an app may get tokens in the query of the redirect, instead of a one-time code.",
        fallback: "`true` with stand-ins, else `false`",
        "`true` or `false`"
      )
    default: limitDocumentation
    }
  }

  private var limitDocumentation: Documentation {
    switch self {
    case .accessTokenSeconds: limit(.signInLimits, "The lifetime of an access token.", fallback: "86400 (a day)")
    case .refreshTokenSeconds:
      limit(.signInLimits, "The lifetime of an unused refresh token.", fallback: "604800 (7 days)")
    case .sessionSeconds:
      limit(
        .signInLimits,
        "The lifetime of a session, however often it is refreshed. At least a refresh token's lifetime.",
        fallback: "15552000 (180 days)"
      )
    case .reuseSeconds:
      limit(
        .signInLimits,
        "The time during which a repeated refresh gets the same response, because the first may be lost.",
        fallback: "10"
      )
    case .codeSeconds:
      limit(.signInLimits, "The lifetime of the one-time code that the browser returns with.", fallback: "60")
    case .signInSeconds:
      limit(.signInLimits, "The maximum time at the provider.", fallback: "600 (10 minutes)")
    case .freshSignInSeconds:
      limit(
        .signInLimits,
        "The maximum age of a sign-in whose session may delete the account.",
        fallback: "600 (10 minutes)"
      )
    case .requestsPerMinute:
      limit(
        .signInLimits,
        "The sign-ins, callbacks, exchanges and revocations of one network address, which is a /64 in IPv6; ten times as "
          + "many from this machine.",
        fallback: "60"
      )
    case .refreshesPerMinute: limit(.signInLimits, "The refreshes of one session.", fallback: "30")
    case .pendingSignIns:
      limit(
        .signInLimits,
        "The unfinished sign-ins of one network address, which is a /64 in IPv6; ten times as many from this machine.",
        fallback: "100"
      )
    case .auditDays:
      limit(
        .signInLimits,
        "How long events stay in the audit log, with the address and device of each.",
        fallback: "180"
      )
    default: providerDocumentation
    }
  }

  /// The documentation of a lifetime or limit.
  private func limit(_ section: Section, _ meaning: String, fallback: String) -> Documentation {
    let units = [("_SECONDS", " seconds"), ("_PER_MINUTE", " a minute"), ("_DAYS", " days")]
    let unit = units.first { rawValue.hasSuffix($0.0) }?.1 ?? ""
    let values = bounds.map { "\($0.lowerBound) to \($0.upperBound)\(unit)" } ?? ""
    return .init(section, meaning, fallback: fallback, values)
  }

  private var providerDocumentation: Documentation {
    switch self {
    case .kakaoClientID: .init(.providers, "Kakao's REST API key.", fallback: "no Kakao", "a string")
    case .kakaoClientSecret:
      .init(.providers, "Kakao's client secret. Secret.", fallback: "required with Kakao", "a string")
    case .kakaoOpenID:
      .init(
        .providers,
        "Whether OpenID Connect is enabled in Kakao's console.",
        fallback: "`false`",
        "`true` or `false`"
      )
    case .kakaoAdminKey:
      .init(
        .providers,
        "Kakao's admin key, which authenticates its notices of users who left. Secret.",
        fallback: "notices are rejected",
        "a string"
      )
    case .naverClientID: .init(.providers, "Naver's client ID.", fallback: "no Naver", "a string")
    case .naverClientSecret:
      .init(.providers, "Naver's client secret. Secret.", fallback: "required with Naver", "a string")
    case .googleClientID: .init(.providers, "Google's client ID.", fallback: "no Google", "a string")
    case .googleClientSecret:
      .init(.providers, "Google's client secret. Secret.", fallback: "required with Google", "a string")
    case .appleClientID: .init(.providers, "Apple's services ID.", fallback: "no Apple", "a string")
    case .appleTeamID: .init(.providers, "The team ID at Apple.", fallback: "required with Apple", "10 characters")
    case .appleKeyID: .init(.providers, "The ID of the key at Apple.", fallback: "required with Apple", "10 characters")
    case .appleKeyFile:
      .init(
        .providers,
        "The file with the key from Apple.",
        fallback: "required with Apple",
        "the path of a `.p8` file"
      )
    case .kakaoIssuers, .naverIssuers, .googleIssuers, .appleIssuers:
      .init(
        .providers,
        "`iss` in ID tokens of the provider.",
        fallback: "the provider's documented ones",
        "strings, separated by commas"
      )
    case .supabaseIssuer: .init(.supabase, "`iss` of the accepted tokens.", fallback: "required with a key", "a URL")
    case .supabaseAudience: .init(.supabase, "`aud` of the accepted tokens.", fallback: "`authenticated`", "a string")
    case .supabaseSecret:
      .init(.supabase, "The project's JWT secret. Secret.", fallback: "no tokens of Supabase", "a string")
    case .supabaseKeysURL:
      .init(.supabase, "The address of the project's JWKS.", fallback: "no tokens of Supabase", "an `https` URL")
    default: developmentDocumentation
    }
  }

  private var developmentDocumentation: Documentation {
    switch self {
    case .seed:
      .init(
        .development,
        "The only seed of the tests of faults, to repeat a failure.",
        fallback: "all seeds",
        "a number"
      )
    case .jsonCases:
      .init(
        .development,
        "The number of random documents in the JSON tests.",
        fallback: "2000; 200 for models",
        "a number"
      )
    case .jsonSeed: .init(.development, "The seed of the JSON tests.", fallback: "1", "a number")
    case .offlineWrites:
      .init(
        .development,
        "The number of commands in the test of a user without a reliable network. `scripts/check-faults offline` sets it.",
        fallback: "60",
        "a number"
      )
    case .testLogs:
      .init(
        .development,
        "The folder for the output of the tests' processes; `scripts/test` searches it for secrets.",
        fallback: "a temporary folder",
        "a path"
      )
    case .allTraits:
      .init(
        .development,
        "Builds the toolkit with all of its traits, and Systems with a toolkit that has the same. `scripts/test` sets it.",
        fallback: "the traits that are asked for",
        "any text"
      )
    case .testDatabase:
      .init(
        .development,
        "The PostgreSQL database for the tests of the systems. `scripts/with-postgresql` sets it.",
        fallback: "SQLite",
        "an address as in `NARU_DATABASE`"
      )
    case .testDatabaseTLS:
      .init(
        .development,
        "The same database with TLS. `scripts/with-postgresql` sets it.",
        fallback: "none",
        "an address as in `NARU_DATABASE`"
      )
    default:
      .init(
        .development,
        "The only version of swift-syntax to build with.",
        fallback: "the newest that resolves",
        "a version"
      )
    }
  }

  /// The content of `Systems/docs/settings.md`.
  package static var page: String {
    let sections = Section.allCases.map { section in
      let rows = allCases.filter { $0.documentation.section == section }.map { setting in
        let text = setting.documentation
        return "| `\(setting.rawValue)` | \(text.meaning) | \(text.fallback) | \(text.values) |\n"
      }
      return
        "## \(section.rawValue)\n\n| name | meaning | default | values |\n| --- | --- | --- | --- |\n\(rows.joined())"
    }
    return """
      # Settings

      Settings are environment variables. An empty variable counts as not set; a variable with an invalid value stops the
      program with a sentence that names it. Options of the command, such as `--url` and `--data`, take precedence.

      This page is made from `Systems/Shared/ServedSystem/Setting.swift`; a test compares them.

      \(sections.joined(separator: "\n"))
      """
  }
}
