// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The part of Apple's AuthenticationServices framework that NaruAuth uses, as Swift sees it.
public import Foundation
public import UIKit

// On a Mac it is NSWindow.
// source: https://developer.apple.com/documentation/authenticationservices/aspresentationanchor
public typealias ASPresentationAnchor = UIWindow

// source: https://developer.apple.com/documentation/authenticationservices/aswebauthenticationpresentationcontextproviding
@MainActor
public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
  func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}

// source: https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession
public class ASWebAuthenticationSession {
  public typealias CompletionHandler = (URL?, (any Error)?) -> Void

  public init(url: URL, callbackURLScheme: String?, completionHandler: @escaping CompletionHandler) {}
  public weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?
  public var prefersEphemeralWebBrowserSession = false
  public func start() -> Bool { true }
  public func cancel() {}
}

// source: https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsessionerror
public struct ASWebAuthenticationSessionError: Error {
  public enum Code { case canceledLogin, presentationContextNotProvided, presentationContextInvalid }
  public var code: Code { .canceledLogin }
}
