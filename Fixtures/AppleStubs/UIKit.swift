// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The part of Apple's UIKit framework that the views use.
public import Foundation

public class UIImage: NSObject {
  public init?(data: Data) { nil }
}
