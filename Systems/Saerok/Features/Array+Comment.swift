import NaruJSON
import Saerok

extension [Comment] {
  /// Changes the content of a comment or a reply.
  mutating func edit(_ id: Comment.ID, content: String) {
    for index in indices {
      if self[index].id == id { self[index].content = content }
      self[index].replies.edit(id, content: content)
    }
  }

  /// Deletes a comment or a reply. A comment with replies keeps its place.
  mutating func delete(_ id: Comment.ID) {
    removeAll { $0.id == id && $0.replies.isEmpty }
    for index in indices {
      if self[index].id == id {
        self[index].status = .known(.deleted)
        self[index].content = Comment.deletedText
      }
      self[index].replies.delete(id)
    }
  }
}
