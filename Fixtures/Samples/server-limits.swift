@_exported import Hummingbird
@_exported import NaruServer

// What docs/server-limits.md leaves out.

var router: Router<BasicRequestContext> { Router() }
