import Naru
import Saerok
import Storage

extension CommunityStore {
  /// Adds `BoardSamples` if the board has never had a post, not even a deleted one.
  func addSamples() throws {
    guard try !db.hasNumberedRows("saerok_post", "id") else { return }
    // The fictional users have no accounts, so that no user can sign in as one of them.
    let people = try BoardSamples.nicknames.map { try add(account: nil, nickname: freeNickname(for: $0)) }
    let day: Int64 = 24 * 3600 * 1_000_000
    for (index, sample) in BoardSamples.posts.enumerated() {
      let date = now - Int64(BoardSamples.posts.count - index) * day
      let post = try at(date).writePost(sample.content, by: people[index % people.count]).id
      var parent: Comment.ID?
      for (offset, text) in sample.comments.enumerated() {
        let isReply = text.hasPrefix("↳ ")
        let written = try at(date + Int64(offset + 1) * 600_000_000).writeComment(
          isReply ? String(text.dropFirst(2)) : text,
          on: post,
          parent: isReply ? parent : nil,
          by: people[(index + offset + 1) % people.count]
        )
        if !isReply { parent = written.id }
      }
    }
  }

  /// Returns this community at another time.
  private func at(_ microseconds: Int64) -> CommunityStore {
    CommunityStore(db, microseconds: microseconds)
  }
}
