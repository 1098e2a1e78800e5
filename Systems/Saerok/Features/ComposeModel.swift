public import Naru
public import Observation
public import Saerok
import NaruScreens

/// The screen on which a post is written or changed.
@MainActor
@Observable
public final class ComposeModel {
  /// How many characters a post may have.
  public static let limit = 2000

  /// The text.
  public var text: String
  /// Whether it is being sent.
  public private(set) var isSending = false
  /// Why it was not sent; the text stays.
  public private(set) var errorSentence: Sentence?
  /// The number of the post, once it is sent: the screen can be left.
  public private(set) var sent: Post.ID?

  private let board: FreeBoard
  private let post: Post?

  /// An empty screen, or one with a post that is to be changed.
  public init(_ board: FreeBoard, editing post: Post? = nil) {
    self.board = board
    self.post = post
    text = post?.content ?? ""
  }

  /// How many characters may still be typed, as a person counts them; below zero there are too many.
  public var remaining: Int { Self.limit - text.count }

  /// Whether there is something to send.
  public var canSend: Bool {
    !isSending && sent == nil && remaining >= 0 && text.contains { !$0.isWhitespace } && text != post?.content
  }

  /// Sends the text. Does nothing while it is sent, and once it is.
  public func send() async {
    guard canSend else { return }
    isSending = true
    errorSentence = nil
    defer { isSending = false }
    let draft = PostDraft(content: text)
    do {
      if let post {
        sent = try await board.editPost(postID: post.id, draft: draft).id
      } else {
        sent = try await board.writePost(draft: draft).id
      }
    } catch {
      errorSentence = notice(error)
    }
  }
}
