import ArgumentParser
import CommandSupport
import Foundation
import Local
import Naru
import ServedSystem
import Storage

struct DatabaseCommand: AsyncParsableCommand {
  static let configuration = about(
    "데이터베이스를 옮깁니다.",
    "Moves the data of a server.",
    name: "database",
    subcommands: [Copy.self]
  )

  struct Copy: AsyncParsableCommand, JSONOption {
    static let configuration = about(
      "모든 데이터를 비어 있는 다른 데이터베이스로 복사합니다.",
      "Copies all data to another database, which is empty.",
      discussion: text(
        """
        SQLite에서 PostgreSQL로도, 그 반대로도 됩니다. 행의 수와 체크섬을 비교하고, 틀리면 아무것도 바꾸지 않습니다.
        서버를 끄고 실행해 주세요. 켜져 있으면 그 뒤에 쓴 내용은 복사되지 않습니다. 로그인 키(identity.key)는 데이터 폴더에서 따로 옮겨 주세요.
        """,
        """
        It works from SQLite to PostgreSQL and back. It compares the numbers of rows and checksums, and changes nothing if they differ.
        Stop the server first: what it writes meanwhile is not copied. Move the key of sign-in, identity.key in the data folder, yourself.
        """
      )
    )

    @Option(
      help: .text(
        "원본: 데이터 폴더나 postgresql://… 주소(기본값: $NARU_DATA의 데이터 폴더).",
        "The source: a data folder or an address postgresql://… (default: the data folder of $NARU_DATA).",
        valueName: "place"
      ),
      transform: notBlank
    )
    var from: String?

    @Option(
      help: .text(
        "대상: 빈 데이터 폴더나 postgresql://… 주소(기본값: $NARU_DATABASE).",
        "The target: an empty data folder or an address postgresql://… (default: $NARU_DATABASE).",
        valueName: "place"
      ),
      transform: notBlank
    )
    var to: String?

    @Flag(help: .text("결과를 JSON으로 출력합니다.", "Print the result as JSON."))
    var json = false

    func run() async throws {
      let settings = CommandContext.current.settings
      let target = try require(
        to ?? settings[.database],
        "`--to`에 대상을 지정하거나, NARU_DATABASE에 주소를 설정해 주세요.",
        "Name the target with `--to`, or set NARU_DATABASE to its address."
      )
      let source = (from ?? settings[.data]).map(storage) ?? .folder(.standard)
      let bar = ProgressBar(text("복사하는 중", "Copying"))
      defer { bar.clear() }
      let tables = try LocalBackend.copy(from: source, to: storage(target), waiting: .announced) { progress in
        bar.show(
          Double(progress.rows) / Double(max(progress.total, 1)),
          text("\(progress.rows.grouped)행", "\(progress.rows.grouped) rows")
        )
      }
      bar.clear()
      let rows = tables.reduce(0) { $0 + $1.rows }
      try show(
        tables.map { Result(table: $0.name, rows: $0.rows, checksum: String($0.checksum, radix: 16)) },
        "표 \(tables.count)개의 \(rows.grouped)행을 복사하고, 모두 같은지 확인했습니다.",
        "Copied \(rows.grouped) rows in \(tables.count) tables. All are the same in both databases."
      )
    }

    private struct Result: Encodable {
      let table: String
      let rows: Int
      let checksum: String
    }

    private func storage(_ place: String) -> StorageChoice {
      place.hasPrefix("postgresql://") || place.hasPrefix("postgres://")
        ? .postgreSQL(Secret(place)) : .folder(DataFolder(at: place))
    }
  }
}
