public import Naru
public import Observation
public import Saerok
public import Screens

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
  public private(set) var phase = LoadPhase.idle
  /// Whether there are older posts.
  public private(set) var hasMore = false
  /// Whether older posts are being loaded.
  public private(set) var isLoadingMore = false
  /// Why older posts could not be loaded; scrolling on tries again.
  public private(set) var moreError: Sentence?
  /// What went wrong with something that was tried; the board is as it was before.
  public private(set) var notice: Sentence?
  /// Whose posts are not shown. A guest's list is the app's to keep; what a person who is signed in hides, the server keeps.
  public private(set) var hidden: Set<UserID>

  private var loaded: [Post] = []
  private var reloads = 0
  private let board: FreeBoard
  private let blocks: Blocks?
  private let pageSize: Int
  private let load = Loader()

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
    self.pageSize = pageSize
  }

  /// The posts, newest first, without those of hidden people.
  public var posts: [Post] { loaded.filter { !hidden.contains($0.author.id) } }

  /// Loads the newest posts, at first or again. What is shown stays until the answer is there.
  public func reload() async {
    reloads += 1
    moreError = nil
    await load(from: phase) {
      phase = $0
    } _: { [board, pageSize] in
      try await board.posts(paging: Paging(size: pageSize))
    } show: {
      loaded = $0.items
      hasMore = $0.hasNext
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
    guard hasMore, !isLoadingMore, phase == .loaded else { return }
    isLoadingMore = true
    moreError = nil
    defer { isLoadingMore = false }
    let reload = reloads
    let count = posts.count
    // Whom the server leaves out does not count for its pages. What was written meanwhile moves the others on: a page may
    // begin with posts that are here already, or with newer ones, which come with the next reload. Numbers grow with time.
    var page = loaded.count / pageSize + 1
    do {
      while hasMore, posts.count == count {
        let next = try await board.posts(paging: Paging(page: page, size: pageSize))
        guard reload == reloads else { return }
        let oldest = loaded.last?.id ?? .max
        loaded += next.items.filter { $0.id < oldest }
        hasMore = next.hasNext
        page += 1
      }
    } catch {
      if reload == reloads { moreError = Screens.notice(error) }
    }
  }

  /// Hides all that a person wrote: at once, and shows it again if the server does not take it.
  public func hide(_ person: UserID) async {
    guard hidden.insert(person).inserted else { return }
    notice = nil
    if let blocks {
      do {
        _ = try await blocks.block(person: PersonToBlock(id: person))
        loaded.removeAll { $0.author.id == person }
      } catch {
        hidden.remove(person)
        notice = Screens.notice(error)
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
      notice = Screens.notice(error)
    }
  }

  /// Takes the notice off the screen.
  public func dismissNotice() {
    notice = nil
  }
}
