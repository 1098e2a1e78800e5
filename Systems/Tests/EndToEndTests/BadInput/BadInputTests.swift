import Foundation
import HTTPTypes
import Local
import Naru
import Rules
import SystemTesting
import Testing

extension ServerTests {
  /// Tests of bad input at every endpoint of every contract.
  ///
  /// Wrong calls are derived from the contracts' schemas. A new endpoint is covered once `KnownIDs` has the ids that it
  /// needs.
  struct BadInputTests {
    static let contracts = Set(LocalBackend.endpoints.map(\.contract)).sorted()

    /// Fields whose content the server ignores, as documented.
    private static let ignored: Set = ["transactions"]
    /// Endpoints at signed links. The tests of pictures cover them.
    static let signed: Set = [
      "PostPictures.upload", "PostPictures.picture", "ReviewPictures.upload", "ReviewPictures.picture",
    ]
    /// Endpoints that also need a code from a browser. The tests of sign-in cover them.
    private static let notCallable = signed.union(["Accounts.token"])

    @Test(arguments: contracts)
    func wrongInputIsRejectedByNameAndChangesNothing(contract: String) async throws {
      try await TestSystem.run { system in
        let ids = try await KnownIDs(system)
        let before = try await (system.version(), system.rows())
        var count = 0
        for endpoint in LocalBackend.endpoints where endpoint.contract == contract && !Self.signed.contains(endpoint.id)
        {
          for wrong in GoodCall(endpoint, ids.values).wrongCalls(ignored: Self.ignored) {
            let answer = try await system.send(wrong, as: ids.caller)
            Self.check(answer, wrong, endpoint.format)
            if try await system.version() != before.0 {
              let after = try await system.rows()
              try #require(after == before.1, "\(wrong) changed something")
            }
            count += 1
          }
        }
        #expect(count > 20)
      }
    }

    @Test(arguments: contracts)
    func goodCallsSucceedAndTheirRepetitionIsNotAServerError(contract: String) async throws {
      try await TestSystem.run { system in
        let ids = try await KnownIDs(system)
        for endpoint in Self.lastToGoLast(contract) where !Self.notCallable.contains(endpoint.id) {
          let call = GoodCall(endpoint, ids.values)
          // The caller has signed out by now.
          let caller =
            endpoint.id == "Accounts.deleteAccount" ? try await system.signIn("홍길동") : ids.caller
          let answer = try await system.send(call, as: caller)
          #expect((200..<300).contains(answer.status), "\(endpoint.id) \(call.target) \(answer.text.prefix(300))")
          guard endpoint.method == .post else { continue }
          let before = try await system.rows()
          let again = try await system.send(call, as: ids.caller)
          Self.checkDeclared(again, endpoint)
          guard let expected = Self.repeated[endpoint.id] else {
            #expect(again.status < 500, "\(endpoint.id) again: \(again.text.prefix(300))")
            continue
          }
          #expect(again.status == expected, "\(endpoint.id) again: \(again.text.prefix(300))")
          #expect(try await system.rows() == before, "\(endpoint.id) again changed something")
        }
      }
    }

    /// The status of a repeated call, for endpoints that must not act twice.
    private static let repeated = [
      "ReadingBooks.add": 409, "Reviews.add": 409, "Ledger.addPerson": 200, "Ledger.addGift": 200,
      "FreeBoard.reportPost": 400, "FreeBoard.reportComment": 400, "Blocks.block": 200,
    ]

    @Test func everyPostOfAPersonTakesEffectOncePerKey() async throws {
      try await TestSystem.run { system in
        let ids = try await KnownIDs(system)
        let endpoints = LocalBackend.endpoints.filter {
          $0.method == .post && $0.auth == .required && $0.contract != "Accounts"
        }
        #expect(endpoints.count >= 13)
        for endpoint in endpoints {
          let call = GoodCall(endpoint, ids.values)
          let first = try await system.send(call, as: ids.caller, key: "key")
          #expect((200..<300).contains(first.status) && !first.isReplayed, "\(endpoint.id): \(first)")
          let rows = try await system.rows()
          let again = try await system.send(call, as: ids.caller, key: "key")
          #expect(again.status == first.status && again.text == first.text, "\(endpoint.id): \(again)")
          #expect(again.isReplayed, "\(endpoint.id)")
          #expect(try await system.rows() == rows, "\(endpoint.id) acted twice")
        }
      }
    }

