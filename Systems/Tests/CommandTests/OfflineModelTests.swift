import CommandSupport
import DockDock
import Foundation
import Naru
import NaruAsyncHTTPClient
import Saerok
import Support
import SystemTesting
import Testing

@testable import Command

/// A user changes the shelf and the board with random commands, with and without a connection. Responses are lost. Servers are killed
/// (`kill -9`) while the outbox is sent, and so are commands that send it. In the end, the server has what a model has: every accepted
/// change once and in order. A change that can't succeed is not accepted.
///
/// `scripts/test faults offline` runs this with 1,000 commands and several seeds, and prints a table.
@Suite(.timeLimit(.minutes(30)))
struct OfflineModelTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let commands = environment["NARU_TEST_OPERATIONS"].flatMap(Int.init) ?? 60
  private static let seed = environment["NARU_SEED"].flatMap(UInt64.init) ?? 1

  @Test func everyAcceptedChangeIsMadeOnceAndInOrder() async throws {
    let user = OfflineUser(seed: Self.seed)
    try await user.run(Self.commands)
    let counts = await user.counts
    print("seed \(Self.seed) | \(counts.row)")
    #expect(
      counts.lost == 0 && counts.repeated == 0 && counts.disordered == 0 && counts.kept == 0 && counts.wrong == [],
      "\(counts.wrong.prefix(5))"
    )
  }
}

/// The changes that were confirmed to the user. The server must have them in the end.
private struct OfflineModel {
  struct Item {
    var id: String
    var text: String
    /// The number of the command that has created it.
    var number = 0
  }

  struct Entry {
    var page: Int
    var records: [Item] = []
    var review: Item?
  }

  struct Post {
    var item: Item
    var comments: [Item] = []
  }

  /// The shelf, by ISBN.
  var shelf: [String: Entry] = [:]
  var posts: [Post] = []
  /// The books and the reviews that the queue adds.
  var queuedBooks: Set<String> = []
  var queuedReviews: Set<String> = []
  /// The books whose number of pages is known to the device, because the server's list of the shelf has them.
  var listedBooks: Set<String> = []
  /// The items that a queued change, or the last change without a queue, has removed.
  var removedRecords: [String] = []
  var removedPosts: [String] = []

  /// Forgets what the queue has, because some of it may have been sent.
  mutating func forgetQueue() {
    (queuedBooks, queuedReviews, removedRecords, removedPosts) = ([], [], [], [])
  }
}

/// A command, whether it can succeed, and what it changes.
private struct OfflineCommand {
  var arguments: [String]
  var isValid = true
  var apply: (inout OfflineModel, _ id: String, _ isQueued: Bool) -> Void = { _, _, _ in }
}

