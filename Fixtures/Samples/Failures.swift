import Foundation
import HTTPTypes
import Naru
import Testing

// What Sources/Naru/Naru.docc/Failures.md leaves out.

struct Issue: Codable, Sendable { var number: Int }
struct NewIssue: Codable, Sendable {
  var title: String
  var body: String
}

var issues: Issues { .unimplemented }
var draft: NewIssue { NewIssue(title: "", body: "") }
var error: APIError { APIError(.unknown) }
@MainActor var issue = Issue(number: 1)

struct Model { var error: APIError? }
var model: Model { Model() }

func mark(_ field: String, _ code: String) {}
func waitUntil(_ text: String) {}
func alert(_ localizedMessage: String) {}
func show(_ localizedMessage: String) {}
