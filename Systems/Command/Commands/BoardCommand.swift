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
        try await mine ? server.api(Account.self).posts(paging: paging) : server.board.posts(paging: paging)
      try await server.show(posts, SaerokFormat.self) {
        part.show(
          posts.items,
          total: nil,
          hasNext: posts.hasNext,
          unit: "개",
          empty: text("글이 없습니다.", "No posts yet.")
        ) {
          Column("NO", number: true) { BoardNumber($0.id).text }
          Column(day: "날짜", "DATE", \.createdAt)
          Column("글쓴이", "AUTHOR", \.author.nickname)
          Column(number: "댓글", "COMMENTS", \.commentCount)
          Column("내용", "TEXT", flexible: true, \.content)
        }
      }
    }
  }

  struct Show: ServerCommand {
    static let configuration = about(
      "글 하나와 댓글을 보여 줍니다.",
      "Shows a post with its comments.",
      discussion: text(
        "--json은 글과 댓글을 post와 comments에 담아 출력합니다.",
        "--json prints the post and its comments, as post and comments."
      )
    )

    @Argument(help: .text("글 번호.", "The post's number."))
    var post: BoardNumber

    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      let (board, id) = (try await server.board, post.id)
      let shown = Shown(post: try await board.post(postID: id), comments: try await board.comments(postID: id))
      try await server.show(shown, SaerokFormat.self) {
        let post = shown.post
        printLine("#\(BoardNumber(post.id).text)  \(post.author.nickname) (\(post.author.id))  \(post.createdAt.day)")
        for line in post.content.split(separator: "\n", omittingEmptySubsequences: false) { printLine(String(line)) }
        for comment in shown.comments.items {
          printLine("")
          printLine("  \(line(comment))")
          for reply in comment.replies { printLine("    ↳ \(line(reply))") }
        }
      }
    }

    private func line(_ comment: Comment) -> String {
      "#\(BoardNumber(comment.id).text)  \(comment.author.nickname): \(comment.content)"
    }

    private struct Shown: Encodable {
      let post: Post
      let comments: CommentPage
    }
  }

  struct Write: ServerCommand {
    static let configuration = about("글을 씁니다.", "Writes a post.")

    @Argument(help: .text("내용, 2,000자까지.", "The text, up to 2,000 characters.", valueName: "text"))
    var words: [String]

    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      let draft = PostDraft(content: words.joinedWords)
      let written = try await server.change { try await server.board.writePost(draft: draft) }
      try await server.show(written, SaerokFormat.self, "\(written.id)번 글을 썼습니다.", "Wrote post \(written.id).")
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
      let draft = CommentDraft(content: words.joinedWords, parentID: to?.id)
      let written = try await server.change { try await server.board.writeComment(postID: post.id, draft: draft) }
      try await server.show(written, SaerokFormat.self, "\(written.id)번 댓글을 썼습니다.", "Wrote comment \(written.id).")
    }
  }

  struct Edit: ServerCommand {
    static let configuration = about("내가 쓴 글이나 댓글을 고칩니다.", "Changes a post or a comment of yours.")

    @OptionGroup var place: BoardPlace

    @Argument(help: .text("새 내용.", "The new text.", valueName: "text"))
    var words: [String]

    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      let (board, content) = (try await server.board, words.joinedWords)
      func show(_ value: some Encodable) async throws {
        try await server.show(value, SaerokFormat.self, "\(place.korean)을 고쳤습니다.", "Changed \(place.english).")
      }
      guard let comment = place.comment else {
        let draft = PostDraft(content: content)
        return try await show(server.change { try await board.editPost(postID: place.post.id, draft: draft) })
      }
      let changes = CommentChanges(content: content)
      let edited = try await server.change {
        try await board.editComment(postID: place.post.id, commentID: comment.id, changes: changes)
      }
      try await show(edited)
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
      let (board, post) = (try await server.board, place.post.id)
      try await server.change {
        guard let comment = place.comment else { return try await board.deletePost(postID: post) }
        try await board.deleteComment(postID: post, commentID: comment.id)
      }
      let removed = place.comment?.id ?? post
      try server.showRemoved(removed, "\(place.korean)을 삭제했습니다.", "Removed \(place.english).")
    }
  }

  struct Report: ServerCommand {
    static let configuration = about("다른 사용자의 글이나 댓글을 신고합니다.", "Reports another user's post or comment.")

    @OptionGroup var place: BoardPlace
    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      let (board, post) = (try await server.board, place.post.id)
      let report =
        if let comment = place.comment {
          try await board.reportComment(postID: post, commentID: comment.id)
        } else {
          try await board.reportPost(postID: post)
        }
      try await server.show(report, SaerokFormat.self, "\(place.korean)을 신고했습니다.", "Reported \(place.english).")
    }
  }

  struct Block: ServerCommand {
    static let configuration = about("한 사용자의 글을 숨깁니다.", "Hides a user's posts from you.")

    @Argument(help: .text("사용자 번호: `naru board show`의 괄호 안.", "The user's number, from `naru board show`."))
    var person: UserID

    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      let blocked = try await server.api(Blocks.self).block(person: BlockRequest(id: person)).value
      try await server.show(
        blocked,
        SaerokFormat.self,
        "\(blocked.nickname)님의 글을 숨깁니다.",
        "The posts of \(blocked.nickname) are hidden."
      )
    }
  }

  struct Unblock: ServerCommand {
    static let configuration = about("숨긴 사용자의 글을 다시 보여 줍니다.", "Shows a user's posts again.")

    @Argument(help: .text("사용자 번호: `naru board blocks`에 있습니다.", "The user's number, from `naru board blocks`."))
    var person: UserID

    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      try await server.api(Blocks.self).unblock(userID: person)
      try server.showRemoved(person, "이제 이 사용자의 글이 다시 보입니다.", "The user's posts are shown again.")
    }
  }

  struct Blocked: ServerCommand {
    static let configuration = about("글을 숨긴 사용자를 보여 줍니다.", "Lists the users whose posts are hidden.", name: "blocks")

    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      let people = try await server.api(Blocks.self).list()
      try await server.show(people, SaerokFormat.self) {
        guard !people.isEmpty else { return printLine("숨긴 사용자가 없습니다.", "No hidden users.") }
        Table(people) {
          Column("NO", number: true) { "\($0.id)" }
          Column("이름", "NAME", \.nickname)
          Column(day: "숨긴 날", "SINCE", \.blockedAt)
        }.print()
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

  fileprivate var korean: String { comment.map { "\($0.text)번 댓글" } ?? "\(post.text)번 글" }
  fileprivate var english: String { comment.map { "comment \($0.text)" } ?? "post \(post.text)" }
}

/// The number of a post or a comment, or its local ID while it is queued.
struct BoardNumber: ExpressibleByArgument {
  let id: Int64

  init(_ id: Int64) { self.id = id }

  init?(argument: String) {
    guard let id = Int64(argument) ?? LocalID(argument)?.integer else { return nil }
    self.id = id
  }

  /// The argument. A local ID is a negative number.
  var text: String { id < 0 ? "local\(id)" : "\(id)" }
}
