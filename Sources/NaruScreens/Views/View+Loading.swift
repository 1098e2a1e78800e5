#if canImport(SwiftUI)
  public import Naru
  public import SwiftUI

  extension View {
    /// Loads when the view comes onto the screen, when it is pulled, and when the app comes to the front.
    ///
    /// - Parameters:
    ///   - trigger: what also loads when it changes, such as a text that is looked for.
    ///   - load: loads, at first or again.
    public func loads(
      on trigger: some Equatable = 0,
      _ load: @escaping @MainActor @Sendable () async -> Void
    ) -> some View {
      LoadingView(content: self, trigger: trigger, load: load)
    }

    /// Shows what went wrong with something that was tried.
    ///
    /// - Parameters:
    ///   - sentence: what to say; `nil` where there is nothing to say.
    ///   - dismiss: called when the person has read it.
    public func notice(_ sentence: Sentence?, dismiss: @escaping @MainActor () -> Void) -> some View {
      alert(sentence?.description ?? "", isPresented: .constant(sentence != nil)) {
        Button(localized("확인", "OK"), action: dismiss)
      }
    }
  }

  private struct LoadingView<Content: View, Trigger: Equatable>: View {
    @Environment(\.scenePhase) private var scenePhase
    let content: Content
    let trigger: Trigger
    let load: @MainActor @Sendable () async -> Void

    var body: some View {
      content
        .task(id: trigger) { await load() }
        .refreshable(action: load)
        .onChange(of: scenePhase) { _, phase in
          if phase == .active { Task { await load() } }
        }
    }
  }
#endif
