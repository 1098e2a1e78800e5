/// Compares two strings in a time that depends only on their lengths, so that the time doesn't reveal where they differ.
package func isEqualInConstantTime(_ left: String, _ right: String) -> Bool {
  let (left, right) = (Array(left.utf8), Array(right.utf8))
  guard left.count == right.count else { return false }
  return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
}
