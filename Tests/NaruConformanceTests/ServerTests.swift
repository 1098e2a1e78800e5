import Testing

/// The tests that call servers. They run one after another, because they have time limits and keep the machine busy.
@Suite(.serialized)
enum ServerTests {}
