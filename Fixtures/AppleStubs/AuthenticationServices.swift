// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The part of Apple's AuthenticationServices framework that NaruAuth uses, as Swift sees it.
public import Foundation

@MainActor
public class ASPresentationAnchor {}

@MainActor
public protocol ASWebAuthenticationPresentationContextProviding: AnyObject {
  func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}

public class ASWebAuthenticationSession {
  public typealias CompletionHandler = (URL?, (any Error)?) -> Void

  public init(url: URL, callbackURLScheme: String?, completionHandler: @escaping CompletionHandler) {}
  public weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?
  public var prefersEphemeralWebBrowserSession = false
  public func start() -> Bool { true }
  public func cancel() {}
}

public struct ASWebAuthenticationSessionError: Error {
  public enum Code { case canceledLogin, presentationContextNotProvided, presentationContextInvalid }
  public var code: Code { .canceledLogin }
}
