// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Imported from orders.har. A file with changes by hand is kept by the next import. (69a16bbdc4ed13ad)
public import Naru

extension Endpoint.Failure {
  /// 410.
  public static let orderGone = Self(410, "ORDER_GONE")
}
