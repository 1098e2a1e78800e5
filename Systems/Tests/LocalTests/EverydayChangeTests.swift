import Foundation
import NaruOpenAPI
import Testing

/// Everyday changes of DockDock's contract, as the apps of its first release meet them.
struct EverydayChangeTests {
  @Test(arguments: EverydayChange.breaking)
  func aChangeThatBreaksHasAnAdviceThatKeepsAppsAlive(_ change: EverydayChange) throws {
    let report = try change.report(change.edit)
    let found = try #require(report.breaks.first, "\(change): \(report)")
    #expect(found.place.hasSuffix(change.place), "\(found)")
    #expect(found.message.contains(change.message) && found.proof != nil, "\(found)")
    #expect(found.advice.contains(change.advice), "\(found)")
    let followed = try change.report { document in
      change.edit(&document)
      change.followed(&document)
    }
    #expect(followed.breaks.isEmpty, "\(followed)")
  }

  @Test(arguments: EverydayChange.compatible)
  func aChangeThatKeepsAppsAliveIsNotReported(_ change: EverydayChange) throws {
    let report = try change.report(change.edit)
    #expect(report.changes.allSatisfy { $0.level == .compatible }, "\(report)")
  }
}

/// The contract of a release as a document.
private typealias Document = [String: Any]

/// A change of DockDock's contract, and the same change after its advice was followed.
struct EverydayChange: Sendable, CustomTestStringConvertible {
  let testDescription: String
  var place = ""
  var message = ""
  var advice = ""
  fileprivate let edit: @Sendable (inout Document) -> Void
  fileprivate var followed: @Sendable (inout Document) -> Void = { _ in }

  fileprivate func report(_ edit: (inout Document) -> Void) throws -> HistoryReport {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Contracts")
    let data = try Data(contentsOf: folder.appending(path: "1.0.0.json"))
    var document = try #require(try JSONSerialization.jsonObject(with: data) as? Document)
    edit(&document)
    return HistoryReport(
      from: try OpenAPIDocument(json: data),
      to: try OpenAPIDocument(json: JSONSerialization.data(withJSONObject: document))
    )
  }

  static let breaking = [
    EverydayChange(
      testDescription: "a new required field",
      place: "request /shelf",
      message: "new required field",
      advice: "Make it optional",
      edit: {
        $0["NewReadingBook", "properties", "shelf"] = ["type": "string"]
        $0["NewReadingBook", "required"] = ["book_id", "status", "shelf"]
      },
      followed: { $0["NewReadingBook", "required"] = ["book_id", "status"] }
    ),
    EverydayChange(
      testDescription: "a field becomes required",
      place: "request /is_public",
      message: "the field is required now",
      advice: "Make it optional or give it a default",
      edit: { $0["NewReview", "required"] = ["reading_book_id", "rating", "is_public"] },
      followed: { $0["NewReview", "required"] = ["reading_book_id", "rating"] }
    ),
    EverydayChange(
      testDescription: "a field of a result is gone",
      place: "/created_at",
      message: "the field is gone",
      advice: "Keep sending it",
      edit: {
        $0["Review", "properties", "created_at"] = nil
        $0.require("Review") { $0 != "created_at" }
      },
      followed: {
        $0["Review", "properties", "created_at"] = ["type": "string", "format": "date-time"]
        $0.require("Review", adding: "created_at")
      }
    ),
    EverydayChange(
      testDescription: "a field of a result is renamed",
      place: "/is_public",
      message: "`is_public` is called `visible` now",
      advice: "Send both `is_public` and `visible`",
      edit: {
        $0["Review", "properties", "is_public"] = nil
        $0["Review", "properties", "visible"] = ["type": "boolean"]
        $0.require("Review", adding: "visible") { $0 != "is_public" }
      },
      followed: {
        $0["Review", "properties", "is_public"] = ["type": "boolean"]
        $0.require("Review", adding: "is_public")
      }
    ),
    EverydayChange(
      testDescription: "a field of a result can be null",
      place: "/rating",
      message: "it can be `null` now",
      advice: "Send a value",
      edit: { $0["Review", "properties", "rating"] = ["type": ["integer", "null"], "format": "int64"] },
      followed: { $0["Review", "properties", "rating"] = ["type": "integer", "format": "int64"] }
    ),
    EverydayChange(
      testDescription: "a new case in a result",
      place: "/status",
      message: "it can have the new value \"paused\"",
      advice: "Send them an old one",
      edit: { $0["ReadingStatus", "enum"] = ["wishlist", "reading", "completed", "paused"] },
      followed: {
        // Requests accept the new value, and results have the old ones.
        let status: Document = ["type": "string", "enum": ["wishlist", "reading", "completed"]]
        $0["ReadingBook", "properties", "status"] = status
      }
    ),
    EverydayChange(
      testDescription: "a value is no longer accepted",
      place: "query sort",
      message: "is no longer accepted",
      advice: "Keep accepting",
      edit: { document in
        let values = document["BookSort", "enum"] as? [String] ?? []
        document["BookSort", "enum"] = Array(values.dropLast())
        document["BookSort", "x-removed"] = values.last
      },
      followed: { document in
        let values = document["BookSort", "enum"] as? [String] ?? []
        document["BookSort", "enum"] = values + [document["BookSort", "x-removed"] as? String ?? ""]
      }
    ),
    EverydayChange(
      testDescription: "a shorter limit",
      place: "request /review_text",
      message: "the greatest number of characters is 500, and was 5000",
      advice: "Keep the old limit",
      edit: { $0["NewReview", "properties", "review_text", "maxLength"] = 500 },
      followed: { $0["NewReview", "properties", "review_text", "maxLength"] = 5_000 }
    ),
    EverydayChange(
      testDescription: "a number becomes a string",
      place: "/current_page",
      message: "it was an integer, and is a string now",
      advice: "add a field with another name",
      edit: { $0["ReadingBook", "properties", "current_page"] = ["type": ["string", "null"]] },
      followed: {
        $0["ReadingBook", "properties", "current_page_text"] = ["type": ["string", "null"]]
        $0["ReadingBook", "properties", "current_page"] = ["type": ["integer", "null"], "format": "int64"]
      }
    ),
    EverydayChange(
      testDescription: "an endpoint moves",
      place: "request",
      message: "the endpoint moved from PATCH /api/v1/reviews/{id} to PATCH /api/v2/reviews/{id}",
      advice: "Serve PATCH /api/v1/reviews/{id} as well",
      edit: { document in
        document.move("patch", from: "/api/v1/reviews/{id}", to: "/api/v2/reviews/{id}")
      },
      followed: { document in
        document.edit("/api/v2/reviews/{id}", "patch") { operation in
          var old = operation
          old["deprecated"] = true
          old["operationId"] = "Reviews.updateOld"
          return ("/api/v1/reviews/{id}", old)
        }
      }
    ),
  ]

