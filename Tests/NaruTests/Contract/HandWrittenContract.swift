import Naru

// A contract without the macro. Nothing in Naru asks how a contract was made: whoever can't or won't run the compiler plug-in
// writes what `@API` would have written. `HandWrittenContractTests` holds the two against each other.
//
// It takes four things: a token for each endpoint, and the three requirements of `Contract`.
// In a module that isolates to the main actor by default, write `nonisolated` in front of the struct and the extension.

enum Written {
  /// 1. The closures, one for each endpoint.
  struct Notes: Sendable {
    var list: @Sendable (_ text: Query<String?>, _ limit: Int?) async throws -> Counted<Note>
    var add: @Sendable (_ note: Note) async throws -> Note
    var show: @Sendable (_ id: Int) async throws(APIError) -> Note
    var remove: @Sendable (_ id: Int) async throws -> Void

    /// 2. The tokens. The name of the contract and that of the property make the id; the path is the whole path.
    enum Endpoints: Sendable {
      static let list = Endpoint(
        "Notes",
        "list",
        .get,
        "/notes",
        auth: .optional,
        parameters: [
          .init("text", .query, String.self, optional: true), .init("limit", .query, Int.self, optional: true),
        ],
        result: Counted<Note>.self,
        summary: "All notes with a text."
      )
      static let add = Endpoint(
        "Notes",
        "add",
        .post,
        "/notes",
        auth: .optional,
        status: 201,
        parameters: [.init("note", .body, Note.self)],
        result: Note.self
      )
      static let show = Endpoint(
        "Notes",
        "show",
        .get,
        "/notes/{id}",
        auth: .optional,
        parameters: [.init("id", .path, Int.self)],
        result: Note.self
      )
      static let remove = Endpoint(
        "Notes",
        "remove",
        .delete,
        "/notes/{id}",
        auth: .optional,
        parameters: [.init("id", .path, Int.self)]
      )
    }

    /// Labels and default values, where you want them.
    func list(text: String? = nil, limit: Int? = nil) async throws -> Counted<Note> {
      try await self.list(text, limit)
    }
  }
}

extension Written.Notes: NotesContract {
  /// 3. The client's side: each closure collects its values in a call and sends it.
  static func live(_ client: APIClient) -> Self {
    Self(
      list: { text, limit in
        var call = OutgoingCall(Endpoints.list)
        call.query("text", text)
        call.query("limit", limit)
        return try await client.send(call)
      },
      add: { note in
        var call = OutgoingCall(Endpoints.add)
        call.body(note)
        return try await client.send(call)
      },
      show: { id throws(APIError) in
        var call = OutgoingCall(Endpoints.show)
        call.path("id", id)
        return try await client.send(call)
      },
      remove: { id in
        var call = OutgoingCall(Endpoints.remove)
        call.path("id", id)
        try await client.send(call)
      }
    )
  }

  /// What a test starts from.
  static var unimplemented: Self {
    Self(
      list: { _, _ in throw unimplementedCall(Endpoints.list) },
      add: { _ in throw unimplementedCall(Endpoints.add) },
      show: { _ throws(APIError) in throw unimplementedCall(Endpoints.show) },
      remove: { _ in throw unimplementedCall(Endpoints.remove) }
    )
  }

  /// 4. The server's side: each route reads its values from a call, asks the closure, and writes the answer.
  static var routes: [Route<Self>] {
    [
      Route(Endpoints.list) { api, call in
        try call.reply(try await api.list(call.optionalQuery("text"), call.optionalQuery("limit")))
      },
      Route(Endpoints.add) { api, call in try call.reply(try await api.add(call.body())) },
      Route(Endpoints.show) { api, call in try call.reply(try await api.show(call.path("id"))) },
      Route(Endpoints.remove) { api, call in try call.reply(try await api.remove(call.path("id"))) },
    ]
  }
}
