import Testing

/// All tests that start processes. They run one after another, because each needs the machine for itself.
@Suite(.serialized, .timeLimit(.minutes(3))) enum ProcessTests {}
