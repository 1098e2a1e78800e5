package import HTTPTypes

/// The contract of the stream in which a server says which reads have changed; see ``ChangeFeed``. A hand-written contract, because this module
/// has no macros of its own.
package struct ChangeStream: Contract {
  /// Streams the changes since a revision, the id of an earlier event. Without a revision, it begins with the changes of the last seconds. With
  /// `once`, it ends after the first event.
  package var follow:
    @Sendable (_ since: String?, _ seconds: Int?, _ once: Bool?, _ device: String?) async throws -> EventStream<
      ReportedChanges
    >
  /// The header field with the id of the device that sends a request. Its own changes are not reported to it.
  static let device = HTTPField.Name.known("Naru-Device")
  /// The header field of the responses to reads of a server that has the stream. No other server is asked for it, because its response to an
  /// unknown path may be anything, such as a 401.
  package static let offer = HTTPField.Name.known("Naru-Changes")

  package enum Endpoints {
    package static let follow = Endpoint(
      "ChangeStream",
      "follow",
      .get,
      "/naru/changes",
      auth: .required,
      retries: false,
      parameters: [
        .init("since", .query, String.self, optional: true), .init("seconds", .query, Int.self, optional: true),
        .init("once", .query, Bool.self, optional: true),
        .init(ChangeStream.device.rawName, .header, String.self, optional: true),
      ],
      result: EventStream<ReportedChanges>.self,
      summary: "The reads whose results have changed, as they do."
    )
  }

  package static func live(_ client: APIClient) -> ChangeStream {
    ChangeStream { since, seconds, once, device in
      var call = OutgoingCall(Endpoints.follow)
      call.query("since", since)
      call.query("seconds", seconds)
      call.query("once", once)
      call.header(Self.device.rawName, device)
      return try await client.send(call)
    }
  }

  package static var unimplemented: ChangeStream {
    ChangeStream { _, _, _, _ in throw unimplementedCall(Endpoints.follow) }
  }

  package static var routes: [Route<ChangeStream>] {
    [
      Route(Endpoints.follow) { api, call in
        let (since, seconds): (String?, Int?) = try (call.optionalQuery("since"), call.optionalQuery("seconds"))
        let device: String? = try call.optionalHeader(ChangeStream.device.rawName)
        return try call.reply(try await api.follow(since, seconds, call.optionalQuery("once"), device))
      }
    ]
  }
}

/// The reads that a server reports as changed.
package struct ReportedChanges: Codable, Sendable, Hashable {
  /// A read.
  package struct Read: Codable, Sendable, Hashable {
    /// The id of the endpoint, such as `Books.show`.
    package var read: String
    /// The segments of the path of the only resource that has changed. `nil` if every call has another result.
    package var path: [String]?
  }

  /// The reads. Empty in an event that only shows that the stream is alive.
  package var changes: [Read]
  /// Whether any read may have changed, because the server does not know that any more.
  package var all: Bool?

  /// Creates an event.
  package init(changes: [Read] = [], all: Bool? = nil) { (self.changes, self.all) = (changes, all) }
}

extension APIRequest {
  /// The id of the device that sends the request.
  package var device: String? {
    get { head.headerFields[ChangeStream.device] }
    set { head.headerFields[ChangeStream.device] = newValue }
  }
}
