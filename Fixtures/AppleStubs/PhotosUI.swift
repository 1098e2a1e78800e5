// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation
public import SwiftUI

// source: https://developer.apple.com/documentation/photosui/photospicker
public struct PhotosPicker<Label: View>: View {
  public var body: Never { fatalError("This is a stub of PhotosUI.") }
}

extension PhotosPicker where Label == Text {
  @_disfavoredOverload
  public nonisolated init<S: StringProtocol>(
    _ title: S,
    selection: Binding<PhotosPickerItem?>,
    matching filter: PHPickerFilter? = nil,
    preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic
  ) {}
}

// source: https://developer.apple.com/documentation/photosui/photospickeritem
public struct PhotosPickerItem: Hashable, Sendable {
  public func loadTransferable<T: Transferable>(type: T.Type) async throws -> sending T? { nil }

  public struct EncodingDisambiguationPolicy: Hashable, Sendable {
    public static let automatic = EncodingDisambiguationPolicy()
    public static let compatible = EncodingDisambiguationPolicy()
  }
}

// source: https://developer.apple.com/documentation/photosui/phpickerfilter-swift.struct
public struct PHPickerFilter: Hashable, Sendable {
  public static let images = PHPickerFilter()
}

// source: https://developer.apple.com/documentation/coretransferable/transferable
public protocol Transferable {}

extension Data: Transferable {}
