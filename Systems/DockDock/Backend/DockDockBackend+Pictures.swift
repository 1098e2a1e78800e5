package import DockDock
package import Naru
import ServedSystem
import Storage

extension DockDockBackend {
  /// Returns the pictures of reviews for a caller.
  package func reviewPictures(for caller: Caller) -> ReviewPictures {
    ReviewPictures(
      presign: { id, new in
        try await write(caller) { store in
          let review: ReviewRow = try store.row(id)
          return try pictures.reserve(new, for: "\(review.id)", caller, store.db)
        }
      },
      upload: { link, picture in try await pictures.save(picture, at: link) },
      register: { id, key in
        try await write(caller) { store in
          let review: ReviewRow = try store.row(id)
          return try pictures.register(key, for: "\(review.id)", caller, store.db)
        }
      },
      remove: { id, key in
        try await write(caller) { store in
          let review: ReviewRow = try store.row(id)
          try pictures.remove(key, from: "\(review.id)", store.db)
        }
      },
      list: { id in
        try await database.read { db in
          let visible = DockDockStore.isVisible(to: caller.user)
          guard try db.exists("SELECT id FROM dockdock_review WHERE id = \(id.lowercased()) AND \(visible)") else {
            throw ReviewRow.notFound
          }
          return try pictures.pictures(of: "\(id.lowercased())", caller, db)
        }
      },
      picture: { link in try await pictures.content(at: link) }
    )
  }
}
