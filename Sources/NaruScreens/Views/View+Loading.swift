#if canImport(SwiftUI)
  public import Naru
  public import SwiftUI

  extension View {
    /// Loads when the view appears, when the user pulls to refresh, and when the app becomes active. While the view is shown, it also loads
    /// after each known change of what was read; see ``following(_:)``.
    ///
    /// - Parameters:
    ///   - trigger: a value that also loads when it changes, such as the text of a search field.
    ///   - load: loads the content, for the first time or again.
    /// - Returns: a view that loads.
    public func loads(
      on trigger: some Equatable = 0,
      _ load: @escaping @MainActor @Sendable () async -> Void
    ) -> some View {
      LoadingView(content: self, trigger: trigger, load: load)
    }

    /// Shows an alert with a sentence.
    ///
    /// - Parameters:
    ///   - localizedMessage: the message of the alert; `nil` for no alert.
    ///   - dismiss: called when the user closes the alert.
    /// - Returns: a view with an alert.
    public func alertMessage(_ localizedMessage: LocalizedMessage?, dismiss: @escaping @MainActor () -> Void)
      -> some View
    {
      alert(localizedMessage?.description ?? "", isPresented: .constant(localizedMessage != nil)) {
        Button(String(korean: "확인", english: "OK"), action: dismiss)
      }
    }

    /// Shows an alert when a change of a paged list fails.
    ///
    /// - Parameter list: the list.
    /// - Returns: a view with an alert.
    public func alertMessage<Element>(_ list: PagedList<Element>) -> some View {
      alertMessage(list.content)
    }

    /// Shows an alert when a change of loaded content fails.
    ///
    /// - Parameter content: the content.
    /// - Returns: a view with an alert.
    public func alertMessage<Value>(_ content: Loaded<Value>) -> some View {
      alertMessage(content.alertMessage) { content.alertMessage = nil }
    }
  }

  private struct LoadingView<Content: View, Trigger: Equatable>: View {
    @Environment(\.scenePhase) private var scenePhase
    let content: Content
    let trigger: Trigger
    let load: @MainActor @Sendable () async -> Void

    var body: some View {
      content
        .task(id: trigger) { await following { await load() } }
        .refreshable(action: load)
        .onChange(of: scenePhase) { _, phase in
          if phase == .active { Task { await load() } }
        }
    }
  }
#endif
