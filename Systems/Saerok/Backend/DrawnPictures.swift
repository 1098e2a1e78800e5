import HTTPTypes
import Hummingbird
import Pictures
import Saerok
import Support

/// The pictures of users who have none of their own: `/pictures/{userId}.png`, a pattern that depends only on the number.
struct DrawnPictures: Sendable {
  /// The address of the server.
  let baseURL: String

  /// The URL of a user's drawn picture.
  func url(of id: UserID) -> String { "\(baseURL)/pictures/\(id).png" }

  /// Adds the route of the pictures.
  static func addRoutes<Context: RequestContext>(to router: Router<Context>) {
    let path: RouterPath = "/pictures/{userID}.png"
    for method in [HTTPRequest.Method.get, .head] {
      router.on(path, method: method) { request, context in
        guard let id = context.parameters.get("userID", as: UserID.self), id > 0 else { throw HTTPError(.notFound) }
        let response = Response(
          status: .ok,
          // A picture never changes.
          headers: [
            .contentType: "image/png", .cacheControl: "public, max-age=31536000, immutable",
            .xContentTypeOptions: "nosniff",
          ],
          body: ResponseBody(byteBuffer: ByteBuffer(bytes: png(of: id)))
        )
        return request.method == .head ? response.createHeadResponse() : response
      }
    }
  }

  /// Returns a user's picture: five by five squares, with a symmetric left and right half, in a frame.
  static func png(of id: UserID) -> [UInt8] {
    // Neighbors differ, because each bit depends on all bits of the number.
    var numbers = SeededRandom(seed: UInt64(bitPattern: id))
    let bits = numbers.next()
    let (cell, frame) = (40, 20)
    let width = 5 * cell + 2 * frame
    let row = { (y: Int) -> [UInt8] in
      (0..<width).map { x in
        let (column, line) = ((x - frame) / cell, (y - frame) / cell)
        guard x >= frame, y >= frame, column < 5, line < 5 else { return 0 }
        // The square in the middle is always drawn, so that no picture is empty.
        let square = line * 3 + min(column, 4 - column)
        return square == 8 || bits >> UInt64(square) & 1 == 1 ? 1 : 0
      }
    }
    let color = colors[Int(bits >> 32 % UInt64(colors.count))]
    return PNG.picture(width: width, height: width, palette: [0xF0F0F0, color], pixels: (0..<width).flatMap(row))
  }

  private static let colors: [UInt32] = [
    0xB8562F, 0x9A6B1F, 0x5F7A2A, 0x2F7D4F, 0x2A7A82, 0x2F6AA8, 0x5A58B0, 0x8A4FA0, 0xA84A78, 0x6B6B6B,
  ]
}
