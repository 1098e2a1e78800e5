import ArgumentParser
import Foundation
import Naru
import Saerok

struct BoardCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "board",
    abstract: text("새 보는 사람들의 자유게시판입니다.", "The free board of the bird watchers."),
    subcommands: [List.self, Show.self, Write.self, Reply.self, Block.self, Unblock.self, Blocked.self]
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
      let client = try options.client()
      let paging = Paging(page: part.page, size: part.limit)
      let posts =
        mine
        ? try await Account.live(client).posts(paging: paging)
        : try await FreeBoard.live(client).posts(paging: paging)
      if options.json { return try printJSON(posts) }
      guard !posts.items.isEmpty else { return printLine(text("글이 없습니다.", "No posts yet.")) }
      Table(
        [
          .init("NO", number: true), .init(text("날짜", "DATE")), .init(text("글쓴이", "AUTHOR")),
          .init(text("댓글", "COMMENTS"), number: true), .init(text("내용", "TEXT"), flexible: true),
        ],
        rows: posts.items.map { post in
          ["\(post.id)", post.createdAt.day, post.author.nickname, "\(post.commentCount)", post.content]
        }
      ).print()
      part.printNext(hasNext: posts.hasNext)
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: text("글 하나와 댓글을 보여 줍니다.", "Shows a post with its comments.")
    )

    @Argument(help: ArgumentHelp(text("글 번호.", "The post's number.")))
    var post: Int64

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let board = FreeBoard.live(try options.client())
      let post = try await board.post(postID: post)
      let comments = try await board.comments(postID: self.post)
      if options.json { return try printJSON(Shown(post: post, comments: comments.items)) }
      printLine("#\(post.id)  \(post.author.nickname) (\(post.author.id))  \(post.createdAt.day)")
      for line in post.content.split(separator: "\n", omittingEmptySubsequences: false) { printLine(String(line)) }
      for comment in comments.items {
        printLine("")
        printLine("  #\(comment.id)  \(comment.author.nickname): \(comment.content)")
        for reply in comment.replies { printLine("    ↳ #\(reply.id)  \(reply.author.nickname): \(reply.content)") }
      }
    }

    private struct Shown: Encodable {
      let post: Post
      let comments: [Comment]
    }
  }

  struct Write: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: text("글을 씁니다.", "Writes a post."))

    @Argument(help: ArgumentHelp(text("내용, 2,000자까지.", "The text, up to 2,000 characters.")))
    var content: String

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let written = try await FreeBoard.live(options.client()).writePost(draft: PostDraft(content: content))
      if options.json { return try printJSON(written) }
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

    @Argument(help: ArgumentHelp(text("내용, 500자까지.", "The text, up to 500 characters.")))
    var content: String

    @Option(help: ArgumentHelp(text("답할 댓글의 번호.", "The number of the comment to reply to."), valueName: "no"))
    var to: Int64?

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let draft = CommentDraft(content: content, parentID: to)
      let written = try await FreeBoard.live(options.client()).writeComment(postID: post, draft: draft)
      if options.json { return try printJSON(written) }
      printLine(text("\(written.id)번 댓글을 썼습니다.", "Wrote comment \(written.id)."))
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
      let blocked = try await Blocks.live(options.client()).block(person: BlockRequest(id: person))
      if options.json { return try printJSON(blocked.value) }
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
      try await Blocks.live(options.client()).unblock(userID: person)
      if !options.json { printLine(text("이제 그 사람의 글이 다시 보입니다.", "The person's posts are shown again.")) }
    }
  }

  struct Blocked: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "blocks",
      abstract: text("글을 숨긴 사람들을 보여 줍니다.", "Lists the people whose posts are hidden.")
    )

    @OptionGroup var options: ClientOptions

    func run() async throws {
      let people = try await Blocks.live(options.client()).list()
      if options.json { return try printJSON(people) }
      guard !people.isEmpty else { return printLine(text("숨긴 사람이 없습니다.", "No hidden people.")) }
      Table(
        [.init("NO", number: true), .init(text("이름", "NAME")), .init(text("숨긴 날", "SINCE"))],
        rows: people.map { ["\($0.id)", $0.nickname, $0.blockedAt.day] }
      ).print()
    }
  }
}
