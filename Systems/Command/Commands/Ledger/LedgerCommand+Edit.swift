import ArgumentParser
import Dori
import Foundation
import Naru

extension LedgerCommand {
  struct Edit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: text("주거나 받은 기록 하나를 고칩니다.", "Changes a gift.")
    )

    @Argument(help: .gift)
    var gift: String

    @Option(help: .amount)
    var amount: Amount?

    @OptionGroup var details: GiftDetails

    @OptionGroup var options: ClientOptions

    func validate() throws {
      guard amount != nil || !details.isEmpty else {
        throw ValidationError(
          text(
            "바꿀 값을 지정해 주세요: --amount, --direction, --event, --date, --memo, --attended.",
            "Name a value to change: --amount, --direction, --event, --date, --memo or --attended."
          )
        )
      }
    }

    func run() async throws {
      let server = try options.connect()
      let ledger = Ledger.live(server.client)
      var changed = try await ledger.gift(named: gift)
      changed.amount = amount?.won ?? changed.amount
      changed.direction = details.direction ?? changed.direction
      changed.event = details.event ?? changed.event
      changed.date = try details.day() ?? changed.date
      changed.memo = details.memo ?? changed.memo
      changed.attended = details.attended ?? changed.attended
      let updated = try await ledger.updateGift(id: changed.id, gift: changed)
      server.show(updated)
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: text("주거나 받은 기록 하나를 지웁니다.", "Removes a gift.")
    )

    @Argument(help: .gift)
    var gift: String

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let server = try options.connect()
      let ledger = Ledger.live(server.client)
      let id = try await ledger.gift(named: gift).id
      try await ledger.removeGift(id: id)
      try server.printRemoved(id.shown, text("지웠습니다.", "Removed."))
    }
  }
}

extension ArgumentHelp {
  /// The help of an argument that names a gift.
  fileprivate static var gift: ArgumentHelp {
    ArgumentHelp(
      text(
        "기록의 ID, 또는 그 앞부분: `naru ledger show`에 있습니다.",
        "The gift's ID or its beginning, from `naru ledger show`."
      )
    )
  }
}
