import Naru
public import NaruScreens
public import Observation
public import Saerok

/// The screen with the posts of the free board, on which a user can hide other users.
///
/// ```swift
/// List(model.posts.items) { post in
///   PostRow(post).task { await model.posts.itemAppeared(post) }
/// }
/// .refreshable { await model.posts.reload() }
/// ```
@MainActor
@Observable
public final class FreeBoardModel {
  /// The posts, newest first, excluding hidden users' posts.
  public let posts: PagedList<Post>
  /// The users whose posts are not shown. The app stores them for a guest, and the server for a signed-in user.
  public private(set) var hidden: Set<UserID> {
    didSet { showPosts() }
  }

  private let blocks: Blocks?

  /// Creates a screen that is not loaded yet: of a signed-in user with their blocks, or of a guest with the users that the
  /// guest has hidden. A page has 1…100 posts.
  public init(_ board: FreeBoard, blocks: Blocks? = nil, hidden: Set<UserID> = [], pageSize: Int = 20) {
    self.blocks = blocks
    self.hidden = hidden
    // Ids grow with time.
    posts = PagedList(pageSize: pageSize, isBefore: { $0.id > $1.id }) { number, size in
      let page = try await board.posts(paging: BoardPaging(page: number, size: size))
      return ListPage(page.items, hasMore: page.hasNext)
    }
    showPosts()
  }

  /// Hides everything that a user wrote. It is shown again if the server doesn't block the user.
  public func hide(_ person: UserID) async {
    guard hidden.insert(person).inserted else { return }
    posts.alertMessage = nil
    if let blocks {
      do {
        _ = try await blocks.block(person: BlockRequest(id: person))
        posts.content.reconcile { $0.items.removeAll { $0.author.id == person } }
      } catch {
        hidden.remove(person)
        posts.alertMessage = LocalizedMessage(explaining: error)
      }
    }
    if posts.items.isEmpty { await posts.loadMore() }
  }

  private func showPosts() {
    let hidden = hidden
    posts.filter = hidden.isEmpty ? nil : { !hidden.contains($0.author.id) }
  }
}
