import Testing

/// The tests that call servers over sockets.
enum ServerTests {}
