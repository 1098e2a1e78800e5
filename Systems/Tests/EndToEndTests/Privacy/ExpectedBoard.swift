import Naru
import Saerok

/// An oracle of Saerok's free board: its rules in memory, in their simplest form.
struct ExpectedBoard {
  struct Written {
    let id: Int64
    let post: Int64
    var parent: Int64?
    let author: UserID
    var content: String
    var isDeleted = false
  }

  struct SeenPost: Sendable, Equatable {
    let id: Post.ID
    let author: UserID
    let content: String
    let commentCount: Int
    let isMine: Bool
  }

  struct SeenComment: Sendable, Equatable {
    let id: Comment.ID
    let author: UserID
    let content: String
    let isDeleted: Bool
    let isMine: Bool
    let replies: [SeenComment]
  }

  /// The posts, oldest first.
  private(set) var posts: [Written] = []
  private(set) var comments: [Written] = []
  /// The blocked people of each person, most recent first.
  private var blocks: [UserID: [UserID]] = [:]
  private var people: Set<UserID>

  init(people: [UserID]) {
    self.people = Set(people)
  }

  /// Returns the expected outcome of an operation.
  mutating func run(_ operation: BoardOperation, by me: UserID?, newID: Int64) -> BoardOutcome {
    let caller = me ?? 0
    switch operation {
    case .write(let text):
      guard text != " " else { return .failed(400) }
      posts.append(Written(id: newID, post: newID, author: caller, content: text))
      return .written(newID)
    case .edit(let id, let text):
      guard let index = posts.firstIndex(where: { $0.id == id }) else { return .failed(404) }
      guard posts[index].author == caller else { return .failed(403) }
      posts[index].content = text
      return .written(id)
    case .delete(let id):
      guard let post = posts.first(where: { $0.id == id }) else { return .failed(404) }
      guard post.author == caller else { return .failed(403) }
      posts.removeAll { $0.id == id }
      comments.removeAll { $0.post == id }
      return .removed
    case .show(let id):
      guard let post = post(id, seenBy: me) else { return .failed(404) }
      return .posts([seen(post, by: me)], hasNext: false)
    case .list(let paging):
      let all = posts.reversed().filter { !hides(me, $0.author) }.map { seen($0, by: me) }
      return page(all, paging).map { .posts($0, hasNext: $1) } ?? .failed(400)
    case .comment(let id, let parent): return comment(on: id, parent, by: caller, newID)
    case .editComment(let post, let id):
      guard let index = readable(id, on: post) else { return .failed(404) }
      guard comments[index].author == caller else { return .failed(403) }
      comments[index].content = "고친 댓글"
      return .written(id)
    case .deleteComment(let post, let id): return delete(id, on: post, by: caller)
    case .comments(let id, let paging):
      guard let page = page(seenComments(on: id, by: me), paging) else { return .failed(400) }
      guard let post = post(id, seenBy: me) else { return .failed(404) }
      return .comments(page.0, isMyPost: post.author == me, hasNext: page.hasNext)
    case .count(let id):
      return post(id, seenBy: nil).map { .count(seen($0, by: nil).commentCount) } ?? .failed(404)
    case .block(let id):
      guard id != caller else { return .failed(400) }
      guard people.contains(id) else { return .failed(404) }
      let isNew = !hides(me, id)
      if isNew { blocks[caller, default: []].insert(id, at: 0) }
      return .blocked([id], isNew: isNew)
    case .unblock(let id):
      blocks[caller]?.removeAll { $0 == id }
      return .removed
    case .blocked: return .blocked(blocks[caller] ?? [], isNew: false)
    }
  }

  private func hides(_ viewer: UserID?, _ author: UserID) -> Bool {
    viewer.flatMap { blocks[$0] }?.contains(author) ?? false
  }

  private func post(_ id: Post.ID, seenBy viewer: UserID?) -> Written? {
    posts.first { $0.id == id && !hides(viewer, $0.author) }
  }

  private func seen(_ post: Written, by viewer: UserID?) -> SeenPost {
    let here = comments.filter { $0.post == post.id && !hides(viewer, $0.author) }
    // Replies are hidden with their comment.
    let count = here.count { comment in
      !comment.isDeleted && (comment.parent == nil || here.contains { $0.id == comment.parent })
    }
    return SeenPost(
      id: post.id,
      author: post.author,
      content: post.content,
      commentCount: count,
      isMine: post.author == viewer
    )
  }

  private func seenComments(on post: Post.ID, by viewer: UserID?) -> [SeenComment] {
    func seen(_ comment: Written) -> SeenComment {
      SeenComment(
        id: comment.id,
        author: comment.author,
        content: comment.isDeleted ? Comment.deletedText : comment.content,
        isDeleted: comment.isDeleted,
        isMine: comment.author == viewer,
        replies: comments.filter { $0.parent == comment.id && !hides(viewer, $0.author) }.map(seen)
      )
    }
    return comments.filter { $0.post == post && $0.parent == nil && !hides(viewer, $0.author) }.map(seen)
      .filter { !$0.isDeleted || !$0.replies.isEmpty }
  }

  /// Returns a page, or `nil` if its number is invalid.
  private func page<T>(_ all: [T], _ paging: BoardPaging?) -> ([T], hasNext: Bool)? {
    let paging = paging ?? BoardPaging(size: 100)
    guard paging.page > 0 else { return nil }
    let rest = all.dropFirst((paging.page - 1) * paging.size)
    return (Array(rest.prefix(paging.size)), rest.count > paging.size)
  }

  private func readable(_ id: Comment.ID, on post: Post.ID) -> Int? {
    comments.firstIndex { $0.id == id && $0.post == post && !$0.isDeleted }
  }

  private mutating func comment(on id: Post.ID, _ parent: Comment.ID?, by me: UserID, _ newID: Int64) -> BoardOutcome {
    guard post(id, seenBy: me) != nil else { return .failed(404) }
    if let parent {
      guard let index = readable(parent, on: id), !hides(me, comments[index].author) else { return .failed(404) }
      guard comments[index].parent == nil else { return .failed(400) }
    }
    comments.append(Written(id: newID, post: id, parent: parent, author: me, content: "댓글"))
    return .written(newID)
  }

  private mutating func delete(_ id: Comment.ID, on post: Post.ID, by me: UserID) -> BoardOutcome {
    guard let index = readable(id, on: post) else { return .failed(404) }
    let comment = comments[index]
    guard comment.author == me || posts.first(where: { $0.id == post })?.author == me else { return .failed(403) }
    func hasReplies(_ id: Comment.ID?) -> Bool { comments.contains { $0.parent == id } }
    if hasReplies(id) {
      comments[index].isDeleted = true
    } else {
      comments.remove(at: index)
      if let parent = comment.parent, !hasReplies(parent) { comments.removeAll { $0.id == parent && $0.isDeleted } }
    }
    return .removed
  }
}

extension ExpectedBoard.SeenPost {
  init(_ post: Post) {
    self.init(
      id: post.id,
      author: post.author.id,
      content: post.content,
      commentCount: post.commentCount,
      isMine: post.isMine
    )
  }
}

extension ExpectedBoard.SeenComment {
  init(_ comment: Comment) {
    self.init(
      id: comment.id,
      author: comment.author.id,
      content: comment.content,
      isDeleted: comment.status == .known(.deleted),
      isMine: comment.isMine,
      replies: comment.replies.map(Self.init)
    )
  }
}
