#if canImport(SwiftUI) && !os(tvOS)
  import Foundation
  import Naru
  public import Saerok
  public import SaerokFeatures
  import NaruOffline
  import NaruScreens
  public import SwiftUI

  /// The posts of the free board. A tap opens a post, and the pencil button writes one.
  public struct FreeBoardView: View {
    @State private var model: FreeBoardModel
    @State private var isComposing = false
    @Environment(OutboxModel.self) private var outbox: OutboxModel?
    private let board: FreeBoard
    private let pictures: PostPictures

    /// Creates a view of a model. The board and its pictures, such as `offline.live()`, are for the screens of a post and of a
    /// new post.
    public init(_ model: FreeBoardModel, board: FreeBoard, pictures: PostPictures) {
      _model = State(initialValue: model)
      self.board = board
      self.pictures = pictures
    }

    /// The view's content.
    public var body: some View {
      List {
        OutboxSection(outbox)
        PhaseRow(model.posts, empty: LocalizedMessage(korean: "아직 글이 없습니다.", english: "There are no posts yet."))
        ForEach(model.posts.items) { post in
          NavigationLink {
            let detail = PostDetailModel(board, id: post.id, known: post, hidden: model.hidden)
            PostDetailView(detail, board: board, pictures: pictures)
          } label: {
            HStack {
              PostRow(post: post)
              QueuedMark(outbox?.isQueued(post.id) ?? false)
            }
          }
          .task { await model.posts.itemAppeared(post) }
          .swipeActions {
            Button(String(korean: "숨기기", english: "Hide"), systemImage: "eye.slash") {
              Task { await model.hide(post.author.id) }
            }
          }
        }
        MoreRow(model.posts)
      }
      .navigationTitle(String(korean: "자유게시판", english: "Free Board"))
      .toolbar {
        Button(String(korean: "글쓰기", english: "Write"), systemImage: "square.and.pencil") { isComposing = true }
      }
      .sheet(isPresented: $isComposing) {
        ComposeView(ComposeModel(board, pictures: pictures)) {
          isComposing = false
          await model.posts.reload()
        }
      }
      .loads { await model.posts.reload() }
      .alertMessage(model.posts)
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
            .accessibilityLabel(String(korean: "댓글 \(post.commentCount)개", english: "\(post.commentCount) comments"))
        }
        .font(.caption)
        .foregroundStyle(.secondary)
      }
    }
  }

  struct FreeBoardPreviews: PreviewProvider {
    static var previews: some View {
      NavigationStack { FreeBoardView(FreeBoardModel(.preview, blocks: .preview), board: .preview, pictures: .preview) }
    }
  }
#endif