    @Test func anotherPersonsIDIsLikeAnUnknownOne() async throws {
      let contracts: Set = ["ReadingBooks", "ReadingRecords", "Reviews", "ReviewPictures", "Ledger"]
      try await TestSystem.run { system in
        let ids = try await KnownIDs(system)
        let before = try await system.rows()
        for endpoint in LocalBackend.endpoints where contracts.contains(endpoint.contract) && endpoint.auth == .required
        {
          let call = GoodCall(endpoint, ids.values)
          guard !call.path.isEmpty else { continue }
          let answer = try await system.send(call, as: ids.stranger)
          var unknown = call
          for name in call.path.keys { unknown.path[name] = UUID().uuidString }
          // Dori's bodies contain the id too.
          for name in ["id", "personId"] {
            if let id = call.path["id"] ?? call.path["personID"], call.body?[name] == .string(id) {
              unknown.body = unknown.body?.replacing([.field(name)], with: .string(unknown.path.values.first ?? ""))
            }
          }
          #expect(answer.status == 404, "\(endpoint.id): \(answer.text.prefix(300))")
          #expect(answer.text == (try await system.send(unknown, as: ids.stranger)).text, "\(endpoint.id)")
        }
        #expect(try await system.rows() == before)
      }
    }

    /// The longest texts and largest numbers that are valid.
    private static let limits: [(endpoint: String, field: String, most: Int)] = [
      ("ReadingBooks.update", "rating", 5), ("ReadingRecords.update", "content", 5000), ("Reviews.update", "rating", 5),
      ("Reviews.update", "review_text", 5000), ("FreeBoard.editPost", "content", 2000),
      ("FreeBoard.editComment", "content", 500),
      ("Account.updateProfile", "nickname", 9), ("Ledger.updatePerson", "name", 40),
      ("Ledger.updatePerson", "memo", 500),
      ("Ledger.updateGift", "memo", 500), ("Ledger.updateGift", "amount", 1_000_000_000),
    ]

    @Test func theLimitsAreAsDocumented() async throws {
      try await TestSystem.run { system in
        let ids = try await KnownIDs(system)
        for (id, field, most) in Self.limits {
          let endpoint = try #require(LocalBackend.endpoints.first { $0.id == id })
          func call(_ value: Int) -> GoodCall {
            var call = GoodCall(endpoint, ids.values)
            // An emoji is one character, whatever the number of its scalars.
            let letter = field == "nickname" ? "가" : "👩‍👩‍👧‍👦"
            let isText = call.body?[field] == "물총새"
            call.body = call.body?.replacing(
              [.field(field)],
              with: isText ? .string(String(repeating: letter, count: value)) : .integer(Int64(value))
            )
            return call
          }
          let accepted = try await system.send(call(most), as: ids.caller)
          #expect(accepted.status == 200, "\(id) \(field): \(accepted.text)")
          let refused = try await system.send(call(most + 1), as: ids.caller)
          #expect(refused.status == 400 && refused.names(field), "\(id) \(field): \(refused.text)")
        }
      }
    }

    // MARK: - Odd but valid text

    /// Texts as sent and as stored: in Unicode NFC, without invisible characters and changes of direction.
    private static let odd: [(sent: String, kept: String)] = [
      ("\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}", "한글"), ("👩‍👩‍👧‍👦🇰🇷❤️‍🔥", "👩‍👩‍👧‍👦🇰🇷❤️‍🔥"), ("שלום ثلاثة", "שלום ثلاثة"),
      ("가\u{202E}나다\u{202C}", "가나다"), ("가\u{200B}나\u{FEFF}", "가나"),
      ("'; DROP TABLE saerok_post; --", "'; DROP TABLE saerok_post; --"),
      ("<script>alert(\"x\")</script>&amp;", "<script>alert(\"x\")</script>&amp;"),
      ("%00 %s \\ / ${x}", "%00 %s \\ / ${x}"),
      ("가\u{0}나", "가나"), ("A\u{30A}ngstro\u{308}m", "Ångström"),
    ]
    /// Fields that no response contains.
    private static let unreadable: Set = ["reading_purposes"]

    @Test(arguments: contracts)
    func oddTextIsStoredAsDocumentedOrRejectedByName(contract: String) async throws {
      try await TestSystem.run { system in
        let ids = try await KnownIDs(system)
        let endpoints = LocalBackend.endpoints.filter { $0.contract == contract }
        for endpoint in endpoints {
          let call = GoodCall(endpoint, ids.values)
          guard let body = call.body else { continue }
          for path in body.freeTexts where !path.contains(where: { Self.ignored.contains($0.name) }) {
            for (sent, kept) in Self.odd {
              var call = call
              call.body = body.replacing(path, with: .string(sent))
              let answer = try await system.send(call, as: ids.caller)
              let what = "\(endpoint.id) \(path) \(sent): \(answer.text.prefix(300))"
              if answer.status == 400 {
                #expect(answer.names(path.last { !$0.name.isEmpty }?.name ?? ""), "\(what)")
              } else {
                // A second review of a book, or a known id with another name, is a conflict.
                #expect((200..<300).contains(answer.status) || answer.status == 409, "\(what)")
              }
              guard (200..<300).contains(answer.status), !path.contains(where: { Self.unreadable.contains($0.name) })
              else {
                continue
              }
              // Bytes, because Swift compares texts regardless of their normal form.
              let written = try endpoint.format.json.encode(kept)
              var texts = answer.text
              var isFound = Data(texts.utf8).range(of: written) != nil
              for reading in endpoints where reading.method == .get && !isFound {
                let text = try await system.send(GoodCall(reading, ids.values), as: ids.caller).text
                isFound = Data(text.utf8).range(of: written) != nil
                texts += text
              }
              #expect(isFound, "\(what)\n\(texts.prefix(2000))")
            }
          }
        }
      }
    }

