#if canImport(SwiftUI) && !os(tvOS)
  import Foundation
  import Naru
  public import Saerok
  public import SaerokFeatures
  import NaruOffline
  import NaruScreens
  public import SwiftUI

  /// A post with its comments and a field for a new comment.
  public struct PostDetailView: View {
    @State private var model: PostDetailModel
    @State private var isEditing = false
    @Environment(OutboxModel.self) private var outbox: OutboxModel?
    @Environment(\.dismiss) private var dismiss
    private let board: FreeBoard
    private let pictures: PostPictures

    /// Creates a view of a model. The board and its pictures, such as `offline.live()`, are for the screen that edits the post.
    public init(_ model: PostDetailModel, board: FreeBoard, pictures: PostPictures) {
      _model = State(initialValue: model)
      self.board = board
      self.pictures = pictures
    }

    /// The view's content.
    public var body: some View {
      List {
        if let post = model.post { PostRow(post: post) }
        PhaseRow(
          model.content.phase,
          isEmpty: model.comments.isEmpty,
          empty: LocalizedMessage(korean: "아직 댓글이 없습니다.", english: "There are no comments yet."),
          cachedAt: model.content.cachedAt
        ) {
          await model.reload()
        }
        OutboxSection(outbox)
        ForEach(model.comments) { comment in
          CommentRow(model: model, comment: comment, outbox: outbox)
          ForEach(comment.replies) { reply in
            HStack {
              Image(systemName: "arrow.turn.down.right").accessibilityLabel(String(korean: "답글", english: "Reply"))
              CommentRow(model: model, comment: reply, outbox: outbox)
            }
          }
        }
        Section {
          if let target = model.replyTarget {
            Button(
              String(
                korean: "\(target.author.nickname) 님에게 답글 달기 취소",
                english: "Cancel the reply to \(target.author.nickname)"
              )
            ) {
              model.replyTarget = nil
            }
          }
          TextField(String(korean: "댓글", english: "Comment"), text: $model.text, axis: .vertical)
          Button(String(korean: "보내기", english: "Send")) { Task { await model.send() } }
            .disabled(!model.canSend)
        }
      }
      .navigationTitle(String(korean: "글", english: "Post"))
      .toolbar {
        if model.post?.isMine == true {
          Button(String(korean: "글 고치기", english: "Edit Post"), systemImage: "pencil") { isEditing = true }
          Button(String(korean: "글 삭제", english: "Delete Post"), systemImage: "trash") {
            Task { await model.deletePost() }
          }
        } else {
          Button(String(korean: "글 신고하기", english: "Report Post"), systemImage: "flag") {
            Task { await model.report() }
          }
        }
      }
      .sheet(isPresented: $isEditing) {
        ComposeView(ComposeModel(board, pictures: pictures, editing: model.post)) {
          isEditing = false
          await model.reload()
        }
      }
      .loads { await model.reload() }
      .alertMessage(model.content)
      .onChange(of: model.isDeleted) { _, isDeleted in
        if isDeleted { dismiss() }
      }
    }
  }

  private struct CommentRow: View {
    let model: PostDetailModel
    let comment: Saerok.Comment
    let outbox: OutboxModel?

    var body: some View {
      VStack(alignment: .leading) {
        Text(verbatim: comment.content)
        HStack {
          Text(verbatim: comment.author.nickname)
          QueuedMark(outbox?.isQueued(comment.id) ?? false)
        }
        .font(.caption)
        .foregroundStyle(.secondary)
      }
      .swipeActions {
        Button(String(korean: "답글", english: "Reply"), systemImage: "arrowshape.turn.up.left") {
          model.replyTarget = comment
        }
        if comment.isMine || model.post?.isMine == true {
          Button(String(korean: "삭제", english: "Delete"), role: .destructive) {
            Task { await model.delete(comment.id) }
          }
        } else {
          Button(String(korean: "신고", english: "Report"), systemImage: "flag") {
            Task { await model.report(comment.id) }
          }
        }
      }
    }
  }

  struct PostDetailPreviews: PreviewProvider {
    static var previews: some View {
      NavigationStack {
        PostDetailView(PostDetailModel(.preview, id: Post.samples[0].id), board: .preview, pictures: .preview)
      }
    }
  }
#endif
