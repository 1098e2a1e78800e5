import AppTesting

/// What the board has to refuse. There is a post 1 of the caller (person 1) with a comment 1 and a reply 2.
enum BadBoardInput {
  private static let posts = "/api/v1/community/freeboard/posts"
  private static let me = "/api/v1/user/me"
  private static let blocks = "/api/v1/users/blocks"

  static var all: [BadInput] { texts + people + numbers + pages }

  private static var texts: [BadInput] {
    let content = BodyFields(["content": "\"x\""])
    func wrong(_ limit: Int) -> [String] {
      let long = String(repeating: "새", count: limit + 1)
      return ["-", "null", "1", "[\"x\"]", "\"\"", "\" \\n\"", "\"\\u200b\"", "\"\(long)\"", "\"\(long.dropLast())🐦\""]
    }
    let endpoints = [
      ("POST", posts, 2000), ("PATCH", "\(posts)/1", 2000), ("POST", "\(posts)/1/comments", 500),
      ("PATCH", "\(posts)/1/comments/1", 500),
    ]
    return endpoints.flatMap { method, path, limit in
      content.wrong(method, path, "content", wrong(limit))
        + ["", "{", "[]", "null", "\"x\"", #"{"content":"\ud800"}"#].map { BadInput(method, path, $0) }
    }
      + content.wrong("POST", "\(posts)/1/comments", "parentId", ["\"1\"", "0.5", "1e30", "{}", "2"])
      + ["0", "-1", "99", "9223372036854775807"].map {
        BadInput("POST", "\(posts)/1/comments", content.with("parentId", $0), 404)
      }
  }

  private static var people: [BadInput] {
    let nickname = BodyFields([:])
    let user = BodyFields(["userId": "1"])
    return nickname.wrong("PATCH", me, "nickname", ["1", "\"\"", "\"새\"", "\"열자가되는별명입니다\"", "\"<b>\"", "\"새🐦\""])
      + ["", "{", "[]"].map { BadInput("PATCH", me, $0) }
      + user.wrong("POST", blocks, "userId", ["-", "null", "\"1\"", "0.5", "9223372036854775808", "1"])
      + [
        BadInput("POST", blocks, #"{"userId":99}"#, 404),
        BadInput("POST", blocks, #"{"userId":-1}"#, 404),
        BadInput("DELETE", "\(blocks)/x", nil, names: "userID"),
        BadInput("GET", "/api/v1/user/check-nickname", nil, names: "nickname"),
      ]
  }

  private static var numbers: [BadInput] {
    let endpoints = [
      ("GET", "", nil), ("PATCH", "", "{\"content\":\"x\"}"), ("DELETE", "", nil), ("POST", "/report", nil),
      ("GET", "/comments", nil), ("GET", "/comments/count", nil), ("POST", "/comments", "{\"content\":\"x\"}"),
      ("PATCH", "/comments/1", "{\"content\":\"x\"}"), ("DELETE", "/comments/1", nil),
      ("POST", "/comments/1/report", nil),
    ]
    return endpoints.flatMap { method, path, body in
      ["99", "0", "-1", "9223372036854775807"].map { BadInput(method, "\(posts)/\($0)\(path)", body, 404) }
        + ["x", "1.5", "9223372036854775808", "%F0%9F%90%A6"].map {
          BadInput(method, "\(posts)/\($0)\(path)", body, names: "postID")
        }
    }
      + [
        BadInput("PATCH", "\(posts)/1/comments/99", "{\"content\":\"x\"}", 404),
        BadInput("DELETE", "\(posts)/1/comments/99", nil, 404),
        BadInput("DELETE", "\(posts)/1/comments/x", nil, names: "commentID"),
        BadInput("POST", "\(posts)/1/report"), BadInput("POST", "\(posts)/1/comments/1/report"),
        BadInput("PUT", "\(posts)/1", "{}", 405), BadInput("GET", "\(posts)/1/likes", nil, 404),
      ]
  }

  private static var pages: [BadInput] {
    let wrong = [
      ("page=1", "size"), ("size=1", "page"), ("page=0&size=1", "page"), ("page=1&size=0", "size"),
      ("page=1&size=101", "size"), ("page=x&size=1", "page"), ("page=1&size=", "size"), ("page=-1&size=10", "page"),
      ("page=9223372036854775807&size=100", "page"), ("page=1&page=2&size=1", "page"),
    ]
    return wrong.flatMap { query, field in
      [posts, "\(posts)/1/comments"].map { BadInput("GET", "\($0)?\(query)", names: field) }
    }
  }
}
