/// For how long things are valid, in seconds.
public struct Lifetimes: Sendable, Hashable {
  /// An access token. A session that is ended takes its access tokens with it at once, so a day does no harm.
  public var accessToken: Int
  /// A refresh token that nobody uses.
  public var refreshToken: Int
  /// A session, however often it is refreshed.
  public var session: Int
  /// For how long a refresh token that was just exchanged gives the same new one again: an answer may get lost on the way.
  public var reuseWindow: Int
  /// The one-time code with which the browser comes back to the app.
  public var code: Int
  /// How long a person may take at the provider.
  public var signIn: Int

  /// A day, seven days, half a year, ten seconds, a minute, ten minutes.
  public init(
    accessToken: Int = 86400,
    refreshToken: Int = 7 * 86400,
    session: Int = 180 * 86400,
    reuseWindow: Int = 10,
    code: Int = 60,
    signIn: Int = 600
  ) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.session = session
    self.reuseWindow = reuseWindow
    self.code = code
    self.signIn = signIn
  }
}
