import Testing

/// The parent of all suites that start a server. They run one after another, because they need the machine to
/// themselves.
@Suite(.serialized)
enum ServerTests {}
