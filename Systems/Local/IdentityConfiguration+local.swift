import Naru
package import ServedSystem
package import SquirretBackend

extension IdentityConfiguration {
  /// The sign-in of a server for one machine: its master key is in the data folder, and with stand-ins, apps may get tokens in
  /// the query of the redirect. Settings override both.
  package static func local(in folder: DataFolder, settings: Settings = .none) async throws -> IdentityConfiguration {
    try await IdentityConfiguration(
      reading: settings.reader,
      masterKey: MasterKey(folder.identityKey()),
      allowsTokensInQuery: true
    )
  }
}
