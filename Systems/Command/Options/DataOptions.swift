import ArgumentParser
import Foundation
import Local

/// What every command that opens the data folder takes.
struct DataOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      text(
        "데이터 폴더. 없으면 환경 변수 NARU_DATA, 그것도 없으면 \(DataFolder.standard.url.path).",
        "The data folder; NARU_DATA, or \(DataFolder.standard.url.path), without it."
      ),
      valueName: "dir"
    )
  )
  var data: String?

  var folder: DataFolder {
    guard let path = data ?? ProcessInfo.processInfo.environment["NARU_DATA"], !path.isEmpty else { return .standard }
    return DataFolder(URL(filePath: path))
  }
}
