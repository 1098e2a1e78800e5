import IssueReporting

/// A place in a test: the file's id and path, the line and the column.
typealias TestPlace = (fileID: StaticString, filePath: StaticString, line: UInt, column: UInt)

/// Fails the test at a place.
func report(_ text: String, at place: TestPlace) {
  reportIssue(text, fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
}
