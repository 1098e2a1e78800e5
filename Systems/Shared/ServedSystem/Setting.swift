/// A setting, by the name of its environment variable. These are all settings that exist; `Systems/docs/settings.md` describes them.
package enum Setting: String, Sendable, CaseIterable {
  case url = "NARU_URL"
  case data = "NARU_DATA"
  case database = "NARU_DATABASE"
  case databaseConnections = "NARU_DATABASE_CONNECTIONS"
  case writesPerMinute = "NARU_WRITES_PER_MINUTE"
  case idempotencyDays = "NARU_IDEMPOTENCY_DAYS"
  case openAPI = "NARU_OPENAPI"
  case labToken = "NARU_LAB_TOKEN"

  case serverStopSeconds = "NARU_SERVER_STOP_SECONDS"

  case masterKey = "NARU_IDENTITY_MASTER_KEY"
  case signingKeyFiles = "NARU_IDENTITY_SIGNING_KEY_FILES"
  case publicURL = "NARU_IDENTITY_PUBLIC_URL"
  case trustedProxies = "NARU_IDENTITY_TRUSTED_PROXIES"
  case defaultRedirect = "NARU_IDENTITY_DEFAULT_REDIRECT"
  case redirects = "NARU_IDENTITY_REDIRECTS"
  case tokensInQuery = "NARU_IDENTITY_TOKENS_IN_QUERY"

  case kakaoClientID = "NARU_IDENTITY_KAKAO_CLIENT_ID"
  case kakaoClientSecret = "NARU_IDENTITY_KAKAO_CLIENT_SECRET"
  case kakaoOpenID = "NARU_IDENTITY_KAKAO_OPENID"
  case kakaoAdminKey = "NARU_IDENTITY_KAKAO_ADMIN_KEY"
  case naverClientID = "NARU_IDENTITY_NAVER_CLIENT_ID"
  case naverClientSecret = "NARU_IDENTITY_NAVER_CLIENT_SECRET"
  case googleClientID = "NARU_IDENTITY_GOOGLE_CLIENT_ID"
  case googleClientSecret = "NARU_IDENTITY_GOOGLE_CLIENT_SECRET"
  case appleClientID = "NARU_IDENTITY_APPLE_CLIENT_ID"
  case appleTeamID = "NARU_IDENTITY_APPLE_TEAM_ID"
  case appleKeyID = "NARU_IDENTITY_APPLE_KEY_ID"
  case appleKeyFile = "NARU_IDENTITY_APPLE_KEY_FILE"

  case supabaseIssuer = "NARU_IDENTITY_SUPABASE_ISSUER"
  case supabaseSecret = "NARU_IDENTITY_SUPABASE_SECRET"
  case supabaseKeysURL = "NARU_IDENTITY_SUPABASE_KEYS_URL"

  case seed = "NARU_SEED"
  case jsonCases = "NARU_JSON_CASES"
  case testOperations = "NARU_TEST_OPERATIONS"
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
    case .writesPerMinute: 0...1_000_000
    case .databaseConnections: 1...1_000
    case .idempotencyDays: 1...365
    case .serverStopSeconds: 1...300
    default: nil
    }
  }

  /// The key in a `ConfigReader` that is scoped to `naru`.
  var key: String { rawValue.dropFirst("NARU_".count).lowercased() }
}
