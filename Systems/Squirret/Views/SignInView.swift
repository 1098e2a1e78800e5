#if canImport(SwiftUI)
  import Naru
  import NaruAuth
  import NaruScreens
  import Squirret
  public import SquirretFeatures
  public import SwiftUI

  /// The screen for signing in and out.
  public struct SignInView: View {
    @State private var model: SignInModel

    /// Creates a view of a model.
    public init(_ model: SignInModel) {
      _model = State(initialValue: model)
    }

    /// The phase of the sign-in, with its actions.
    public var body: some View {
      Form {
        switch model.phase {
        case .unknown:
          ProgressView(String(korean: "확인하는 중", english: "Checking"))
        case .unavailable(let localizedMessage):
          Text(localizedMessage)
          Button(String(korean: "다시 시도", english: "Try Again")) { Task { await model.reload() } }
        case .signedOut(let reason):
          if let reason { Text(reason) }
          buttons
        case .signingIn:
          ProgressView(String(korean: "로그인하는 중", english: "Signing in"))
          Button(String(korean: "취소", english: "Cancel")) { model.cancel() }
        case .signedIn:
          account
        }
        if case .failed(let localizedMessage) = model.outcome { Text(localizedMessage) }
      }
      .navigationTitle(String(korean: "로그인", english: "Sign In"))
      .task { await model.follow() }
    }

    @ViewBuilder private var buttons: some View {
      ForEach(SignInProvider.allCases, id: \.self) { provider in
        Button(provider.buttonTitle.description) { Task { await model.signIn(with: provider) } }
      }
    }

    @ViewBuilder private var account: some View {
      if let localizedMessage = model.signedInAs ?? model.accountError {
        Text(localizedMessage)
      } else {
        ProgressView(String(korean: "계정을 불러오는 중", english: "Loading the account"))
      }
      Button(String(korean: "로그아웃", english: "Sign Out")) { Task { await model.signOut() } }
        .disabled(model.isSigningOut)
      Button(String(korean: "모든 기기에서 로그아웃", english: "Sign Out Everywhere"), role: .destructive) {
        Task { await model.signOut(everywhere: true) }
      }
      .disabled(model.isSigningOut)
    }
  }

  struct SignInPreviews: PreviewProvider {
    static var previews: some View {
      SignInView(
        SignInModel(Session(store: MemoryTokenStore(), refresher: nil), accounts: .preview) { _ in
          Credential(accessToken: Secret("preview"))
        }
      )
    }
  }
#endif
