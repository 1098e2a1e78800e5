/// The lifetimes of tokens, sessions and sign-ins, in seconds.
package struct Lifetimes: Sendable, Hashable {
  /// An access token, a day by default. Ending a session invalidates its access tokens at once, so a day is safe.
  package var accessToken = 86400
  /// An unused refresh token, seven days by default.
  package var refreshToken = 7 * 86400
  /// A session, however often it is refreshed, half a year by default.
  package var session = 180 * 86400
  /// The time during which an exchanged refresh token returns the same successor again, because a response may be lost.
  package var reuseWindow = 10
  /// The one-time code that the browser returns to the app with.
  package var code = 60
  /// The time that a user may take at the provider.
  package var signIn = 600
  /// The maximum age of a sign-in whose session may delete the account.
  package var freshSignIn = 600

  /// Creates the default lifetimes.
  package init() {}
}
