import ArgumentParser
import Foundation
import Naru
import Saerok

struct BoardCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "board",
    abstract: text("새 보는 사람들의 자유게시판입니다.", "The free board of the bird watchers."),
    subcommands: [
      List.self, Show.self, Write.self, Reply.self, Edit.self, Remove.self, Report.self, Block.self, Unblock.self,
      Blocked.self,
    ]
  )

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: text("글을 보여 줍니다. 새 글이 먼저입니다.", "Lists the posts, newest first.")
    )

    @Flag(help: ArgumentHelp(text("내가 쓴 글만 보여 줍니다.", "List only your own posts.")))
    var mine = false

    @OptionGroup var part: PageOptions

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let server = try options.connect()
      let paging = BoardPaging(page: part.page, size: part.limit)
      let posts =
        mine
        ? try await Account.live(server.client).posts(paging: paging)
        : try await FreeBoard.live(server.client).posts(paging: paging)
      if server.isJSON { return server.printAnswer() }
      part.show(
        posts.items,
        total: nil,
        hasNext: posts.hasNext,
        unit: "개",
        empty: text("글이 없습니다.", "No posts yet.")
      ) { posts in
        Table(
          [
            .init("NO", number: true), .day(text("날짜", "DATE")), .init(text("글쓴이", "AUTHOR")),
            .init(text("댓글", "COMMENTS"), number: true), .init(text("내용", "TEXT"), flexible: true),
          ],
          rows: posts.map { post in
            ["\(post.id)", post.createdAt.day, post.author.nickname, post.commentCount.grouped, post.content]
          }
        )
      }
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: text("글 하나와 댓글을 보여 줍니다.", "Shows a post with its comments."),
      discussion: text(
        "--json은 서버의 두 응답을 post와 comments에 담아 출력합니다.",
        "--json prints the server's two answers, as post and comments."
      )
    )

    @Argument(help: ArgumentHelp(text("글 번호.", "The post's number.")))
    var post: Int64

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let server = try options.connect()
      let board = FreeBoard.live(server.client)
      let post = try await board.post(postID: post)
      let comments = try await board.comments(postID: self.post)
      if server.isJSON { return server.printAnswers(["post", "comments"]) }
      printLine("#\(post.id)  \(post.author.nickname) (\(post.author.id))  \(post.createdAt.day)")
      for line in post.content.split(separator: "\n", omittingEmptySubsequences: false) { printLine(String(line)) }
      for comment in comments.items {
        printLine("")
        printLine("  #\(comment.id)  \(comment.author.nickname): \(comment.content)")
        for reply in comment.replies { printLine("    ↳ #\(reply.id)  \(reply.author.nickname): \(reply.content)") }
      }
    }
  }

  struct Write: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: text("글을 씁니다.", "Writes a post."))

    @Argument(help: ArgumentHelp(text("내용, 2,000자까지.", "The text, up to 2,000 characters."), valueName: "text"))
    var words: [String]

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let server = try options.connect()
      let written = try await FreeBoard.live(server.client).writePost(draft: PostDraft(content: words.joinedWords))
      if server.isJSON { return server.printAnswer() }
      printLine(text("\(written.id)번 글을 썼습니다.", "Wrote post \(written.id)."))
    }
  }

  struct Reply: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "comment",
      abstract: text("댓글이나 답글을 씁니다.", "Writes a comment, or a reply to one.")
    )

    @Argument(help: ArgumentHelp(text("글 번호.", "The post's number.")))
    var post: Int64

    @Argument(help: ArgumentHelp(text("내용, 500자까지.", "The text, up to 500 characters."), valueName: "text"))
    var words: [String]

    @Option(help: ArgumentHelp(text("답할 댓글의 번호.", "The number of the comment to reply to."), valueName: "no"))
    var to: Int64?

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let server = try options.connect()
      let draft = CommentDraft(content: words.joinedWords, parentID: to)
      let written = try await FreeBoard.live(server.client).writeComment(postID: post, draft: draft)
      if server.isJSON { return server.printAnswer() }
      printLine(text("\(written.id)번 댓글을 썼습니다.", "Wrote comment \(written.id)."))
    }
  }

  struct Edit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: text("내가 쓴 글이나 댓글을 고칩니다.", "Changes a post or a comment of yours.")
    )

    @OptionGroup var place: BoardPlace

    @Argument(help: ArgumentHelp(text("새 내용.", "The new text."), valueName: "text"))
    var words: [String]

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let server = try options.connect()
      let board = FreeBoard.live(server.client)
      let content = words.joinedWords
      if let comment = place.comment {
        let changes = CommentChanges(content: content)
        _ = try await board.editComment(postID: place.post, commentID: comment, changes: changes)
      } else {
        _ = try await board.editPost(postID: place.post, draft: PostDraft(content: content))
      }
      if server.isJSON { return server.printAnswer() }
      printLine(text("\(place.korean)을 고쳤습니다.", "Changed \(place.english)."))
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: text(
        "내가 쓴 글이나 댓글, 또는 내 글에 달린 댓글을 지웁니다.",
        "Removes a post or a comment of yours, or a comment on a post of yours."
      )
    )

    @OptionGroup var place: BoardPlace

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let server = try options.connect()
      let board = FreeBoard.live(server.client)
      if let comment = place.comment {
        try await board.deleteComment(postID: place.post, commentID: comment)
      } else {
        try await board.deletePost(postID: place.post)
      }
      try server.printRemoved(
        place.comment ?? place.post,
        text("\(place.korean)을 지웠습니다.", "Removed \(place.english).")
      )
    }
  }

  struct Report: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: text("다른 사람의 글이나 댓글을 신고합니다.", "Reports a post or a comment of another person.")
    )

    @OptionGroup var place: BoardPlace

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let server = try options.connect()
      let board = FreeBoard.live(server.client)
      if let comment = place.comment {
        _ = try await board.reportComment(postID: place.post, commentID: comment)
      } else {
        _ = try await board.reportPost(postID: place.post)
      }
      if server.isJSON { return server.printAnswer() }
      printLine(text("\(place.korean)을 신고했습니다.", "Reported \(place.english)."))
    }
  }

  struct Block: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: text("한 사람의 글을 숨깁니다.", "Hides a person's posts from you.")
    )

    @Argument(
      help: ArgumentHelp(text("사람 번호: `naru board show`의 괄호 안.", "The person's number, from `naru board show`."))
    )
    var person: UserID

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let server = try options.connect()
      let blocked = try await Blocks.live(server.client).block(person: BlockRequest(id: person))
      if server.isJSON { return server.printAnswer() }
      printLine(text("\(blocked.value.nickname)님의 글을 숨깁니다.", "The posts of \(blocked.value.nickname) are hidden."))
    }
  }

  struct Unblock: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: text("숨긴 사람의 글을 다시 보여 줍니다.", "Shows a person's posts again.")
    )

    @Argument(
      help: ArgumentHelp(
        text("사람 번호: `naru board blocks`에 있습니다.", "The person's number, from `naru board blocks`.")
      )
    )
    var person: UserID

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let server = try options.connect()
      try await Blocks.live(server.client).unblock(userID: person)
      try server.printRemoved(person, text("이제 그 사람의 글이 다시 보입니다.", "The person's posts are shown again."))
    }
  }

  struct Blocked: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "blocks",
      abstract: text("글을 숨긴 사람들을 보여 줍니다.", "Lists the people whose posts are hidden.")
    )

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let server = try options.connect()
      let people = try await Blocks.live(server.client).list()
      if server.isJSON { return server.printAnswer() }
      guard !people.isEmpty else { return printLine(text("숨긴 사람이 없습니다.", "No hidden people.")) }
      Table(
        [.init("NO", number: true), .init(text("이름", "NAME")), .day(text("숨긴 날", "SINCE"))],
        rows: people.map { ["\($0.id)", $0.nickname, $0.blockedAt.day] }
      ).print()
    }
  }
}

/// A post, or a comment on it.
struct BoardPlace: ParsableArguments {
  @Argument(help: ArgumentHelp(text("글 번호.", "The post's number.")))
  var post: Int64

  @Option(
    help: ArgumentHelp(
      text("글 대신, 그 글에 달린 댓글의 번호.", "The number of a comment on the post, instead of the post."),
      valueName: "no"
    )
  )
  var comment: Int64?

  fileprivate var korean: String { comment.map { "\($0)번 댓글" } ?? "\(post)번 글" }
  fileprivate var english: String { comment.map { "comment \($0)" } ?? "post \(post)" }
}
