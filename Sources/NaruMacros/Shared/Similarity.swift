/// Returns the name that is probably meant by a misspelled one: it differs in case, or in at most two characters of a long name.
func similarName(to name: String, in names: [String]) -> String? {
  let names = names.filter { $0 != name }
  if let same = names.first(where: { $0.lowercased() == name.lowercased() }) { return same }
  let limit = name.count < 4 ? 0 : name.count < 6 ? 1 : 2
  return names.first { editDistance(Array($0), Array(name)) <= limit }
}

/// Returns the number of characters to insert, remove or replace.
private func editDistance(_ left: [Character], _ right: [Character]) -> Int {
  var row = Array(0...right.count)
  for (line, character) in left.enumerated() {
    var diagonal = row[0]
    row[0] = line + 1
    for (column, other) in right.enumerated() {
      let replaced = diagonal + (character == other ? 0 : 1)
      diagonal = row[column + 1]
      row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
    }
  }
  return row[right.count]
}