    // MARK: -

    /// Returns the endpoints of a contract, with deletions at the end and the deletion of the account last.
    private static func lastToGoLast(_ contract: String) -> [Endpoint] {
      let ends = ["Accounts.logout", "Accounts.deleteAccount"]
      func rank(_ endpoint: Endpoint) -> Int {
        if let end = ends.firstIndex(of: endpoint.id) { return 100 + end }
        return endpoint.method == .delete ? 50 - endpoint.path.description.count / 4 : 0
      }
      return LocalBackend.endpoints.filter { $0.contract == contract }.sorted { rank($0) < rank($1) }
    }

    private static func checkDeclared(_ answer: RawAnswer, _ endpoint: Endpoint) {
      guard answer.status >= 300 else { return }
      let code = endpoint.format.decodeFailure(from: Data(answer.text.utf8))?.code
      let shown = "\(endpoint.id): \(answer.status) \(answer.text.prefix(300))"
      #expect(endpoint.declares(HTTPResponse.Status(code: answer.status), code), "not declared: \(shown)")
    }

    private static func check(_ answer: RawAnswer, _ wrong: WrongCall, _ format: any ResponseFormat.Type) {
      // nginx itself refuses a path with a null byte.
      guard answer.status != 400 || !answer.text.hasPrefix("<html>") else { return }
      let shown = "\(wrong): \(answer.status) \(answer.text.prefix(300))"
      let isSuccess = (200..<300).contains(answer.status)
      switch wrong.answer {
      case .malformed(let name):
        #expect(answer.status == 400 && answer.names(name), "\(shown)")
      case .outOfRange(let name):
        #expect(answer.status == 404 || (answer.status == 400 && answer.names(name)), "\(shown)")
      case .unknown:
        #expect([400, 401, 404].contains(answer.status) || isSuccess, "\(shown)")
      case .status(let status):
        #expect(answer.status == status, "\(shown)")
      }
      guard !isSuccess else { return }
      // The failure must have the form that the system's format writes.
      let failure = format.decodeFailure(from: Data(answer.text.utf8))
      let status = HTTPResponse.Status(code: answer.status)
      let written = failure.flatMap { try? format.encode($0, status: status) }.map {
        String(decoding: $0, as: UTF8.self)
      }
      #expect(failure?.message?.isEmpty == false, "\(shown)")
      #expect(wrong.endpoint.declares(status, failure?.code), "not declared: \(shown)")
      #expect(written.flatMap { RawAnswer(status: answer.status, text: $0).json } == answer.json, "\(shown)")
    }
  }
}

extension RawAnswer {
  /// Returns whether the text names a field or a part of it.
  fileprivate func names(_ field: String) -> Bool {
    text.contains("`\(field)") || text.contains(".\(field)`") || text.contains(FieldName(field).term.korean)
      || (field == "nickname" && text.contains("닉네임"))
  }
}

extension JSONValue {
  /// The paths of texts with the sample value, which can be any text.
  fileprivate var freeTexts: [[JSONStep]] {
    switch self {
    case .string("물총새"): [[]]
    case .array(let elements):
      elements.indices.flatMap { index in elements[index].freeTexts.map { [.index(index)] + $0 } }
    case .object(let fields):
      fields.sorted { $0.key < $1.key }.flatMap { name, value in value.freeTexts.map { [.field(name)] + $0 } }
    default: []
    }
  }
}

extension TestSystem {
  func send(_ call: GoodCall, as member: Member, key: String? = nil) async throws -> RawAnswer {
    try await send(
      call.endpoint.method.rawValue,
      call.target,
      body: call.body.map { Data($0.json.utf8) },
      token: call.endpoint.auth == .none ? nil : member.token.revealed,
      key: key
    )
  }

  fileprivate func send(_ call: WrongCall, as member: Member) async throws -> RawAnswer {
    try await send(
      call.method,
      call.target,
      body: call.body,
      type: call.contentType,
      token: call.signsIn ? call.token ?? member.token.revealed : nil
    )
  }
}
