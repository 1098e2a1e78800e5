package import Naru

extension Endpoint.Failure {
  /// Another user has the nickname.
  package static let nicknameTaken = Self(409, nil, "Another person has the nickname.")

  /// The post or the comment is another user's.
  package static let notTheAuthor = Self(403, nil, "The caller did not write it.")

  /// The user does not exist.
  package static let personUnknown = Self(404, nil, "There is no such person.")
}
