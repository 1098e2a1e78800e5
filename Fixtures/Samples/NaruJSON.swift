import Foundation

// What Sources/NaruJSON/NaruJSON.docc/NaruJSON.md leaves out.

struct BookPage: Codable { var total: Int }

let body = Data()
