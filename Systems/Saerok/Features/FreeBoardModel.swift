public import Naru
public import Observation
public import Saerok
public import NaruScreens

/// The screen with the posts of the free board: the next page comes as one scrolls, a pull loads again, and a person can be
/// hidden.
///
/// ```swift
/// List(model.posts) { post in
///   PostRow(post).task { await model.appeared(post) }
/// }
/// .refreshable { await model.reload() }
/// ```
@MainActor
@Observable
public final class FreeBoardModel {
  /// How far the first page is. ``LoadPhase/loaded`` without ``posts``: the board is empty.
  public var phase: LoadPhase { list.phase }
  /// Whether there are older posts.
  public var hasMore: Bool { list.hasMore }
  /// Whether older posts are being loaded.
  public var isLoadingMore: Bool { list.isLoadingMore }
  /// Why older posts could not be loaded; scrolling on tries again.
  public var moreError: Sentence? { list.moreError }
  /// What went wrong with something that was tried; the board is as it was before.
  public private(set) var notice: Sentence?
  /// Whose posts are not shown. A guest's list is the app's to keep; what a person who is signed in hides, the server keeps.
  public private(set) var hidden: Set<UserID>

  private let board: FreeBoard
  private let blocks: Blocks?
  private let list: PagedList<Post>

  /// A screen that has not loaded yet.
  ///
  /// - Parameters:
  ///   - board: where the posts are.
  ///   - blocks: where hidden people are kept; `nil` for a guest.
  ///   - hidden: whom the guest hid before.
  ///   - pageSize: how many posts a page has, 1…100.
  public init(_ board: FreeBoard, blocks: Blocks? = nil, hidden: Set<UserID> = [], pageSize: Int = 20) {
    self.board = board
    self.blocks = blocks
    self.hidden = hidden
    // Numbers grow with time.
    list = PagedList(pageSize: pageSize) { $0.id > $1.id }
  }

  /// The posts, newest first, without those of hidden people.
  public var posts: [Post] { list.items.filter { !hidden.contains($0.author.id) } }

  /// Loads the newest posts, at first or again. What is shown stays until the answer is there.
  public func reload() async {
    await list.reload { [board] number, size in
      let page = try await board.posts(paging: Paging(page: number, size: size))
      return ListPage(page.items, hasMore: page.hasNext)
    }
    // A page may hold nothing but posts of people whom a guest hid.
    if phase == .loaded, posts.isEmpty { await loadMore() }
  }

  /// Loads older posts, if the post that came onto the screen is one of the last five.
  public func appeared(_ post: Post) async {
    guard posts.suffix(5).contains(where: { $0.id == post.id }) else { return }
    await loadMore()
  }

  /// Loads older posts, if there are some and none are being loaded: at least one that is shown, where there is one.
  public func loadMore() async {
    await list.loadMore { !hidden.contains($0.author.id) }
  }

  /// Hides all that a person wrote: at once, and shows it again if the server does not take it.
  public func hide(_ person: UserID) async {
    guard hidden.insert(person).inserted else { return }
    notice = nil
    if let blocks {
      do {
        _ = try await blocks.block(person: PersonToBlock(id: person))
        list.state.settle { $0.items.removeAll { $0.author.id == person } }
      } catch {
        hidden.remove(person)
        notice = NaruScreens.notice(error)
      }
    }
    if posts.isEmpty { await loadMore() }
  }

  /// Shows a person again: at once for a guest. For somebody who is signed in, posts come back with the next reload.
  public func unhide(_ person: UserID) async {
    guard hidden.remove(person) != nil, let blocks else { return }
    notice = nil
    do {
      try await blocks.unblock(userID: person)
    } catch {
      hidden.insert(person)
      notice = NaruScreens.notice(error)
    }
  }

  /// Takes the notice off the screen.
  public func dismissNotice() {
    notice = nil
  }
}
