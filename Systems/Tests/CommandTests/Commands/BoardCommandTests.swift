import CommandSupport
import Foundation
import Naru
import Testing

struct BoardCommandTests {
  @Test func wordsNeedNoQuotes() async throws {
    let shell = try await TestShell.onDemo()
    #expect(await shell.run("board", "write", "오늘은", "-5", "도입니다").status == 0)
    let mine = await shell.run("board", "list", "--mine")
    #expect(mine.out.contains("오늘은 -5 도입니다"), "\(mine)")
  }

  @Test func aPostIsEditedAndRemoved() async throws {
    let shell = try await TestShell.onDemo()
    let written: [String: Any] = try await shell.run("board", "write", "황조롱이", "--json").json()
    let post = "\(try #require(written["postId"] as? Int))"
    let edited = await shell.run("board", "edit", post, "새매였습니다")
    #expect(edited.status == 0, "\(edited)")
    #expect(await shell.run("board", "show", post).out.contains("새매였습니다"))
    let removed = await shell.run("board", "remove", post, "--json")
    #expect(removed.status == 0 && removed.out == #"{"removed":\#(post)}"# + "\n")
    #expect(await shell.run("board", "show", post).status == 1)
    let others = await shell.run("board", "edit", "4", "남의 글")
    #expect(others.status == 1 && others.err.split(separator: "\n").count == 1)
  }

  @Test func aCommentIsEditedReportedAndRemoved() async throws {
    let shell = try await TestShell.onDemo()
    let written: [String: Any] = try await shell.run("board", "comment", "4", "저도", "봤어요", "--json").json()
    let comment = "\(try #require(written["commentId"] as? Int))"
    #expect(await shell.run("board", "edit", "4", "--comment", comment, "못", "봤어요").status == 0)
    #expect(await shell.run("board", "show", "4").out.contains("못 봤어요"))
    let reported: [String: Any] = try await shell.run("board", "report", "4", "--comment", "7", "--json").json()
    #expect(reported["reportId"] is Int)
    #expect(await shell.run("board", "remove", "4", "--comment", comment).status == 0)
    #expect(await !shell.run("board", "show", "4").out.contains("못 봤어요"))
  }

  @Test func aCommentIsRepliedToAndAPersonIsHidden() async throws {
    let shell = try await TestShell.onDemo()
    let post = await shell.run("board", "show", "4")
    #expect(post.out.hasPrefix("#4  솔부엉이 (4)") && post.out.contains("    ↳ #8  을숙도지기: 감사합니다."), "\(post)")
    #expect(await shell.run("board", "comment", "4", "저도 봤어요", "--to", "7").status == 0)
    #expect(await shell.run("board", "show", "4").out.contains("↳ #22  홍길동: 저도 봤어요"))
    #expect(await shell.run("board", "comment", "4", "답글의 답글", "--to", "8").status == 1)
    #expect(
      await shell.run("board", "block", "4").out == text("솔부엉이님의 글을 숨깁니다.\n", "The posts of 솔부엉이 are hidden.\n")
    )
    #expect(await shell.run("board", "show", "4").status == 1)
    let blocks = await shell.run("board", "blocks")
    #expect(blocks.lines.count == 2 && blocks.lines[1].contains("솔부엉이"), "\(blocks)")
    #expect(await shell.run("board", "unblock", "4").status == 0)
    #expect(await shell.run("board", "show", "4").status == 0)
  }

  @Test func aPagePastTheEndSaysSo() async throws {
    let shell = try await TestShell.onDemo()
    let first = await shell.run("board", "list", "--limit", "5")
    #expect(first.lines.last == text("더 있습니다: --page 2", "There are more: --page 2"))
    #expect(first.lines.first?.contains("(KST)") == true)
    #expect(await shell.run("board", "list", "--page", "9").out == text("9페이지는 비어 있습니다.", "Page 9 is empty.") + "\n")
  }
}
