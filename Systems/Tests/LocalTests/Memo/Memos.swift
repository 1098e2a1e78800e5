import Naru

/// The memos of the caller.
@API("/api/memos", auth: .required)
struct Memos: Sendable {
  /// Lists the memos, oldest first.
  @GET("/")
  var list: @Sendable () async throws -> [Memo]

  /// Adds a memo.
  @POST("/", status: 201)
  var add: @Sendable (_ memo: NewMemo) async throws -> Memo
}

/// A memo to add.
@Payload(init: true)
struct NewMemo: Sendable, Hashable {
  /// The text.
  var text: String
}

/// A memo.
@Payload(init: true)
struct Memo: Sendable, Hashable, Identifiable {
  /// The number of the memo.
  var id: Int64
  /// The text.
  var text: String
}
