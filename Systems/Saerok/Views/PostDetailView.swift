#if canImport(SwiftUI) && !os(tvOS)
  import Foundation
  import Naru
  public import Saerok
  public import SaerokFeatures
  import NaruScreens
  import NaruScreens
  public import SwiftUI

  /// A post with its comments, and a field for another one.
  public struct PostDetailView: View {
    @State private var model: PostDetailModel
    @State private var isEditing = false
    @Environment(\.dismiss) private var dismiss
    private let board: FreeBoard

    /// A view of a screen.
    ///
    /// - Parameters:
    ///   - model: the screen.
    ///   - board: where the post goes when it is changed.
    public init(_ model: PostDetailModel, board: FreeBoard) {
      _model = State(initialValue: model)
      self.board = board
    }

    /// The view.
    public var body: some View {
      List {
        if let post = model.post { PostRow(post: post) }
        PhaseRow(
          model.phase,
          isEmpty: model.comments.isEmpty,
          empty: Sentence(korean: "아직 댓글이 없습니다.", english: "There are no comments yet.")
        ) {
          await model.reload()
        }
        ForEach(model.comments) { comment in
          CommentRow(model: model, comment: comment)
          ForEach(comment.replies) { reply in
            HStack {
              Image(systemName: "arrow.turn.down.right").accessibilityLabel(localized("답글", "Reply"))
              CommentRow(model: model, comment: reply)
            }
          }
        }
        Section {
          if let target = model.replyTarget {
            Button(localized("\(target.author.nickname) 님에게 답글 취소", "Don't reply to \(target.author.nickname)")) {
              model.replyTarget = nil
            }
          }
          TextField(localized("댓글", "Comment"), text: $model.text, axis: .vertical)
          Button(localized("보내기", "Send")) { Task { await model.send() } }
            .disabled(!model.canSend)
        }
      }
      .navigationTitle(localized("글", "Post"))
      .toolbar {
        if model.post?.isMine == true {
          Button(localized("글 고치기", "Edit Post"), systemImage: "pencil") { isEditing = true }
          Button(localized("글 지우기", "Delete Post"), systemImage: "trash") { Task { await model.deletePost() } }
        } else {
          Button(localized("글 신고하기", "Report Post"), systemImage: "flag") { Task { await model.report() } }
        }
      }
      .sheet(isPresented: $isEditing) {
        ComposeView(ComposeModel(board, editing: model.post)) {
          isEditing = false
          await model.reload()
        }
      }
      .loads { await model.reload() }
      .notice(model.notice) { model.dismissNotice() }
      .onChange(of: model.isDeleted) { _, isDeleted in
        if isDeleted { dismiss() }
      }
    }
  }

  private struct CommentRow: View {
    let model: PostDetailModel
    let comment: Saerok.Comment

    var body: some View {
      VStack(alignment: .leading) {
        Text(verbatim: comment.content)
        Text(verbatim: comment.author.nickname).font(.caption).foregroundStyle(.secondary)
      }
      .swipeActions {
        Button(localized("답글", "Reply"), systemImage: "arrowshape.turn.up.left") { model.replyTarget = comment }
        if comment.isMine || model.post?.isMine == true {
          Button(localized("지우기", "Delete"), role: .destructive) { Task { await model.delete(comment.id) } }
        } else {
          Button(localized("신고", "Report"), systemImage: "flag") { Task { await model.report(comment.id) } }
        }
      }
    }
  }

  struct PostDetailPreviews: PreviewProvider {
    static var previews: some View {
      NavigationStack { PostDetailView(PostDetailModel(.preview, id: Post.samples[0].id), board: .preview) }
    }
  }
#endif
