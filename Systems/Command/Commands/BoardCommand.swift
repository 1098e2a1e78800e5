import ArgumentParser
import CommandSupport
import Foundation
import Naru
import NaruOffline
import Saerok

struct BoardCommand: AsyncParsableCommand {
  static let configuration = about(
    "새 보는 사람들의 자유게시판입니다.",
    "The free board of the bird watchers.",
    name: "board",
    subcommands: [
      List.self, Show.self, Write.self, Reply.self, Edit.self, Remove.self, Report.self, Block.self, Unblock.self,
      Blocked.self,
    ]
  )

  struct List: ServerCommand {
    static let configuration = about("글을 보여 줍니다. 새 글이 먼저입니다.", "Lists the posts, newest first.")

    @Flag(help: .text("내가 쓴 글만 보여 줍니다.", "List only your own posts."))
    var mine = false

    @OptionGroup var part: PageOptions
    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      let paging = BoardPaging(page: part.page, size: part.limit)
      let posts =
        mine
        ? try await Account.live(server.client).posts(paging: paging)
        : try await FreeBoard.live(server.client).posts(paging: paging)
      if server.isJSON { return server.printResponse() }
      part.show(
        posts.items,
        total: nil,
        hasNext: posts.hasNext,
        unit: "개",
        empty: text("글이 없습니다.", "No posts yet.")
      ) {
        Column("NO", number: true) { "\($0.id)" }
        Column(day: "날짜", "DATE", \.createdAt)
        Column("글쓴이", "AUTHOR", \.author.nickname)
        Column(number: "댓글", "COMMENTS", \.commentCount)
        Column("내용", "TEXT", flexible: true, \.content)
      }
    }
  }

  struct Show: ServerCommand {
    static let configuration = about(
      "글 하나와 댓글을 보여 줍니다.",
      "Shows a post with its comments.",
      discussion: text(
        "--json은 서버의 두 응답을 post와 comments에 담아 출력합니다.",
        "--json prints the server's two answers, as post and comments."
      )
    )

    @Argument(help: .text("글 번호.", "The post's number."))
    var post: BoardNumber

    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      let board = FreeBoard.live(server.client)
      let id = try await server.queuedChanges().post(post)
      let post = try await board.post(postID: id)
      let comments = try await board.comments(postID: id)
      if server.isJSON { return server.printResponses(["post", "comments"]) }
      printLine("#\(post.id)  \(post.author.nickname) (\(post.author.id))  \(post.createdAt.day)")
      for line in post.content.split(separator: "\n", omittingEmptySubsequences: false) { printLine(String(line)) }
      for comment in comments.items {
        printLine("")
        printLine("  #\(comment.id)  \(comment.author.nickname): \(comment.content)")
        for reply in comment.replies { printLine("    ↳ #\(reply.id)  \(reply.author.nickname): \(reply.content)") }
      }
    }
  }

  struct Write: ServerCommand {
    static let configuration = about("글을 씁니다.", "Writes a post.")

    @Argument(help: .text("내용, 2,000자까지.", "The text, up to 2,000 characters.", valueName: "text"))
    var words: [String]

    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      let written = try await FreeBoard.live(server.client).writePost(draft: PostDraft(content: words.joinedWords))
      server.show("\(written.id)번 글을 썼습니다.", "Wrote post \(written.id).")
    }
  }

  struct Reply: ServerCommand {
    static let configuration = about("댓글이나 답글을 씁니다.", "Writes a comment, or a reply to one.", name: "comment")

    @Argument(help: .text("글 번호.", "The post's number."))
    var post: BoardNumber

    @Argument(help: .text("내용, 500자까지.", "The text, up to 500 characters.", valueName: "text"))
    var words: [String]

    @Option(help: .text("답할 댓글의 번호.", "The number of the comment to reply to.", valueName: "no"))
    var to: BoardNumber?

    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      let changes = try await server.queuedChanges()
      let draft = CommentDraft(content: words.joinedWords, parentID: try to.map(changes.parent))
      let written = try await FreeBoard.live(server.client).writeComment(postID: changes.post(post), draft: draft)
      server.show("\(written.id)번 댓글을 썼습니다.", "Wrote comment \(written.id).")
    }
  }

  struct Edit: ServerCommand {
    static let configuration = about("내가 쓴 글이나 댓글을 고칩니다.", "Changes a post or a comment of yours.")

    @OptionGroup var place: BoardPlace

    @Argument(help: .text("새 내용.", "The new text.", valueName: "text"))
    var words: [String]

    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      let (board, place) = (FreeBoard.live(server.client), try await place.found(on: server))
      let content = words.joinedWords
      if let comment = place.comment {
        let changes = CommentChanges(content: content)
        _ = try await board.editComment(postID: place.post, commentID: comment, changes: changes)
      } else {
        _ = try await board.editPost(postID: place.post, draft: PostDraft(content: content))
      }
      server.show("\(place.korean)을 고쳤습니다.", "Changed \(place.english).")
    }
  }

  struct Remove: ServerCommand {
    static let configuration = about(
      "내가 쓴 글이나 댓글, 또는 내 글에 달린 댓글을 삭제합니다.",
      "Removes a post or a comment of yours, or a comment on a post of yours."
    )

    @OptionGroup var place: BoardPlace
    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      let (board, place) = (FreeBoard.live(server.client), try await place.found(on: server))
      if let comment = place.comment {
        try await board.deleteComment(postID: place.post, commentID: comment)
      } else {
        try await board.deletePost(postID: place.post)
      }
      try server.showRemoved(place.comment ?? place.post, "\(place.korean)을 삭제했습니다.", "Removed \(place.english).")
    }
  }

  struct Report: ServerCommand {
    static let configuration = about("다른 사용자의 글이나 댓글을 신고합니다.", "Reports another user's post or comment.")

    @OptionGroup var place: BoardPlace
    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      let (board, place) = (FreeBoard.live(server.client), try await place.found(on: server))
      if let comment = place.comment {
        _ = try await board.reportComment(postID: place.post, commentID: comment)
      } else {
        _ = try await board.reportPost(postID: place.post)
      }
      server.show("\(place.korean)을 신고했습니다.", "Reported \(place.english).")
    }
  }

  struct Block: ServerCommand {
    static let configuration = about("한 사용자의 글을 숨깁니다.", "Hides a user's posts from you.")

    @Argument(help: .text("사용자 번호: `naru board show`의 괄호 안.", "The user's number, from `naru board show`."))
    var person: UserID

    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      let blocked = try await Blocks.live(server.client).block(person: BlockRequest(id: person))
      server.show("\(blocked.value.nickname)님의 글을 숨깁니다.", "The posts of \(blocked.value.nickname) are hidden.")
    }
  }

  struct Unblock: ServerCommand {
    static let configuration = about("숨긴 사용자의 글을 다시 보여 줍니다.", "Shows a user's posts again.")

    @Argument(help: .text("사용자 번호: `naru board blocks`에 있습니다.", "The user's number, from `naru board blocks`."))
    var person: UserID

    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      try await Blocks.live(server.client).unblock(userID: person)
      try server.showRemoved(person, "이제 이 사용자의 글이 다시 보입니다.", "The user's posts are shown again.")
    }
  }

  struct Blocked: ServerCommand {
    static let configuration = about("글을 숨긴 사용자를 보여 줍니다.", "Lists the users whose posts are hidden.", name: "blocks")

    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      let people = try await Blocks.live(server.client).list()
      server.show(people, empty: text("숨긴 사용자가 없습니다.", "No hidden users.")) {
        Column("NO", number: true) { "\($0.id)" }
        Column("이름", "NAME", \.nickname)
        Column(day: "숨긴 날", "SINCE", \.blockedAt)
      }
    }
  }
}

/// A post, or a comment on it.
struct BoardPlace: ParsableArguments {
  @Argument(help: .text("글 번호.", "The post's number."))
  var post: BoardNumber

  @Option(
    help: .text("글 대신, 그 글에 달린 댓글의 번호.", "The number of a comment on the post, instead of the post.", valueName: "no")
  )
  var comment: BoardNumber?

  /// The numbers of a post, and of a comment on it.
  fileprivate struct Found {
    let post: Post.ID
    let comment: Comment.ID?

    var korean: String { comment.map { "\($0)번 댓글" } ?? "\(post)번 글" }
    var english: String { comment.map { "comment \($0)" } ?? "post \(post)" }
  }

  fileprivate func found(on server: ServerConnection) async throws -> Found {
    let changes = try await server.queuedChanges()
    return Found(post: try changes.post(post), comment: try comment.map(changes.comment))
  }
}

/// The number of a post or a comment, or its local ID while it is queued.
struct BoardNumber: ExpressibleByArgument {
  /// The argument.
  let text: String

  init?(argument: String) {
    guard Int64(argument) != nil || LocalID(argument) != nil else { return nil }
    text = argument
  }
}
