#if canImport(SwiftUI)
  import Naru
  public import SwiftUI

  extension View {
    /// Sends the queued writes, and follows the queue for all views in this one, for as long as it is shown. Sending starts at once, after each
    /// new write, when the connection returns and when the app comes to the foreground. Put it on the first view of the app.
    ///
    /// - Parameter outbox: the queue, or `nil` while no one is signed in. Views read it with `@Environment(OutboxModel.self)`.
    /// - Returns: a view that contains the queue in its environment.
    public func outbox(_ outbox: OutboxModel?) -> some View {
      OutboxView(content: self, outbox: outbox)
    }
  }

  private struct OutboxView<Content: View>: View {
    @Environment(\.scenePhase) private var scenePhase
    let content: Content
    let outbox: OutboxModel?

    var body: some View {
      content
        .environment(outbox)
        .task(id: outbox.map(ObjectIdentifier.init)) { await outbox?.run() }
        .alert(outbox?.alertMessage?.description ?? "", isPresented: .constant(outbox?.alertMessage != nil)) {
          Button(LocalizedMessage(korean: "확인", english: "OK").description) { outbox?.alertMessage = nil }
        }
        .onChange(of: scenePhase) { _, phase in
          if phase == .active { outbox?.sendSoon() }
        }
    }
  }
#endif
