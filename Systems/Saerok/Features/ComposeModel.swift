public import Foundation
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
  /// The picture to add. `nil` if none is chosen.
  public private(set) var picture: Blob?
  /// Whether the content is being sent.
  public private(set) var isSending = false
  /// The reason why the content could not be sent, or the picture not be chosen. The content stays in the form.
  public private(set) var errorMessage: LocalizedMessage?
  /// The id of the sent post. When it is set, the screen can close.
  public private(set) var sent: Post.ID?

  private let board: FreeBoard
  private let pictures: PostPictures
  private let post: Post?
  /// The new post, if its picture could not be sent.
  private var written: Post.ID?
  private var loads = 0

  /// Creates an empty form, or a form with a post to edit.
  public init(_ board: FreeBoard, pictures: PostPictures = .unimplemented, editing post: Post? = nil) {
    self.board = board
    self.pictures = pictures
    self.post = post
    text = post?.content ?? ""
  }

  /// The number of user-perceived characters left; negative if the content is too long.
  public var remaining: Int { Self.limit - text.count }

  /// Whether a chosen picture is being loaded.
  public var isLoadingPicture: Bool { loads > 0 }

  /// Whether the content can be sent.
  public var canSend: Bool {
    !isSending && !isLoadingPicture && sent == nil && remaining >= 0 && text.contains { !$0.isWhitespace }
      && (text != post?.content || picture != nil)
  }

  /// Chooses the picture, in place of another one. If it can't be loaded, or isn't a JPEG or a PNG of at most 5 MB, the form
  /// has no picture, and ``errorMessage`` has the reason. Cancel the task when another picture is chosen.
  public func choosePicture(_ load: @Sendable () async throws -> Data?) async {
    removePicture()
    loads += 1
    defer { loads -= 1 }
    do {
      let content = try await load() ?? Data()
      let chosen = Blob(content, contentType: PictureType(content)?.rawValue ?? "")
      _ = try NewPicture(chosen)
      if !Task.isCancelled { picture = chosen }
    } catch  where !Task.isCancelled {
      errorMessage = LocalizedMessage(explaining: error)
    } catch {
      // Another picture is chosen.
    }
  }

  /// Removes the chosen picture from the form.
  public func removePicture() {
    picture = nil
    errorMessage = nil
  }

  /// Sends the content. Does nothing while it is being sent and after it is sent.
  public func send() async {
    guard canSend else { return }
    isSending = true
    errorMessage = nil
    defer { isSending = false }
    let (draft, picture) = (PostDraft(content: text), picture)
    do {
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
