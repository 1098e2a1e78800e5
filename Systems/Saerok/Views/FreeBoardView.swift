#if canImport(SwiftUI) && !os(tvOS)
  import Foundation
  import Naru
  public import Saerok
  public import SaerokFeatures
  import NaruScreens
  import NaruScreens
  public import SwiftUI

  /// The posts of the free board. A tap opens one, the pencil writes one.
  public struct FreeBoardView: View {
    @State private var model: FreeBoardModel
    @State private var isComposing = false
    private let board: FreeBoard

    /// A view of a screen.
    ///
    /// - Parameters:
    ///   - model: the screen.
    ///   - board: where single posts come from and new ones go.
    public init(_ model: FreeBoardModel, board: FreeBoard) {
      _model = State(initialValue: model)
      self.board = board
    }

    /// The view.
    public var body: some View {
      List {
        PhaseRow(
          model.phase,
          isEmpty: model.posts.isEmpty,
          empty: Sentence(korean: "아직 글이 없습니다.", english: "There are no posts yet.")
        ) {
          await model.reload()
        }
        ForEach(model.posts) { post in
          NavigationLink {
            PostDetailView(PostDetailModel(board, id: post.id, known: post, hidden: model.hidden), board: board)
          } label: {
            PostRow(post: post)
          }
          .task { await model.appeared(post) }
          .swipeActions {
            Button(localized("숨기기", "Hide"), systemImage: "eye.slash") {
              Task { await model.hide(post.author.id) }
            }
          }
        }
        MoreRow(isLoading: model.isLoadingMore, error: model.moreError) { await model.loadMore() }
      }
      .navigationTitle(localized("자유게시판", "Free Board"))
      .toolbar {
        Button(localized("글쓰기", "Write"), systemImage: "square.and.pencil") { isComposing = true }
      }
      .sheet(isPresented: $isComposing) {
        ComposeView(ComposeModel(board)) {
          isComposing = false
          await model.reload()
        }
      }
      .loads { await model.reload() }
      .notice(model.notice) { model.dismissNotice() }
    }
  }

  /// A post in a list, or above its comments.
  struct PostRow: View {
    let post: Post

    var body: some View {
      VStack(alignment: .leading) {
        Text(verbatim: post.content)
        HStack {
          Text(verbatim: post.author.nickname)
          Text(post.createdAt, style: .date)
          Spacer()
          Label("\(post.commentCount)", systemImage: "bubble")
            .accessibilityLabel(localized("댓글 \(post.commentCount)개", "\(post.commentCount) comments"))
        }
        .font(.caption)
        .foregroundStyle(.secondary)
      }
    }
  }

  struct FreeBoardPreviews: PreviewProvider {
    static var previews: some View {
      NavigationStack { FreeBoardView(FreeBoardModel(.preview, blocks: .preview), board: .preview) }
    }
  }
#endif
