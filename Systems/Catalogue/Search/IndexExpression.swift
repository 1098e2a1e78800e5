/// The expression that a search looks up in an index.
indirect enum IndexExpression: Equatable {
  /// Consecutive tokens; with `isPrefix`, the last one is the beginning of a token.
  case phrase([String], isPrefix: Bool)
  /// Any of some expressions.
  case any([IndexExpression])
  /// All of some expressions.
  case all([IndexExpression])
}

/// An expression whose phrases must each be found in one of some columns.
struct IndexQuery: Equatable {
  let columns: [String]
  let expression: IndexExpression
}
