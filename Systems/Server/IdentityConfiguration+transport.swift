import Naru
import SquirretBackend
import Support

#if HTTPS
  import NaruAsyncHTTPClient
#endif

extension IdentityConfiguration {
  /// The transport of the server's calls to sign-in providers, which need HTTPS.
  ///
  /// - Throws: `MessageError` if there are providers, and the build has no HTTPS.
  func transport() throws -> any Transport {
    #if HTTPS
      return AsyncHTTPClientTransport()
    #else
      guard providers.isEmpty, supabase == nil else {
        throw MessageError(
          korean: """
            로그인 제공자가 설정되어 있지만, 이 빌드는 제공자를 호출할 HTTPS를 지원하지 않습니다. `swift build`에 `--traits default,HTTPS`를 \
            붙여 다시 빌드하거나, NARU_IDENTITY_로 시작하는 제공자의 설정을 빼고 모의 로그인을 써 주세요.
            """,
          english: """
            Sign-in providers are configured, but this build has no HTTPS to call them. Build it again with `swift build --traits \
            default,HTTPS`, or remove the providers' settings, which begin with NARU_IDENTITY_, to use the stand-ins.
            """
        )
      }
      // Nothing is called: the stand-ins answer in this process.
      return InMemoryTransport()
    #endif
  }
}
