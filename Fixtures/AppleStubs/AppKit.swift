// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The part of Apple's AppKit framework that the views use.
public import Foundation

// source: https://developer.apple.com/documentation/appkit/nsimage
public class NSImage: NSObject {
  public init?(data: Data) { nil }
}
