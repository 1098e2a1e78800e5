// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Imported from orders.har. A file with changes by hand is kept by the next import. (1156986cf9ee85d7)
public import Naru

/// The JSON of values and failures.
public enum APIFormat: CodeMessageFormat {
  /// The coding of bodies.
  public static let json = JSONCoding()
}
