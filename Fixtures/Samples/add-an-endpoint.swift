import Naru
@_exported import Saerok

// What Systems/docs/add-an-endpoint.md leaves out.

let client = APIClient(InMemoryTransport.url, transport: InMemoryTransport())
