import Naru

// What Sources/NaruAsyncHTTPClient/NaruAsyncHTTPClient.docc/NaruAsyncHTTPClient.md leaves out.

let url = InMemoryTransport.url
