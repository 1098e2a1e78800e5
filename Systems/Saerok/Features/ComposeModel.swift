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
  /// A picture to add: JPEG or PNG, at most 5 MB.
  public var picture: Blob?
  /// Whether the content is being sent.
  public private(set) var isSending = false
  /// The reason why the content could not be sent. It stays in the form.
  public private(set) var errorMessage: LocalizedMessage?
  /// The id of the sent post. When it is set, the screen can close.
  public private(set) var sent: Post.ID?

  private let board: FreeBoard
  private let pictures: PostPictures
  private let post: Post?
  /// The new post, if its picture could not be sent.
  private var written: Post.ID?

  /// Creates an empty form, or a form with a post to edit.
  public init(_ board: FreeBoard, pictures: PostPictures = .unimplemented, editing post: Post? = nil) {
    self.board = board
    self.pictures = pictures
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
      // Before the post is written.
      if let picture { _ = try NewPicture(picture) }
      let id =
        if let known = post?.id ?? written {
          try await board.editPost(postID: known, draft: draft).id
        } else {
          try await board.writePost(draft: draft).id
        }
      written = id
      if let picture { _ = try await pictures.add(picture, to: id) }
      sent = id
    } catch {
      errorMessage = LocalizedMessage(explaining: error)
    }
  }
}
