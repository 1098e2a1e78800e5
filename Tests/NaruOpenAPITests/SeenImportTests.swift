import Foundation
import Naru
import NaruOpenAPI
import TestSupport
import Testing

/// Contracts written from recordings and collections. The files in `Imported` are what these tests expect, and compile with them.
struct SeenImportTests {
  private let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Imported")

  private func imported(_ text: String, _ name: String, baseURL: String? = nil) throws -> OpenAPIImport {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: name)
    try Data(text.utf8).write(to: file)
    return try OpenAPIImport(contentsOf: file, baseURL: baseURL.flatMap { URL(string: $0) })
  }

  /// An entry of a recording.
  private func entry(
    _ method: String,
    _ url: String,
    _ response: String,
    status: Int = 200,
    body: String? = nil,
    type: String = "application/json",
    headers: [String: String] = [:]
  ) throws -> [String: Any] {
    var request: [String: Any] = [
      "method": method, "url": url, "headers": headers.map { ["name": $0.key, "value": $0.value] },
    ]
    if let body { request["postData"] = ["mimeType": "application/json; charset=utf-8", "text": body] }
    let content: [String: Any] = ["size": response.utf8.count, "mimeType": type, "text": response]
    return [
      "startedDateTime": "2026-11-22T00:00:00Z", "time": 1, "request": request,
      "response": ["status": status, "headers": [], "content": content],
    ]
  }

  private func recording(_ entries: [[String: Any]]) throws -> String {
    let log: [String: Any] = ["version": "1.2", "creator": ["name": "b", "version": "1"], "entries": entries]
    return String(decoding: try JSONSerialization.data(withJSONObject: ["log": log]), as: UTF8.self)
  }

  private func orders() throws -> String {
    let api = "https://shop.example.com/api/v1"
    let token = ["Authorization": "Bearer s3cret"]
    let order = #"{"id":7,"placed_at":"2026-11-22T09:30:00Z","note":null,"lines":[{"sku":"a-1","count":2}]}"#
    let other = #"{"id":8,"placed_at":"2026-11-22T09:31:00.5+09:00","note":"now","lines":[],"total":9.5}"#
    return try recording([
      entry("GET", "https://shop.example.com/", "<html>", type: "text/html"),
      entry("GET", "https://cdn.example.com/a.json", "{}"),
      entry("OPTIONS", "\(api)/orders", ""),
      entry(
        "GET",
        "\(api)/orders?page=1&key=s3cret-key&access_token=s3cret",
        #"{"items":[\#(order)],"next":2}"#,
        headers: token
      ),
      entry("GET", "\(api)/orders?page=2&state=open&state=sent", #"{"items":[\#(other)],"next":null}"#, headers: token),
      entry("GET", "\(api)/orders/7", order, headers: token),
      entry("GET", "\(api)/orders/99", #"{"code":"ORDER_GONE","message":"x"}"#, status: 410, headers: token),
      entry(
        "POST",
        "\(api)/orders",
        other,
        status: 201,
        body: #"{"lines":[{"sku":"a-1","count":1}],"gift":true}"#,
        headers: token
      ),
      entry("DELETE", "\(api)/orders/7", "", status: 204, type: "", headers: token),
      entry(
        "GET",
        "\(api)/orders/7/events/6f1f1d2e-0d1c-4d7e-9a55-0a4b7d7c9f10",
        #"{"rates":{"2026-11":1,"2026-12":1.5}}"#
      ),
    ])
  }

  @Test func aRecordingBecomesAContract() throws {
    let imported = try imported(orders(), "orders.har")
    #expect(imported.operations == 5 && imported.imported == 5)
    try expect(imported)
    #expect(
      imported.notes.map(\.english) == [
        "#/log/entries/1: the calls of another server, https://cdn.example.com (1), are left out: import them with its address (--url)."
      ]
    )
    #expect(!imported.files.contains { $0.text.contains("s3cret") })
  }

  @Test func theBaseOfARecordingIsNotAPartOfThePaths() throws {
    let imported = try imported(orders(), "orders.har", baseURL: "https://shop.example.com/api")
    #expect(imported.files.contains { $0.text.contains(#"@API("/v1", "#) }, "\(imported.files)")
    #expect(imported.notes.isEmpty)
    #expect(throws: MessageError.self) {
      try self.imported(orders(), "orders.har", baseURL: "https://nowhere.example.com")
    }
  }

  @Test func aCollectionBecomesAContract() throws {
    let imported = try imported(
      #"""
      {"info":{"name":"Depot","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
       "variable":[{"key":"baseUrl","value":"https://depot.example.com/v2"}],
       "auth":{"type":"apikey","apikey":[{"key":"key","value":"X-Depot-Key"},{"key":"value","value":"s3cret"}]},
       "item":[
        {"name":"Parcels","item":[
          {"name":"List parcels","request":{"method":"GET","description":"Lists what is stored.",
             "url":{"raw":"{{baseUrl}}/parcels?shelf=3","host":["{{baseUrl}}"],"path":["parcels"],
               "query":[{"key":"shelf","value":"3","description":"(Required) The number of the shelf."},
                        {"key":"word","value":"<string>","disabled":true}]}},
           "response":[{"name":"ok","code":200,"header":[{"key":"Content-Type","value":"application/json"}],
             "body":"[{\"parcelId\": \"<uuid>\", \"weight\": \"<double>\", \"isFragile\": false}]"}]},
          {"name":"Store parcel","request":{"method":"POST","url":"{{baseUrl}}/parcels",
             "body":{"mode":"raw","raw":"{\"weight\": 2.5, \"shelf\": {{shelf}}}","options":{"raw":{"language":"json"}}}},
           "response":[{"code":201,"body":"{\"parcelId\":\"6f1f1d2e-0d1c-4d7e-9a55-0a4b7d7c9f10\",\"weight\":2.5,\"isFragile\":true}"}]},
          {"name":"Photo","request":{"method":"PUT","auth":{"type":"noauth"},
             "url":{"raw":"{{baseUrl}}/parcels/:parcelId/photo","host":["{{baseUrl}}"],"path":["parcels",":parcelId","photo"],
               "variable":[{"key":"parcelId","value":"6f1f1d2e-0d1c-4d7e-9a55-0a4b7d7c9f10","description":"The id."}]},
             "body":{"mode":"formdata","formdata":[{"key":"caption","value":"x","type":"text"},{"key":"photo","type":"file"}]}},
           "response":[{"code":204}]},
          {"name":"Search","request":{"method":"POST","url":"{{baseUrl}}/graph","body":{"mode":"graphql","graphql":{"query":"{}"}}}}
        ]}]}
      """#,
      "depot.json"
    )
    #expect(imported.operations == 4 && imported.imported == 4)
    try expect(imported)
    let notes = imported.notes.map(\.english)
    #expect(notes.contains { $0.hasPrefix("#/item/0/item/3: a body in the mode “graphql”") }, "\(notes)")
    #expect(notes.contains { $0.hasPrefix("#/item/0/item/3: it has no saved response") }, "\(notes)")
    #expect(!imported.files.contains { $0.text.contains("s3cret") })
  }

  @Test(arguments: [
    "{}", #"{"log":{"entries":[]}}"#, #"{"log":{"version":"1.2","creator":{"name":"b","version":"1"},"entries":[]}}"#,
  ])
  func aFileOfAnotherKindIsRefused(text: String) throws {
    let error = #expect(throws: MessageError.self) { try imported(text, "a.json") }
    #expect(error?.localizedMessage.text(in: .english).hasPrefix("a.json ") == true)
  }

  /// Compares files with those that compile with the tests.
  private func expect(_ imported: OpenAPIImport) throws {
    // Texts that nobody has written can't be documentation.
    let ignored = "// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation\n"
    for file in imported.files {
      let known = try? String(contentsOf: folder.appending(path: file.name), encoding: .utf8)
      #expect(known == ignored + file.text, "\(file.name):\n\(file.text)")
    }
  }
}
