package import Naru

extension Endpoint.Failure {
  /// Another person has the nickname.
  package static let nicknameTaken = Self(409, nil, "Another person has the nickname.")

  /// The post or the comment is another person's.
  package static let notTheAuthor = Self(403, nil, "The caller did not write it.")

  /// The person does not exist.
  package static let personUnknown = Self(404, nil, "There is no such person.")
}
