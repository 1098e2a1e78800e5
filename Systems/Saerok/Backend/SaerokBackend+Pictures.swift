package import Naru
package import Saerok
import ServedSystem
import Storage

extension SaerokBackend {
  /// Returns the pictures of posts for a caller.
  package func pictures(for caller: Caller) -> PostPictures {
    PostPictures(
      presign: { id, new in
        try await write(caller) { community, person in
          guard try community.author(ofPost: id) == person else { throw CommunityStore.notTheAuthor }
          return try pictures.reserve(new, for: "\(id)", caller, community.db)
        }
      },
      upload: { link, picture in try await pictures.save(picture, at: link) },
      register: { id, key in
        try await write(caller) { community, person in
          guard try community.author(ofPost: id) == person else { throw CommunityStore.notTheAuthor }
          return try pictures.register(key, for: "\(id)", caller, community.db)
        }
      },
      list: { id in
        try await read(caller) { community, person in
          _ = try community.post(id, for: person)
          return try pictures.pictures(of: "\(id)", caller, community.db)
        }
      },
      picture: { link in try await pictures.content(at: link) }
    )
  }
}
