import Naru

// A contract without the macro, for projects that can't or won't run the compiler plug-in. It is what `@API` generates;
// `HandWrittenContractTests` compares the two.
//
// It has four parts: the closures, a token for each endpoint, the client and the server.
// In a module that isolates to the main actor by default, add `nonisolated` to the struct and the extension.

enum Written {
  /// 1. The closures, one for each endpoint.
  struct Notes: Sendable {
    var list: @Sendable (_ text: Query<String?>, _ limit: Int?) async throws -> CountedList<Note>
    var add: @Sendable (_ note: Note) async throws -> Note
    var show: @Sendable (_ id: Int) async throws(APIError) -> Note
    var remove: @Sendable (_ id: Int) async throws -> Void

    /// 2. The tokens. The names of contract and property are the id; the path includes the contract's.
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
        result: CountedList<Note>.self,
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

    /// Optional methods with labels and default values.
    func list(text: String? = nil, limit: Int? = nil) async throws -> CountedList<Note> {
      try await self.list(text, limit)
    }
  }
}

extension Written.Notes: NotesContract {
  /// 3. The client: each closure collects its values in a call and sends it.
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

  /// The starting point of tests.
  static var unimplemented: Self {
    Self(
      list: { _, _ in throw unimplementedCall(Endpoints.list) },
      add: { _ in throw unimplementedCall(Endpoints.add) },
      show: { _ throws(APIError) in throw unimplementedCall(Endpoints.show) },
      remove: { _ in throw unimplementedCall(Endpoints.remove) }
    )
  }

  /// 4. The server: each route reads its values from a call, calls the closure, and writes the response.
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
