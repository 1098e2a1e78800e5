/// A setting, by the name of its environment variable. These are all settings that exist; `Systems/docs/settings.md` describes them.
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
}
