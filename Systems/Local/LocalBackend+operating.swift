import Foundation
package import Logging
package import Naru
package import ServedSystem
package import SquirretBackend
package import Storage
import Support

extension LocalBackend {
  /// Runs an operator's work on the data of a server, which may be running.
  ///
  /// It needs the settings of the server. It creates neither a database nor a key.
  package static func operate<Result>(
    _ storage: StorageChoice,
    _ folder: DataFolder,
    settings: Settings,
    transport: (IdentityConfiguration) throws -> any Transport,
    logger: Logger,
    busyWait: BusyWait = BusyWait(),
    _ work: (Operations) async throws -> Result
  ) async throws -> Result {
    let key = try settings[.masterKey] == nil ? MasterKey(folder.existingIdentityKey()) : nil
    if case .folder(let folder) = storage, !FileManager.default.fileExists(atPath: folder.database.path) {
      throw folder.isUnused
    }
    let signIn = try await IdentityConfiguration(reading: settings.reader, masterKey: key)
    let backend = try await LocalBackend(
      storage: storage,
      signIn: .squirret(signIn),
      settings: settings,
      transport: transport(signIn),
      logger: logger,
      busyWait: busyWait
    )
    let result: Result
    do {
      guard let identity = backend.identity else { throw CancellationError() }
      result = try await work(Operations(identity))
    } catch {
      try backend.close()
      throw error
    }
    try backend.close()
    return result
  }
}

extension DataFolder {
  /// Returns the master key of sign-in, which is not created.
  fileprivate func existingIdentityKey() throws -> Data {
    guard FileManager.default.fileExists(atPath: identityKeyFile.path) else { throw isUnused }
    return try identityKey()
  }

  /// The error for a folder that no server has used, or that can't be read.
  var isUnused: MessageError {
    if let denial = denial(of: R_OK, at: database) { return denial }
    return MessageError(
      korean: """
        서버가 사용한 적이 없는 데이터 폴더입니다: \(url.path). `--data`(복사는 `--from`)로 서버의 폴더를 지정하고, 서버의 환경 변수\
        (NARU_IDENTITY_…)도 같게 해 주세요.
        """,
      english: """
        No server has used the data folder \(url.path). Choose the server's folder with `--data`, or `--from` of a copy, and set the \
        server's environment variables (NARU_IDENTITY_…) too.
        """
    )
  }
}
