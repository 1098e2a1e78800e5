// The contract `Lab` is a module of its own, for apps that use the lab of a server and have no server in them.
@_exported public import NaruLabContract
