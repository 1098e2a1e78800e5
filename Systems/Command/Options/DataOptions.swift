import ArgumentParser
import Foundation
import Local
import ServedSystem

/// The options of all commands that open the data folder.
struct DataOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      text(
        "데이터 폴더(기본값: $NARU_DATA, 없으면 \(DataFolder.standard.url.path)).",
        "The data folder (default: $NARU_DATA, else \(DataFolder.standard.url.path))."
      ),
      valueName: "dir"
    )
  )
  var data: String?

  var folder: DataFolder {
    guard let path = data ?? CommandContext.current.settings[.data], !path.isEmpty else { return .standard }
    return DataFolder(URL(filePath: path))
  }
}
