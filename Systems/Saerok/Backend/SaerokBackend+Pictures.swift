package import Naru
package import Saerok
import ServedSystem
import Storage

extension SaerokBackend {
  /// Returns the pictures of posts for a caller.
  package func pictures(for caller: Caller) -> PostPictures {
    PostPictures(
      presign: { id, new in try await change(id, caller) { try pictures.reserve(new, for: "\(id)", caller, $0) } },
      upload: { link, picture in try await pictures.save(picture, at: link) },
      register: { id, key in try await change(id, caller) { try pictures.register(key, for: "\(id)", caller, $0) } },
      remove: { id, key in try await change(id, caller) { try pictures.remove(key, from: "\(id)", $0) } },
      list: { id in
        try await read(caller) { community, person in
          _ = try community.post(id, for: person)
          return try pictures.pictures(of: "\(id)", caller, community.db)
        }
      },
      picture: { link in try await pictures.content(at: link) }
    )
  }

  /// Changes the pictures of a post of the caller's own.
  private func change<Value: Sendable>(
    _ post: Post.ID,
    _ caller: Caller,
    _ body: @escaping @Sendable (Transaction) throws -> Value
  ) async throws -> Value {
    try await write(caller) { community, person in
      guard try community.author(ofPost: post) == person else { throw CommunityStore.notTheAuthor }
      return try body(community.db)
    }
  }
}
