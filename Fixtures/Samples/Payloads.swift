// What Sources/NaruJSON/NaruJSON.docc/Payloads.md leaves out.

struct Note: Codable {
  var id: Int
  var text: String?
}