  static let compatible = [
    EverydayChange(testDescription: "a new field in a result") {
      $0["Review", "properties", "likes"] = ["type": "integer"]
      $0.require("Review", adding: "likes")
    },
    EverydayChange(testDescription: "a new optional field") {
      $0["NewReview", "properties", "mood"] = ["type": ["string", "null"]]
    },
    EverydayChange(testDescription: "a field of a request becomes optional") {
      $0["NewReadingBook", "required"] = ["book_id"]
    },
    EverydayChange(testDescription: "a field of a result is always there") {
      $0.require("Review", adding: "review_text")
    },
    EverydayChange(testDescription: "a longer limit") {
      $0["NewReview", "properties", "review_text", "maxLength"] = 9_000
    },
    EverydayChange(testDescription: "a new case of a request") { document in
      document["BookSort", "enum"] = (document["BookSort", "enum"] as? [String] ?? []) + ["Rating"]
    },
    EverydayChange(testDescription: "a split endpoint, with the old one") { document in
      document.edit("/api/v1/reviews/{id}", "patch") { operation in
        operation["deprecated"] = true
        var new = operation
        new["operationId"] = "Reviews.rate"
        return ("/api/v1/reviews/{id}/rating", new)
      }
    },
    EverydayChange(testDescription: "a new optional parameter") { document in
      document.edit("/api/v1/books/search", "get") { operation in
        let parameter: Document = ["name": "year", "in": "query", "schema": ["type": "integer"]]
        operation["parameters"] = (operation["parameters"] as? [Any] ?? []) + [parameter]
        return nil
      }
    },
    EverydayChange(testDescription: "a new failure") { document in
      document.edit("/api/v1/books/search", "get") { operation in
        var responses = operation["responses"] as? Document ?? [:]
        responses["410"] = ["description": ""]
        operation["responses"] = responses
        return nil
      }
    },
    EverydayChange(testDescription: "an endpoint for everyone") { document in
      document.edit("/api/v1/users/me", "get") { operation in
        operation["security"] = [Document(), ["bearer": [String]()]]
        return nil
      }
    },
  ]
}

extension [String: Any] {
  /// A part of a component: the name of the schema, and the keys in it.
  fileprivate subscript(_ keys: String...) -> Any? {
    get { value(["components", "schemas"] + keys) }
    set { set(newValue, ["components", "schemas"] + keys) }
  }

  private func value(_ keys: [String]) -> Any? {
    keys.reduce(self as Any?) { ($0 as? [String: Any])?[$1] }
  }

  private mutating func set(_ value: Any?, _ keys: [String]) {
    guard let first = keys.first, keys.count > 1 else {
      if let first = keys.first { self[first] = value }
      return
    }
    var inner = self[first] as? [String: Any] ?? [:]
    inner.set(value, Array(keys.dropFirst()))
    self[first] = inner
  }

  fileprivate mutating func require(
    _ name: String,
    adding field: String? = nil,
    where isKept: (String) -> Bool = { _ in true }
  ) {
    let required = (self[name, "required"] as? [String] ?? []).filter(isKept)
    self[name, "required"] = required + [field].compactMap(\.self)
  }

  /// Changes an operation, and adds the returned one.
  fileprivate mutating func edit(
    _ path: String,
    _ method: String,
    _ change: (inout [String: Any]) -> (path: String, operation: [String: Any])?
  ) {
    var operation = value(["paths", path, method]) as? [String: Any] ?? [:]
    let added = change(&operation)
    set(operation, ["paths", path, method])
    if let added { set(added.operation, ["paths", added.path, method]) }
  }

  fileprivate mutating func move(_ method: String, from old: String, to new: String) {
    set(value(["paths", old, method]), ["paths", new, method])
    set(nil, ["paths", old, method])
  }
}
