import ArgumentParser
import Crypto
import Foundation
import Local
import ServedSystem
import SquirretBackend

struct AdminKeysCommand: AsyncParsableCommand {
  static let configuration = about(
    "키를 보고 바꿉니다. 아무도 로그아웃되지 않습니다.",
    "Lists and rotates keys, without signing anybody out.",
    name: "keys",
    subcommands: [List.self, Rotate.self, RotateMaster.self, RetireMaster.self, Reset.self]
  )

  struct List: AsyncParsableCommand {
    static let configuration = about(
      "키의 ID와 나이를 보여 줍니다. 비밀은 보여 주지 않습니다.",
      "Lists the IDs and ages of the keys, without secrets."
    )

    @OptionGroup var options: AdminOptions

    func run() async throws {
      try options.show(try await options.operate { try await $0.keys() })
    }
  }

  struct Rotate: AsyncParsableCommand {
    static let configuration = about(
      "액세스 토큰에 서명하는 키를 바꿉니다. 켜져 있는 서버도 바로 새 키를 씁니다.",
      "Replaces the key that signs access tokens. Running servers use the new one at once."
    )

    @Flag(
      help: .text(
        "전의 키로 서명한 토큰을 바로 무효로 합니다. 키가 새었을 때 쓰고, 앱은 토큰을 갱신합니다.",
        "Make the tokens of the previous keys invalid at once, because a key leaked. Apps renew them."
      )
    )
    var revokePrevious = false

    @OptionGroup var confirmation: ConfirmationOptions
    @OptionGroup var options: AdminOptions

    func run() async throws {
      if revokePrevious {
        try confirmation.require("지금까지의 액세스 토큰을 모두 무효로 할까요?", "Make all access tokens issued so far invalid?")
      }
      let keys = try await options.operate { operations in
        try await operations.rotateSigningKey(revokingPrevious: revokePrevious)
        return try await operations.keys()
      }
      try options.show(keys)
    }
  }

  struct RotateMaster: AsyncParsableCommand {
    static let configuration = about(
      "마스터 키를 바꿉니다. 켜져 있는 서버는 그대로 동작합니다.",
      "Replaces the master key. Running servers go on.",
      name: "rotate-master",
      discussion: text(
        """
        마스터 키가 데이터 폴더의 identity.key이면 그 파일을 바꿉니다. NARU_IDENTITY_MASTER_KEY이면 새 키를 --key-file에 적습니다.
        그 값을 모든 서버의 환경 변수에 넣고 다시 켠 다음, 새 값으로 `naru admin keys retire-master`를 실행해 주세요. 그때까지는 두 키 \
        모두 쓸 수 있습니다.
        """,
        """
        If the master key is identity.key in the data folder, that file is replaced. If it is NARU_IDENTITY_MASTER_KEY, the new \
        key is written to --key-file. Set the variable of all servers to it, restart them, and run `naru admin keys \
        retire-master` with the new value. Until then, both keys work.
        """
      )
    )

    @Option(
      help: .text(
        "새 키를 적을 파일. NARU_IDENTITY_MASTER_KEY를 쓸 때만.",
        "The file for the new key, only with NARU_IDENTITY_MASTER_KEY.",
        valueName: "file"
      )
    )
    var keyFile: String?

    @OptionGroup var options: AdminOptions