private actor OfflineUser {
  struct Counts {
    var commands = 0
    var queued = 0
    var rejectedAtOnce = 0
    var killedServers = 0
    var killedCommands = 0
    var lostResponses = 0
    var lost = 0
    var repeated = 0
    var disordered = 0
    var kept = 0
    var wrong: [String] = []

    var row: String {
      """
      commands \(commands) | queued \(queued) | rejected at once \(rejectedAtOnce) | lost responses \(lostResponses) | servers killed \
      \(killedServers) | commands killed \(killedCommands) | lost \(lost) | repeated \(repeated) | out of order \(disordered) | \
      kept that can't succeed \(kept)
      """
    }
  }

  private static let isbns = ["9788966260959", "9788983920683", "9788932917245"]

  /// No limit of writes, because the outbox of a whole run is sent at once.
  private static let unlimited = ["NARU_WRITES_PER_MINUTE": "0"]

  private(set) var counts = Counts()
  private let naru = NaruProcess()
  private let link = NetworkLink(LocalizedTransport(transport: AsyncHTTPClientTransport()))
  private let shell: TestShell
  private var environment: [String: String] = [:]
  private var random: SeededRandom
  private var model = OfflineModel()
  private var written = 0

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    shell = TestShell(link, folder: naru.folder)
  }

  func run(_ commands: Int) async throws {
    try await naru.copyData()
    var port = 0
    while counts.commands < commands {
      try await naru.serve(["--port", "\(port)", "--quiet"], environment: Self.unlimited) { url, stop in
        if port == 0 {
          (port, environment) = (url.port ?? 0, ["NARU_URL": url.absoluteString])
          let login = try await naru.login(TestPerson("홍길동"), environment: environment)
          try #require(login.status == 0, "\(login)")
        }
        for _ in 0..<40 where counts.commands < commands { try await step() }
        try await connect()
        try await sendAndKill(stop)
      }
    }
    try await naru.serve(["--port", "\(port)", "--quiet"], environment: Self.unlimited) { _, _ in
      for _ in 0..<20 {
        if await shell.run("outbox", "send", environment: environment).status == 0 { break }
      }
      try await compare()
    }
  }

  private func chance(_ part: UInt64, of whole: UInt64) -> Bool { random.next() % whole < part }

  private func pick<Value>(_ values: [Value]) -> Value? {
    values.isEmpty ? nil : values[Int(random.next() % UInt64(values.count))]
  }

  // MARK: The network

  private var isDown: Bool { link.isDown.withLock { $0 } }

  private func connect() async throws {
    guard isDown else { return }
    link.isDown.withLock { $0 = false }
  }

  /// Goes into a tunnel, after a look at everything.
  private func disconnect() async throws {
    for list in ["shelf", "records", "reviews", "board"] {
      let output = await shell.run(list, "list", environment: environment)
      try #require(output.status == 0, "\(output)")
      if list == "shelf" { model.listedBooks = Set(model.shelf.keys.filter { output.out.contains($0) }) }
    }
    link.isDown.withLock { $0 = true }
  }

  /// Sends the outbox, and kills the server after some responses.
  private func sendAndKill(_ stop: @escaping @Sendable (Int32) async -> Int32) async throws {
    let (before, wanted) = (shell.answers.all.count, Int(random.next() % 6))
    let isSent = Locked(false)
    let sending = Task { [shell, environment] in
      _ = await shell.run("outbox", "send", environment: environment)
      isSent.withLock { $0 = true }
    }
    while shell.answers.all.count < before + wanted, !isSent.withLock({ $0 }) {
      try await Task.sleep(for: .milliseconds(2))
    }
    _ = await stop(SIGKILL)
    await sending.value
    counts.killedServers += 1
    model.forgetQueue()
  }

  // MARK: Commands

  private func step() async throws {
    if chance(1, of: 10) { try await isDown ? connect() : disconnect() }
    if !isDown, chance(1, of: 15) {
      // A process of its own, which is killed if it takes longer.
      let limit = Duration.milliseconds(Int(random.next() % 400))
      let isKilled = try await naru.run(["outbox", "send"], environment: environment) {
        try await Task.sleep(for: limit)
      }
      if isKilled { counts.killedCommands += 1 }
      model.forgetQueue()
    }
    // A command sends the queue first.
    if !isDown { model.forgetQueue() }
    guard let command = nextCommand() else { return }
    counts.commands += 1
    let losesResponse = !isDown && command.isValid && chance(1, of: 10)
    link.losesAnswers.withLock { $0 = losesResponse }
    let output = await shell.run(command.arguments, environment: environment)
    link.losesAnswers.withLock { $0 = false }
    let local = output.err.firstMatch(of: /local-[0-9]+/).map { String($0.0) }
    let isQueued = output.err.contains("naru outbox)") || local != nil
    if isQueued && output.status == 0 { counts.queued += 1 }
    if losesResponse { counts.lostResponses += 1 }
    guard (output.status == 0) == command.isValid else {
      counts.wrong.append("\(command.arguments) \(output)")
      return
    }
    guard command.isValid else { return counts.rejectedAtOnce += 1 }
    let id = output.out.firstMatch(of: /ID  (\S+)/)?.1 ?? output.out.firstMatch(of: /[0-9]+/)?.0
    command.apply(&model, local ?? id.map(String.init) ?? "", isQueued)
  }

  /// Returns a command. `nil` for one whose result depends on what only the server knows.
  private func nextCommand() -> OfflineCommand? {
    written += 1
    switch random.next() % 16 {
    case 0...9: return shelfCommand()
    default: return boardCommand()
    }
  }

  private func shelfCommand() -> OfflineCommand? {
    guard let isbn = pick(Self.isbns) else { return nil }
    let (entry, text, number, isDown) = (model.shelf[isbn], "글 \(written)", written, isDown)
    // Each book has more pages.
    let page = number % 200
    let known = Set(model.shelf.values.flatMap(\.records).sorted { $0.number > $1.number }.prefix(20).map(\.id))
    switch random.next() % 10 {
    case 0, 1:
      // Of a book that is already there, only the queue is known for sure.
      guard entry == nil || model.queuedBooks.contains(isbn) else { return nil }
      return OfflineCommand(arguments: ["shelf", "add", isbn, "--page", "\(page)"], isValid: entry == nil) {
        model,
        _,
        isQueued in
        model.shelf[isbn] = OfflineModel.Entry(page: page)
        if isQueued { model.queuedBooks.insert(isbn) }
      }
    case 2:
      if entry != nil, model.listedBooks.contains(isbn), chance(1, of: 5) {
        return OfflineCommand(arguments: ["shelf", "edit", isbn, "--page", "\(9000 + number)"], isValid: false)
      }
      return OfflineCommand(arguments: ["shelf", "edit", isbn, "--page", "\(page)"], isValid: entry != nil) {
        model,
        _,
        _ in
        model.shelf[isbn]?.page = page
      }
    case 3:
      return OfflineCommand(arguments: ["shelf", "remove", isbn], isValid: entry != nil) { model, _, isQueued in
        let removed = model.shelf.removeValue(forKey: isbn)
        model.queuedBooks.remove(isbn)
        model.queuedReviews.remove(isbn)
        model.listedBooks.remove(isbn)
        // Their book is known to the device if the list of records shows them.
        if isQueued, isDown {
          model.removedRecords += (removed?.records ?? []).filter { known.contains($0.id) }.map(\.id)
        }
      }
    case 4, 5:
      return OfflineCommand(arguments: ["records", "add", isbn, text], isValid: entry != nil) { model, id, _ in
        model.shelf[isbn]?.records.append(OfflineModel.Item(id: id, text: text, number: number))
      }
    case 6:
      if let removed = pick(model.removedRecords) {
        return OfflineCommand(arguments: ["records", "edit", removed, text], isValid: false)
      }
      guard let record = pick(entry?.records ?? []) else { return nil }
      return OfflineCommand(arguments: ["records", "edit", record.id, text]) { model, _, _ in
        guard let index = model.shelf[isbn]?.records.firstIndex(where: { $0.id == record.id }) else { return }
        model.shelf[isbn]?.records[index].text = text
      }
    case 7:
      guard let record = pick(entry?.records ?? []) else { return nil }
      return OfflineCommand(arguments: ["records", "remove", record.id]) { model, _, isQueued in
        model.shelf[isbn]?.records.removeAll { $0.id == record.id }
        if isQueued { model.removedRecords.append(record.id) }
      }
    case 8:
      guard entry?.review == nil || model.queuedReviews.contains(isbn) else { return nil }
      let isValid = entry != nil && entry?.review == nil
      return OfflineCommand(arguments: ["reviews", "add", isbn, text, "--rating", "4"], isValid: isValid) {
        model,
        id,
        isQueued in
        model.shelf[isbn]?.review = OfflineModel.Item(id: id, text: text)
        if isQueued { model.queuedReviews.insert(isbn) }
      }
    default:
      guard let review = entry?.review else { return nil }
      guard chance(1, of: 2) else {
        return OfflineCommand(arguments: ["reviews", "edit", review.id, text]) { model, _, _ in
          model.shelf[isbn]?.review?.text = text
        }
      }
      return OfflineCommand(arguments: ["reviews", "remove", review.id]) { model, _, _ in
        model.shelf[isbn]?.review = nil
        model.queuedReviews.remove(isbn)
      }
    }
  }

  private func boardCommand() -> OfflineCommand? {
    let text = "글 \(written)"
    if let removed = pick(model.removedPosts), chance(1, of: 6) {
      return OfflineCommand(arguments: ["board", "comment", removed, text], isValid: false)
    }
    guard let post = pick(model.posts), !chance(1, of: 5) else {
      return OfflineCommand(arguments: ["board", "write", text]) { model, id, _ in
        model.posts.append(OfflineModel.Post(item: OfflineModel.Item(id: id, text: text)))
      }
    }
    let id = post.item.id
    func change(_ model: inout OfflineModel, _ body: (inout OfflineModel.Post) -> Void) {
      guard let index = model.posts.firstIndex(where: { $0.item.id == id }) else { return }
      body(&model.posts[index])
    }
    switch random.next() % 6 {
    case 0:
      return OfflineCommand(arguments: ["board", "edit", id, text]) { model, _, _ in
        change(&model) { $0.item.text = text }
      }
    case 1:
      return OfflineCommand(arguments: ["board", "remove", id]) { model, _, isQueued in
        model.posts.removeAll { $0.item.id == id }
        if isQueued { model.removedPosts.append(id) }
      }
    case 2:
      guard let comment = pick(post.comments) else { return nil }
      return OfflineCommand(arguments: ["board", "edit", id, "--comment", comment.id, text]) { model, _, _ in
        change(&model) { post in
          guard let index = post.comments.firstIndex(where: { $0.id == comment.id }) else { return }
          post.comments[index].text = text
        }
      }
    case 3:
      guard let comment = pick(post.comments) else { return nil }
      return OfflineCommand(arguments: ["board", "remove", id, "--comment", comment.id]) { model, _, _ in
        change(&model) { $0.comments.removeAll { $0.id == comment.id } }
      }
    default:
      return OfflineCommand(arguments: ["board", "comment", id, text]) { model, comment, _ in
        change(&model) { $0.comments.append(OfflineModel.Item(id: comment, text: text)) }
      }
    }
  }

  // MARK: The end

  /// Compares the server with the model.
  private func compare() async throws {
    let left: [[String: Any]] = try await shell.run("outbox", "--json", environment: environment).json()
    counts.kept = left.count
    if !left.isEmpty { counts.wrong.append("\(left)") }
    let token = await shell.run("auth", "token", environment: environment).out
    let authentication = BearerAuthentication { Secret(token.trimmingCharacters(in: .whitespacesAndNewlines)) }
    let server = try #require(environment["NARU_URL"].flatMap(URL.init(string:)))
    let client = APIClient(server, transport: AsyncHTTPClientTransport(), middleware: [authentication])

    let entries = try await ReadingBooks.live(client).listPages(limit: 100).elements.all()
    compare(entries.map { $0.book?.isbn13 ?? "" }.sorted(), model.shelf.keys.sorted())
    for entry in entries {
      guard let expected = model.shelf[entry.book?.isbn13 ?? ""] else { continue }
      compare([entry.currentPage.map(String.init) ?? ""], ["\(expected.page)"])
      let records = try await ReadingRecords.live(client).listPages(readingBook: entry.id, limit: 100).elements.all()
      compare(records.reversed().map(\.content), expected.records.map(\.text))
      let reviews = try await Reviews.live(client).list(readingBook: entry.id)
      compare(reviews.compactMap(\.reviewText), expected.review.map { [$0.text] } ?? [])
    }
    let board = FreeBoard.live(client)
    let posts = try await board.posts(paging: BoardPaging(page: 1, size: 100)).items
    compare(posts.reversed().map(\.content), model.posts.suffix(100).map(\.item.text))
    for (post, expected) in zip(posts.reversed(), model.posts.suffix(100)) {
      compare(try await board.comments(postID: post.id).items.map(\.content), expected.comments.map(\.text))
    }
  }

  private func compare(_ found: [String], _ expected: [String]) {
    guard found != expected else { return }
    counts.wrong.append("found \(found), expected \(expected)")
    let (lost, repeated) = (Set(expected).subtracting(found).count, found.count - Set(found).count)
    counts.lost += lost
    counts.repeated += repeated
    if lost + repeated == 0 { counts.disordered += 1 }
  }
}
