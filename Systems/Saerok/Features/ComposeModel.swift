public import Naru
import NaruScreens
public import Observation
public import Saerok

/// The screen that writes or edits a post.
@MainActor
@Observable
public final class ComposeModel {
  /// The largest number of characters of a post.
  public static let limit = 2000

  /// The content.
  public var text: String
  /// Whether the content is being sent.
  public private(set) var isSending = false
  /// The reason why the content could not be sent. It stays in the form.
  public private(set) var errorMessage: LocalizedMessage?
  /// The id of the sent post. When it is set, the screen can close.
  public private(set) var sent: Post.ID?

  private let board: FreeBoard
  private let post: Post?

  /// Creates an empty form, or a form with a post to edit.
  public init(_ board: FreeBoard, editing post: Post? = nil) {
    self.board = board
    self.post = post
    text = post?.content ?? ""
  }

  /// The number of user-perceived characters left; negative if the content is too long.
  public var remaining: Int { Self.limit - text.count }

  /// Whether the content can be sent.
  public var canSend: Bool {
    !isSending && sent == nil && remaining >= 0 && text.contains { !$0.isWhitespace } && text != post?.content
  }

  /// Sends the content. Does nothing while it is being sent and after it is sent.
  public func send() async {
    guard canSend else { return }
    isSending = true
    errorMessage = nil
    defer { isSending = false }
    let draft = PostDraft(content: text)
    do {
      if let post {
        sent = try await board.editPost(postID: post.id, draft: draft).id
      } else {
        sent = try await board.writePost(draft: draft).id
      }
    } catch {
      errorMessage = LocalizedMessage(explaining: error)
    }
  }
}
