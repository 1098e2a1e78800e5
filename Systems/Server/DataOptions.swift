import ArgumentParser
import CommandSupport
import Foundation
import Local
import Naru
import ServedSystem

/// The options of all commands that open the data folder.
struct DataOptions: ParsableArguments {
  @Option(
    help: .text(
      "데이터 폴더(기본값: $NARU_DATA, 없으면 \(DataFolder.standard.url.path)).",
      "The data folder (default: $NARU_DATA, else \(DataFolder.standard.url.path)).",
      valueName: "dir"
    ),
    transform: notBlank
  )
  var data: String?

  @Option(
    help: .text(
      "데이터 폴더의 SQLite 대신 쓸 PostgreSQL의 주소(기본값: $NARU_DATABASE). 암호는 환경 변수에 적어야 프로세스 목록에 보이지 않습니다.",
      """
      The address of a PostgreSQL database, in place of SQLite in the data folder (default: $NARU_DATABASE). A password belongs in \
      the environment variable, where no list of processes shows it.
      """,
      valueName: "url"
    ),
    transform: notBlank
  )
  var database: String?

  /// Where the data of all systems is.
  var storage: StorageChoice {
    (database ?? CommandContext.current.settings[.database]).map { .postgreSQL(Secret($0)) } ?? .folder(folder)
  }

  var folder: DataFolder { DataFolder(at: data ?? CommandContext.current.settings[.data]) }
}

extension DataFolder {
  /// The folder at a path, or without one the standard folder.
  init(at path: String?) { self = path.map { DataFolder(URL(filePath: $0)) } ?? .standard }
}
