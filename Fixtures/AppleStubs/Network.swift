// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The part of Apple's Network framework that NaruOffline uses.
public import Dispatch

// source: https://developer.apple.com/documentation/network/nwpathmonitor
public final class NWPathMonitor: Sendable {
  public init() {}
  @preconcurrency
  public var pathUpdateHandler: (@Sendable (NWPath) -> Void)? {
    get { nil }
    set {}
  }
  public func start(queue: DispatchQueue) {}
  public func cancel() {}
}

// source: https://developer.apple.com/documentation/network/nwpath
public struct NWPath: Sendable {
  public enum Status: Sendable { case satisfied, unsatisfied, requiresConnection }
  public var status: Status { .satisfied }
}