    func run() async throws {
      let isInEnvironment = Settings.process[.masterKey] != nil
      try require(
        keyFile != nil || !isInEnvironment,
        "마스터 키가 NARU_IDENTITY_MASTER_KEY에 있으므로, 새 키를 적을 파일을 --key-file로 지정해 주세요.",
        "The master key is in NARU_IDENTITY_MASTER_KEY, so choose a file for the new key with --key-file."
      )
      try require(
        keyFile == nil || isInEnvironment,
        "마스터 키가 데이터 폴더에 있으므로 --key-file은 쓰지 않습니다.",
        "The master key is in the data folder, so --key-file is not used."
      )
      // Found out later, it would leave an unfinished rotation.
      try keyFile.map { KeyFile(URL(filePath: $0)) }?.requireAbsent()
      let bytes = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
      let key = try MasterKey(bytes)
      try await options.operate { operations in
        try await operations.rotateMasterKey(to: key, keepingOld: keyFile != nil) {
          if let keyFile {
            try KeyFile(URL(filePath: keyFile)).create(with: Data("\(bytes.base64EncodedString())\n".utf8))
          } else {
            try options.data.folder.replaceIdentityKey(with: bytes)
          }
        }
      }
      // This opens the data with the key that servers will find.
      try options.show(try await options.operate { try await $0.keys() })
      guard let keyFile, !options.json else { return }
      printLine(
        "새 키는 \(keyFile)에 있습니다. 서버를 새 키로 다시 켠 다음 `naru admin keys retire-master`를 실행해 주세요.",
        "The new key is in \(keyFile). Restart the servers with it, then run `naru admin keys retire-master`."
      )
    }
  }

  struct RetireMaster: AsyncParsableCommand {
    static let configuration = about(
      "지금 설정한 마스터 키만 남깁니다. 다른 키로는 서버를 켤 수 없게 됩니다.",
      "Keeps only the configured master key. A server with another one can't start any more.",
      name: "retire-master"
    )

    @OptionGroup var confirmation: ConfirmationOptions
    @OptionGroup var options: AdminOptions

    func run() async throws {
      try confirmation.require("모든 서버가 새 마스터 키로 켜져 있습니까?", "Do all servers have the new master key?")
      let keys = try await options.operate { operations in
        try await operations.retireMasterKeys()
        return try await operations.keys()
      }
      try options.show(keys)
    }
  }

  struct Reset: AsyncParsableCommand {
    static let configuration = about(
      "마스터 키를 잃어버렸을 때, 모두 로그아웃하고 새 키로 시작합니다.",
      "Starts with new keys after the master key was lost. Everybody is signed out."
    )

    @OptionGroup var confirmation: ConfirmationOptions
    @OptionGroup var options: AdminOptions

    func run() async throws {
      try confirmation.require(
        "모두 로그아웃하고 키를 버릴까요? 서버를 먼저 꺼 주세요. 되돌릴 수 없습니다.",
        "Sign everybody out and discard the keys? Stop the servers first. It can't be undone."
      )
      let (storage, logger) = (options.data.storage, options.logger)
      let count = try await LocalBackend.resetKeys(storage, operator: options.name, logger: logger)
      try options.show(
        ["ended": count],
        "키를 버리고 \(count)개를 로그아웃했습니다. 서버가 다음에 켜질 때 새 키를 만듭니다.",
        "Discarded the keys and ended \(count) sessions. The next start of the server creates new keys."
      )
    }
  }
}

extension AdminOptions {
  /// Prints keys.
  fileprivate func show(_ keys: [Operations.Key]) throws {
    try show(keys) {
      Column("용도", "PURPOSE", \.purpose.title)
      Column("방식", "ALGORITHM", \.algorithm)
      Column("만든 때", "CREATED", \.createdAt?.time)
      Column("나이", "AGE", number: true, \.age)
      Column("상태", "STATE", \.stateTitle)
      Column("ID", \.id)
    }
  }
}

extension Operations.Key.Purpose {
  fileprivate var title: String {
    switch self {
    case .master: text("마스터", "master")
    case .signing: text("서명", "signing")
    }
  }
}

extension Operations.Key {
  fileprivate var age: String? {
    createdAt.map { Int(Date().timeIntervalSince($0) / 86400) }.map { text("\($0)일", "\($0) d") }
  }

  fileprivate var stateTitle: String {
    switch state {
    case .active: text("사용 중", "in use")
    case .retired:
      validUntil.map { text("\($0.time)까지 유효", "valid until \($0.time)") } ?? text("유효", "valid")
    case .other: text("교체 중", "being replaced")
    }
  }
}
